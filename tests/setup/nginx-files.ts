import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What differs between the machine that deploy/nginx is written for and this one. */
export type NginxMachine = {
  /** An empty folder: configuration, certificate and logs. */
  folder: string;
  port: number;
  /** Ports of the servers behind it. */
  targets: [number, ...number[]];
  dataDir: string;
  /** Host and port of the bucket `films`, reached without TLS. */
  bucket?: string;
  /** Scheme, host and port that pages have. */
  site?: string;
};

/** A file of deploy/nginx that configures a whole site. */
export type NginxSite = "one-server" | "many-servers" | "film-cache" | "film-cdn";

/**
 * Copies deploy/nginx, word for word but for names, ports and folders.
 * @param added a further file of deploy/nginx that the site includes
 * @returns the path of a configuration that nginx can be started with
 */
export async function writeNginxFiles(
  machine: NginxMachine,
  site: NginxSite,
  added?: "firebase" | "media-bucket",
): Promise<string> {
  const { folder } = machine;
  const copy = join(folder, "matinee");
  await cp("deploy/nginx", copy, { recursive: true });
  for (const name of await readdir(copy)) {
    const path = join(copy, name);
    await writeFile(path, localised(await readFile(path, "utf8"), machine));
  }
  if (added) {
    const path = join(copy, `${site}.conf`);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace("include matinee/site.conf;", `include matinee/${added}.conf; $&`));
  }
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; master_process off; worker_processes 1;
pid ${folder}/pid; error_log ${folder}/start.log;
events {}
http {
types {}
${temporary}
include matinee/${site}.conf;
}`,
  );
  return file;
}

function localised(text: string, machine: NginxMachine): string {
  const {
    folder,
    port,
    targets,
    dataDir,
    bucket = "127.0.0.1:9",
    site = "https://matinee.example",
  } = machine;
  return (
    text
      .replace("listen 80;", `listen unix:${folder}/http.sock;`)
      .replace("listen 443", `listen 127.0.0.1:${port}`)
      .replaceAll(/\/etc\/letsencrypt\/live\/(?:matinee|films)\.example\//g, `${folder}/`)
      .replaceAll("/var/log/nginx/", `${folder}/`)
      .replaceAll("/var/www/html", `${folder}/acme`)
      .replaceAll("/var/cache/nginx/films", `${folder}/films`)
      .replaceAll("/var/lib/matinee/", `${dataDir}/`)
      .replaceAll(/server (?:127\.0\.0\.1|10\.0\.0\.5):300([01])/g, (_all, one: string) => {
        return `server 127.0.0.1:${targets[Number(one)] ?? targets[0]}`;
      })
      .replace("films.s3.eu-central-1.amazonaws.com", bucket)
      .replace("Allow-Origin https://matinee.example", `Allow-Origin ${site}`)
      .replace("https://$bucket", "http://$bucket")
      // A test's bucket is named in the path.
      .replace("$bucket/matinee/", "$bucket/films/matinee/")
      // nginx looks the name up at once, and there may be no network here.
      .replaceAll(/https:\/\/[\w-]+\.firebaseapp\.com/g, "https://127.0.0.1")
  );
}

/** Writes the certificate that the sites name, signed by itself. @returns whether openssl made it */
export function makeCertificate(folder: string): boolean {
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=matinee.example", "-days", "1"],
    ...["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")],
  ]);
  return made.status === 0;
}

/** @returns what `nginx -t` says of a configuration; empty where it has nothing to complain about */
export function complaintsOf(file: string, folder: string): string {
  const { status, stderr } = spawnSync("nginx", ["-t", "-c", file, "-p", folder], { encoding: "utf8" });
  return status === 0 && !stderr.includes("[warn]") ? "" : stderr;
}

/** Starts nginx; the caller waits until it answers, and ends it by SIGTERM. */
export function startNginx(file: string, folder: string): ChildProcess {
  return spawn("nginx", ["-c", file, "-p", folder], { stdio: "ignore" });
}

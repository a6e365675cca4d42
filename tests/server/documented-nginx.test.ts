import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { read } from "../architecture/documents.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { freePort, startServer, type ServerProcess } from "../setup/server-process.ts";

const there = ["nginx -v", "openssl version"].every((line) => {
  const [program, argument] = line.split(" ") as [string, string];
  return spawnSync(program, [argument]).status === 0;
});

/** The blocks of docs/operations.md, word for word but for what differs by machine: names, ports and folders. */
const blocks = read("docs/operations.md").blocks.filter(({ language }) => language === "nginx");
const site = blocks.find(({ code }) => code.startsWith("upstream"))!.code;
const firebase = blocks.find(({ code }) => code.includes("/__/auth/"))!.code;
const [cacheHead, cacheLocations] = blocks
  .find(({ code }) => code.startsWith("proxy_cache_path"))!
  .code.split(/\n\n(?= {2}location)/) as [string, string];

type Machine = { folder: string; port: number; target: number; dataDir: string };

function configuration(parts: string, { folder, port, target, dataDir }: Machine): string {
  const local = parts
    .replace("server 127.0.0.1:3000;", `server 127.0.0.1:${target};`)
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace("/etc/ssl/matinee/fullchain.pem", join(folder, "cert.pem"))
    .replace("/etc/ssl/matinee/privkey.pem", join(folder, "key.pem"))
    .replace("/var/lib/matinee/", `${dataDir}/`)
    .replace("/var/cache/nginx/films", join(folder, "films"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  return `daemon off; master_process off; worker_processes 1;
pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
access_log off;
types {}
${temporary}
${local}
}`;
}

/** @returns what `nginx -t` says of a configuration; empty where it has nothing to complain about */
async function complaintsOf(parts: string, machine: Machine): Promise<string> {
  const file = join(machine.folder, "tried.conf");
  await writeFile(file, configuration(parts, machine));
  const { status, stderr } = spawnSync("nginx", ["-t", "-c", file, "-p", machine.folder], {
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}

describe.skipIf(!there)("nginx as docs/operations.md configures it", () => {
  let server: ServerProcess;
  let nginx: ChildProcess;
  let machine: Machine;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "matinee-documented-nginx-"));
    const dataDir = await migratedFolder("documented-nginx");
    const [port, target] = [await freePort(), await freePort()];
    machine = { folder, dataDir, port, target };
    const subject = ["-subj", "/CN=matinee.example", "-days", "1"];
    const made = spawnSync("openssl", [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject],
      ...["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")],
    ]);
    expect(made.status).toBe(0);
    server = await startServer({
      ...{ DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: String(target), WORKER: "off" },
      ...{ PUBLIC_URL: "https://matinee.example", TRUST_PROXY: "loopback", MEDIA_ACCEL: "/media-internal" },
    });
    const file = join(folder, "nginx.conf");
    await writeFile(file, configuration(site, machine));
    nginx = spawn("nginx", ["-c", file, "-p", folder], { stdio: "ignore" });
    for (const until = Date.now() + 10_000; Date.now() < until;) {
      if ((await ask("/healthz").catch(() => null))?.status === 200) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error("nginx did not come up");
  }, 60_000);

  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once("exit", resolve));
    nginx.kill("SIGTERM");
    await ended;
    await server.end();
    for (const path of [machine.folder, machine.dataDir]) await rm(path, { recursive: true, force: true });
  });

  type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };

  /** A request over TLS, by the name of the service. */
  function ask(path: string, options: RequestOptions = {}, body?: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = httpsRequest(
        {
          ...{ host: "127.0.0.1", port: machine.port, path, rejectUnauthorized: false, agent: false },
          ...options,
          headers: { Host: "matinee.example", ...(options.headers as object) },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.on("end", () =>
            resolve({ status: response.statusCode!, headers: response.headers, text }),
          );
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }

  const send = (path: string, bytes: number, type = "application/x-www-form-urlencoded") =>
    ask(
      path,
      { method: "POST", headers: { "Content-Type": type, Origin: "https://matinee.example" } },
      Buffer.alloc(bytes, "a"),
    );

  test("it is accepted, with Firebase's pages and with a cache of films too", async () => {
    expect(await complaintsOf(site, machine)).toBe("");
    const end = site.lastIndexOf("}");
    const withLocations = (locations: string) => `${site.slice(0, end)}${locations}\n}`;
    expect(await complaintsOf(`${cacheHead}\n${withLocations(cacheLocations)}`, machine)).toBe("");
    // nginx looks the name up at once, and there may be no network here.
    const local = firebase.replaceAll(/https:\/\/[\w.-]+/g, "https://127.0.0.1");
    expect(await complaintsOf(withLocations(local), machine)).toBe("");
  });

  test("pages come over TLS and know it; forms are taken for this site's own", async () => {
    const page = await ask("/", { headers: { "Accept-Encoding": "identity" } });
    expect(page.status).toBe(200);
    expect(page.headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
    const form = await send("/page/language", 20);
    expect(form.status).not.toBe(403);
    expect((await ask("/metrics")).status).toBe(404);
  });

  test("what takes no file is refused above 64 KiB, before Matinee reads it", async () => {
    const large = 64 * 1024 + 1;
    for (const path of ["/session", "/page/login", "/api/identity/sign-in", "/z/management/plans"])
      expect([path, (await send(path, large)).status]).toEqual([path, 413]);
  });

  test("what takes files or messages is passed on", async () => {
    const large = 300 * 1024;
    const taking = [
      ...["/oss/upload", "/oss/resumable", "/profile", "/profile.data", "/page/feedback"],
      ...[
        "/z/page/movie/detail/some-title",
        "/z/page/settings",
        "/z/management/import",
        "/api/webhook/stripe",
      ],
    ];
    for (const path of taking) {
      const { status } = await send(path, large, "multipart/form-data; boundary=x");
      expect([path, status]).not.toEqual([path, 413]);
    }
  });
});

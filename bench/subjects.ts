import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A server under test: a separate process on loopback. */
export type Subject = { port: number; stop(): Promise<void> };

/** Starts a program of bench/subjects with this Node, as in production; it prints its port when it is ready. */
export async function startNodeSubject(file: string, args: readonly string[]): Promise<Subject> {
  const program = fileURLToPath(new URL(`subjects/${file}`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  const port = await new Promise<number>((done, fail) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) done(Number.parseInt(text, 10));
    });
    child.once("error", fail);
    child.once("exit", (code) => fail(new Error(`${file} ended with ${code} before it was ready`)));
  });
  return { port, stop: () => stopChild(child) };
}

/**
 * Starts nginx in the foreground with one worker (like our single process). All its files are below `folder`, which the
 * worker must be able to read.
 * @param locations the `location` blocks of its only server
 */
export async function startNginx(program: string, folder: string, locations: string): Promise<Subject> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(" ");
  const config = `daemon off; worker_processes 1; pid ${join(folder, "pid")}; lock_file ${join(folder, "lock")};
error_log stderr crit;
events { worker_connections 1024; }
http {
  ${temporary}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  types { video/iso.segment m4s; }
  server { listen 127.0.0.1:${port}; ${locations} }
}
`;
  writeFileSync(join(folder, "nginx.conf"), config);
  const args = ["-p", folder, "-c", join(folder, "nginx.conf")];
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  for (const end = Date.now() + 5000; ;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    const ready = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (ready) return { port, stop: () => stopChild(child) };
    if (Date.now() > end) {
      await stopChild(child);
      throw new Error("nginx did not answer within 5 s");
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Ends a process we started: sends a request to end, and kills it after 15 s. */
export function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const insist = setTimeout(() => child.kill("SIGKILL"), 15_000);
    child.once("exit", () => {
      clearTimeout(insist);
      done();
    });
    child.kill("SIGTERM");
  });
}

/** A free port on loopback. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

import { execFile } from "node:child_process";
import { chown, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runServer, startServer } from "../setup/server-process.ts";
import { ask, startPostgresMachine, type PostgresMachine } from "./setup/postgres-machine.ts";
import { programs } from "./setup/programs.ts";

const run = promisify(execFile);
let machine: PostgresMachine;
let folder: string;
let env: Record<string, string>;

/** A certificate of an authority that only this test knows, for the server on loopback. */
async function makeCertificates(): Promise<{ ca: string; settings: string[] }> {
  const at = (name: string) => join(folder, name);
  const key = (name: string) => ["-newkey", "rsa:2048", "-nodes", "-keyout", at(`${name}.key`), "-days", "2"];
  const cn = (name: string) => ["-subj", `/CN=${name}`, "-out", at(`${name}.pem`)];
  await run("openssl", ["req", "-x509", ...key("ca"), ...cn("ca")]);
  const signed = ["-CA", at("ca.pem"), "-CAkey", at("ca.key"), "-addext", "subjectAltName=DNS:localhost"];
  await run("openssl", ["req", "-x509", ...key("db"), ...cn("db"), ...signed]);
  const { uid, gid } = await stat(await ask<string>(machine.url, "show data_directory"));
  for (const name of ["", "db.key", "db.pem"]) await chown(at(name), uid, gid);
  const files = [`ssl_cert_file=${at("db.pem")}`, `ssl_key_file=${at("db.key")}`];
  return { ca: at("ca.pem"), settings: ["ssl=on", ...files] };
}

beforeAll(async () => {
  if (!programs.postgres) return;
  machine = await startPostgresMachine(programs.postgres);
  folder = await mkdtemp(join(tmpdir(), "matinee-tls-"));
  const { ca, settings } = await makeCertificates();
  await machine.stop();
  await machine.start(settings);
  env = {
    DATABASE_URL: `${machine.url.replace("127.0.0.1", "localhost")}?sslmode=verify-full`,
    DATA_DIR: join(folder, "data"),
    NODE_EXTRA_CA_CERTS: ca,
  };
});
afterAll(async () => {
  await machine?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!programs.postgres)("a PostgreSQL that is reached by TLS", () => {
  test("each connection is encrypted, that of the job queue too", async () => {
    const server = await startServer(env);
    const open = () => ask<number>(machine.url, "select count(*)::int from pgboss.queue").catch(() => 0);
    await expect.poll(open, { timeout: 20_000 }).toBeGreaterThan(0);
    const plain = `select count(*)::int from pg_stat_ssl join pg_stat_activity using (pid)
      where backend_type = 'client backend' and pid <> pg_backend_pid() and not ssl`;
    expect(await ask(machine.url, plain)).toBe(0);
    expect(await server.end()).toBe(0);
    expect(server.output()).not.toMatch(/"level":50/);
  });

  test("a certificate of an unknown authority ends the start in a line", async () => {
    const { NODE_EXTRA_CA_CERTS: _, ...without } = env;
    const { code, output } = await runServer(without);
    expect(code).toBe(1);
    expect(output).toMatch(/DATABASE_URL: .*certificate/);
  });
});

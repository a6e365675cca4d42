import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calls, type CallName } from "../../contract/index.ts";
import { run } from "../../scripts/run.ts";
import { payloads } from "../setup/payloads.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await migratedFolder("admin");
  server = await startServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

const email = "ada@example.test";
async function post(name: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    ...((await response.json()) as { c: number; d: Record<string, string> }),
  };
}
async function signIn(): Promise<string> {
  const { d } = await post("identity/sign-up", { email, password: "correct horse", name: "Ada" });
  return (await post("login/uid", { uid: d.uid, proof: d.proof })).d.token!;
}
const admin = (...args: string[]) =>
  run(process.execPath, ["scripts/admin.ts", ...args], { quiet: true, env: { DATA_DIR: dataDir } });
const linkFile = () => join(dataDir, "setup-link");

test("the set-up link is in a file only its owner can read, and not in the log", async () => {
  // Written once the server listens: it answers before.
  const read = () => readFile(linkFile(), "utf8").catch(() => "");
  await expect.poll(read, { timeout: 10_000 }).toMatch(/\/z\?setup=[\w-]{32}\n$/);
  const code = /setup=([\w-]{32})/.exec(await read())![1]!;
  expect((await stat(linkFile())).mode & 0o777).toBe(0o600);
  // The log comes after the file.
  await expect.poll(server.output, { timeout: 10_000 }).toContain(linkFile());
  const token = await signIn();
  expect((await post("z/setup/claim", { code }, { Authorization: `Bearer ${token}` })).d.admin).toBe(3);
  expect(server.output()).not.toContain(code);
});

test("no write of the admin area may come from another site", async () => {
  const writes = (Object.keys(calls) as CallName[]).filter(
    (name) => name.startsWith("z/") && calls[name].method === "POST",
  );
  const authorization = { Authorization: `Bearer ${await signIn()}` };
  for (const name of writes) {
    const others: Record<string, string>[] = [
      { Origin: "https://evil.test" },
      { "Sec-Fetch-Site": "same-site" },
    ];
    for (const from of others) {
      const answer = await post(name, payloads[name], { ...authorization, ...from });
      expect(answer, name).toMatchObject({ status: 403 });
    }
  }
  // Nothing of it was done: the log has the set-up alone.
  const log = await fetch(`${server.url}/api/z/audit/list`, { headers: authorization });
  const { d } = (await log.json()) as { d: { items: { action: string }[] } };
  expect(d.items.map(({ action }) => action)).toEqual(["z/setup/claim"]);
});

test("npm run admin says that a running server holds the database, and works once it is gone", async () => {
  const held = await admin("--email", email);
  expect(held.code).toBe(1);
  expect(held.output).toContain("is in use by process");
  expect(held.output).toContain("stop it, then run this again");
  await server.end();
  expect((await admin("--email", email, "--level", "none")).output).toContain("last owner");
  expect(await admin("--email", "nobody@example.test")).toMatchObject({ code: 1 });
  expect((await admin("--email", email, "--level", "king")).output).toContain("no level king");
  expect(await admin("--email", email.toUpperCase())).toMatchObject({
    code: 0,
    output: expect.stringContaining("is owner already"),
  });
});

test("a start with an owner leaves no link behind", async () => {
  server = await startServer({ DATA_DIR: dataDir });
  const isThere = () =>
    stat(linkFile()).then(
      () => true,
      () => false,
    );
  await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
});

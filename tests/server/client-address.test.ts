import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

let dataDir: string;
let api: ServerProcess;
let pages: ServerProcess;

beforeAll(async () => {
  dataDir = await migratedFolder("address");
  api = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: "loopback" });
  pages = await startServer({ API_URL: api.url });
});
afterAll(async () => {
  await pages.end();
  await api.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Guesses a password of another account each time, by a call or through the form. @returns the last answer's status */
async function guess(times: number, send: (n: number) => Promise<Response>): Promise<number> {
  let status = 0;
  for (let n = 1; n <= times; n++) {
    const answer = await send(n);
    status = answer.status;
    await answer.text();
  }
  return status;
}
const forged = (n: number) => ({ "X-Forwarded-For": `192.0.2.${n}`, Forwarded: `for=192.0.2.${n}` });
const call = (server: ServerProcess, headers: (n: number) => Record<string, string>) => (n: number) =>
  fetch(`${server.url}/api/identity/sign-in`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers(n) },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@example.test`, password: "wrong" }),
  });
const form = (server: ServerProcess, headers: (n: number) => Record<string, string>) => (n: number) =>
  fetch(`${server.url}/page/login`, {
    method: "POST",
    headers: headers(n),
    body: new URLSearchParams({
      intent: "sign-in",
      email: `${crypto.randomUUID()}@example.test`,
      password: "wrong",
    }),
  });

test("a proxy that is trusted says who calls: each of its people has a limit of their own", async () => {
  expect(await guess(31, call(api, forged))).toBe(422);
  const same = () => ({ "X-Forwarded-For": "203.0.113.7" });
  expect(await guess(31, call(api, same))).toBe(429);
  expect(await guess(1, form(api, same))).toBe(429);
  expect(
    await guess(
      1,
      form(api, () => ({ "X-Forwarded-For": "203.0.113.8" })),
    ),
  ).toBe(422);
});

test("behind a page process that trusts no proxy a forged header has no effect, by call and by form", async () => {
  expect(await guess(16, call(pages, forged))).toBe(422);
  expect(await guess(14, form(pages, forged))).toBe(422);
  expect(await guess(1, call(pages, forged))).toBe(429);
  expect(await guess(1, form(pages, forged))).toBe(429);
});

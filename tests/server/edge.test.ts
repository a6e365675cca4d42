import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocalIdentity } from "../../api/adapters/local-identity/local-identity.ts";
import { openDatabase } from "../../api/db/client.ts";
import { demoAccounts } from "../../demo/demo-accounts.ts";
import { seedDemo } from "../../demo/seed-demo.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { runServer, startServer, type ServerProcess } from "../setup/server-process.ts";

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "matinee-edge-"));
  server = await startServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: "manual" });

/** fetch() writes some headers by itself; a browser of another site writes these. */
function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(server.url + path, { method, headers }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on("error", reject);
    call.end(method === "POST" ? "{}" : undefined);
  });
}

describe("the cross-site guard", () => {
  const json = { "Content-Type": "application/json" };
  test.each([
    ["another site's Origin", { Origin: "https://evil.test" }],
    ["a sandboxed page", { Origin: "null" }],
    ["Sec-Fetch-Site: cross-site", { "Sec-Fetch-Site": "cross-site" }],
    ["a sibling subdomain", { "Sec-Fetch-Site": "same-site" }],
    [
      "a forwarded host of an untrusted proxy",
      { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test" },
    ],
  ])("refuses a write with %s, on the API, pages and uploads alike", async (_what, headers) => {
    for (const path of ["/api/stat", "/session", "/page/login", "/oss/upload", "/anything"]) {
      expect((await raw("POST", path, { ...json, ...headers })).status, path).toBe(403);
    }
    expect((await raw("GET", "/api/config", headers as Record<string, string>)).status).toBe(200);
  });

  test("lets this site's pages write, and callers that are no browser", async () => {
    for (const headers of [{ Origin: server.url, "Sec-Fetch-Site": "same-origin" }, {}]) {
      const { status, body } = await raw("POST", "/api/identity/anonymous", { ...json, ...headers } as Record<
        string,
        string
      >);
      expect([status, JSON.parse(body).c]).toEqual([200, 0]);
    }
  });
});

describe("the session's cookie", () => {
  const call = async (name: string, payload: object) => {
    const answer = await fetch(`${server.url}/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(payload),
    });
    return ((await answer.json()) as { d: Record<string, string> }).d;
  };
  const open = async (name: string, payload: object) => {
    const { uid, proof } = await call(name, payload);
    return (await call("login/uid", { uid, proof })).token!;
  };
  /** What the session route answers, and the cookies a browser that sent `cookies` holds afterwards. */
  const ask = async (change: object, cookies: Record<string, string>) => {
    const answer = await fetch(`${server.url}/session`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join("; "),
      },
      body: JSON.stringify(change),
    });
    const held = { ...cookies };
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";", 1)[0]!.split("=");
      if (value) held[name] = value;
      else delete held[name];
    }
    return { token: ((await answer.json()) as { token: string | null }).token, held };
  };

  test("of a guest never takes the place of another session, in whatever order their answers come", async () => {
    const guest = await open("identity/anonymous", {});
    const account = { email: "late@edge.test", password: "a long password", name: "Lou" };
    const member = await open("identity/sign-up", account);
    const made = await ask({ intent: "adopt", token: guest }, {});
    expect(made.held).toEqual({ "matinee-guest": guest });
    // The member's cookie came while that answer was on its way.
    const late = { ...made.held, matinee: member };
    expect((await ask({ intent: "sync" }, late)).token).toBe(member);
    expect(await ask({ intent: "adopt", token: guest }, { matinee: member })).toEqual({
      token: member,
      held: { matinee: member },
    });
    expect(await ask({ intent: "adopt", token: member }, made.held)).toEqual({
      token: member,
      held: { matinee: member },
    });
    expect(await ask({ intent: "forget", token: member }, late)).toEqual({ token: null, held: {} });
    const other = await open("identity/anonymous", {});
    expect(await ask({ intent: "adopt", token: other }, made.held)).toEqual({
      token: guest,
      held: made.held,
    });
    const over = "A".repeat(43);
    expect(await ask({ intent: "adopt", token: guest }, { matinee: over })).toEqual({
      token: guest,
      held: { "matinee-guest": guest },
    });
  });
});

test("every answer says how it may be used; documents carry a nonce, a new one each time", async () => {
  const page = await get("/page/login");
  const policy = page.headers.get("Content-Security-Policy")!;
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const html = await page.text();
  for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
  expect((await get("/page/login")).headers.get("Content-Security-Policy")).not.toContain(nonce);
  for (const path of ["/page/login", "/api/config", "/healthz", "/nowhere", "/favicon.ico"]) {
    const { headers } = await get(path);
    expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
    expect(headers.get("X-Frame-Options"), path).toBe("DENY");
    expect(headers.get("X-Request-Id"), path).toMatch(/^[\w-]{36}$/);
    expect(headers.get("X-Powered-By"), path).toBeNull();
  }
});

test("forwarded headers count only from a proxy that is trusted", async () => {
  const { headers } = await get("/healthz", {
    "X-Request-Id": "my-own-request-id",
    "X-Forwarded-For": "203.0.113.9",
  });
  expect(headers.get("X-Request-Id")).not.toBe("my-own-request-id");
  // An untrusted proxy on this machine names another client.
  expect((await get("/metrics", { "X-Forwarded-For": "127.0.0.1" })).status).toBe(403);
  expect((await get("/metrics")).status).toBe(200);
});

test("probes and metrics answer, and every request is one line of the log, without a secret", async () => {
  expect(await (await get("/healthz")).text()).toBe("ok");
  expect(await (await get("/readyz")).text()).toBe("ready");
  const metrics = await (await get("/metrics")).text();
  expect(metrics).toContain("matinee_http_requests_total");
  expect(metrics).toContain("matinee_process_resident_memory_bytes");
  const token = "T".repeat(43);
  await get(`/?_token=${token}`);
  await get(`/media/1z.v-secretpart.AAAAAAAAAAAAAAAAAAAAAAAA/asset/master.m3u8`);
  const answer = await get("/api/config");
  const linesOf = (request: string | null) =>
    server
      .output()
      .split("\n")
      // The last one may be on its way.
      .slice(0, -1)
      .filter((line) => (JSON.parse(line) as { request?: string }).request === request);
  // A line is written once its answer is out.
  await expect.poll(() => linesOf(answer.headers.get("X-Request-Id"))).toHaveLength(1);
  expect(server.output()).not.toContain(token);
  expect(server.output()).not.toContain("secretpart");
});

test("static files are compressed, and immutable where their name says their content", async () => {
  const html = await (await get("/page/login")).text();
  const script = /\/assets\/base-[\w-]+\.js/.exec(html)![0];
  const { headers } = await get(script, { "Accept-Encoding": "br" });
  expect(headers.get("Content-Encoding")).toBe("br");
  expect(headers.get("Cache-Control")).toContain("immutable");
  expect((await get("/assets/../../../package.json")).status).toBe(404);
  expect((await get("/assets/%2e%2e/%2e%2e/server.ts")).status).toBe(404);
});

test("the key that signs is made once, and only its owner can read it", async () => {
  expect((await stat(join(dataDir, "secret"))).mode & 0o777).toBe(0o600);
});

test("a second process on the same DATA_DIR stops with a clear line", async () => {
  const { code, output } = await runServer({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toMatch(/^matinee: DATA_DIR .+ is in use by process \d+/);
  expect((await get("/readyz")).status).toBe(200);
});

test.each([
  ["PORT", "seven"],
  ["DATABASE_URL", "mysql://x"],
  ["PUBLIC_URL", "not a url"],
  ["SESSION_SECRET", "short"],
  ["LOG_LEVEL", "loud"],
  ["TRUST_PROXY", "my-proxy"],
])("a bad %s is one line that names it, without its value", async (name, value) => {
  const { code, output } = await runServer({ DATA_DIR: dataDir, [name]: value });
  expect(code).toBe(1);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toMatch(new RegExp(`^matinee: ${name}: `));
  if (name === "SESSION_SECRET") expect(output).not.toContain(value);
});

test("a database that can't be reached is one line, without its password", async () => {
  const { code, output } = await runServer({
    DATA_DIR: dataDir,
    DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/none",
  });
  expect(code).toBe(1);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toMatch(/^matinee: DATABASE_URL: /);
  expect(output).not.toContain("hunter2");
});

test("the demo's accounts, whose passwords everybody knows, are gone once it is no demo any more", async () => {
  const folder = await migratedFolder("after-demo");
  const database = await openDatabase({ dataDir: folder });
  const clock = { now: () => new Date() };
  const identity = createLocalIdentity({
    ...{ db: database.db, secret: new Uint8Array(32), clock },
    busy: () => new Error("busy"),
  });
  await seedDemo({ db: database.db, identity }, new Date());
  await database.close();
  const after = await startServer({ DATA_DIR: folder });
  for (const { email, password } of demoAccounts) {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${after.url}/api/identity/sign-in`, {
      method: "POST",
      headers,
      body: JSON.stringify({ email, password }),
    });
    expect(((await answer.json()) as { c: number }).c, email).toBe(4221);
  }
  await after.end();
  await rm(folder, { recursive: true, force: true });
});

test("where NODE_ENV is not set, libraries are loaded as for production", async () => {
  const folder = await migratedFolder("plain");
  const plain = await startServer({
    DATA_DIR: folder,
    NODE_ENV: undefined,
    NODE_OPTIONS: "--import ./tests/setup/tell-loaded.ts",
  });
  expect((await fetch(plain.url)).status).toBe(200);
  await plain.end();
  const [, loaded = ""] = plain.output().split("loaded:\n");
  expect(loaded).toContain("/node_modules/@remix-run/server-runtime/");
  expect(loaded).not.toMatch(/\.development\./);
  // React is compiled into the build, whose NODE_ENV is its own: only the development build of React says this.
  expect(loaded).not.toMatch(/\/node_modules\/react(-dom)?\//);
  const react = "Each child in a list should have a unique";
  expect(await readFile("node_modules/react/cjs/react.development.js", "utf8")).toContain(react);
  const files = globSync("build/current/server/**/*.js");
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  expect(texts.some((text) => text.includes("renderToPipeableStream"))).toBe(true);
  expect(texts.filter((text) => text.includes(react))).toEqual([]);
  await rm(folder, { recursive: true });
});

test("the demo refuses to be public", async () => {
  const { code, output } = await runServer({
    DATA_DIR: dataDir,
    DEMO: "1",
    PUBLIC_URL: "https://matinee.example",
  });
  expect(code).toBe(1);
  expect(output).toContain("PUBLIC_URL");
});

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { users } from "../../api/db/schema.ts";
import { openSession } from "../../api/domain/accounts/identity/session.ts";
import { calls, type CallName } from "../../contract/index.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await migratedFolder("attacks");
  const database = await openDatabase({ dataDir });
  await database.db.insert(users).values({ uid: "owner", anonymous: false, admin: 3 });
  token = await openSession(database.db, { uid: "owner", userAgent: "test", now: new Date() });
  await database.close();
  server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: "error" });
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

type Sent = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends the body this often, without saying how long it will be; stops at the answer. */
  times?: number;
};
type Answer = { status: number; location: string | undefined };

function send(path: string, { method = "POST", headers = {}, body = "", times }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    let answered = false;
    const call = httpRequest({ hostname, port, path, method, headers }, (response) => {
      answered = true;
      response.resume();
      response.on("error", () => {});
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
    });
    call.on("error", (error) => {
      if (!answered) reject(error);
    });
    if (times === undefined) return void call.end(body);
    let left = times;
    const more = () => {
      while (!answered && !call.destroyed && left > 0) {
        left -= 1;
        if (!call.write(body)) return void call.once("drain", more);
      }
      call.end();
    };
    more();
  });
}

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))![1]) / 1024;

/** What its descriptors are open for. The embedded database keeps the file of each table that was ever read open. */
function descriptors(): string[] {
  const folder = `/proc/${server.pid}/fd`;
  const targets = readdirSync(folder).map((fd) => {
    try {
      return readlinkSync(join(folder, fd)).replace(/\[\d+\]$/, "");
    } catch {
      return "closed meanwhile";
    }
  });
  return targets.filter((target) => !target.startsWith(join(dataDir, "pg")));
}

/** @returns those of `now` that `before` does not have as often */
function added(before: string[], now: string[]): string[] {
  const known = [...before];
  return now.filter((one) => {
    const at = known.indexOf(one);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

const form = "application/x-www-form-urlencoded";
/** Every page with an action that takes plain fields. */
const actions = [
  ...["/session", "/page/login", "/page/pay", "/page/membership", "/page/language", "/video/a/1"],
  ...["/my-list?index", "/my-list/history", "/profile", "/page/feedback", "/z", "/z/page/settings"],
  ...["/z/page/movie", "/z/page/user", "/z/page/user/a", "/z/page/magnet", "/z/page/movie/detail"],
  ...["/z/management/genres", "/z/management/rows", "/z/management/plans", "/z/management/codes"],
];

describe("bodies without an end", () => {
  test.each([
    ["a form", form],
    ["JSON", "application/json"],
  ])("of %s are cut off at every page, and stay out of memory", async (_what, type) => {
    const body = Buffer.alloc(64 * 1024, "[");
    const sendToAll = async () => {
      for (const path of actions) {
        const { status } = await send(path, { headers: { "Content-Type": type }, body, times: 400 });
        expect(status, path).toBeLessThan(500);
        expect(status, path).not.toBe(200);
      }
    };
    // The first rounds load the code of the pages and bring the heap to its working size.
    for (let round = 0; round < 3; round += 1) await sendToAll();
    const before = residentMb();
    await sendToAll();
    expect(residentMb() - before).toBeLessThan(100);
  });

  test("that say how long they are get their answer in words", async () => {
    const body = "name=" + "a".repeat(100_000);
    const { status } = await send("/page/login", { headers: { "Content-Type": form }, body });
    expect(status).toBe(413);
  });
});

test.each(["text/plain", "application/json", "application/x-www-form-urlencodedx"])(
  "a page's form sent as %s is refused and no bug",
  async (type) => {
    const { status } = await send("/page/language", { headers: { "Content-Type": type }, body: "{}" });
    expect(status).toBe(415);
  },
);

test("JSON of 30,000 lists in lists is no session", async () => {
  const headers = { "Content-Type": "application/json" };
  expect((await send("/session", { headers, body: "[".repeat(30_000) })).status).toBe(422);
});

test.each(["//evil.test/path?_token=x", "/\\evil.test/path?_token=x", "///evil.test/?_token=x"])(
  "%s leads nowhere else",
  async (path) => {
    const { status, location = "" } = await send(path, { method: "GET" });
    expect([308, 400]).toContain(status);
    expect(new URL(location, server.url).origin).toBe(server.url);
  },
);

describe("the Host header", () => {
  test.each(["evil.test", "127.0.0.1.evil.test", "localhost.evil.test:80", "[::1].evil.test"])(
    "%s is not this service's",
    async (Host) => {
      for (const path of ["/", "/api/config", "/metrics"])
        expect([400, 421]).toContain((await send(path, { method: "GET", headers: { Host } })).status);
    },
  );
  test.each(["localhost:3000", "127.0.0.1", "[::1]:80", "app.localhost"])("%s is", async (Host) => {
    expect((await send("/api/config", { method: "GET", headers: { Host } })).status).toBe(200);
  });
});

/** Mulberry32: the same requests in each run. */
function seeded(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("20,000 malformed requests", () => {
  const random = seeded(20_261_122);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const bytes = () =>
    Buffer.from(Array.from({ length: Math.floor(random() * 200) }, () => Math.floor(random() * 256)));
  const bodies: (() => string | Buffer)[] = [
    bytes,
    () => "[".repeat(Math.floor(random() * 2_000)),
    () => `{"${"a".repeat(Math.floor(random() * 500))}":`,
    () => `{"id":${pick(["null", "-1", "1e999", '"\\u0000"', "[]", "{}", '"\\ud800"'])}}`,
    () => '{"__proto__":{"admin":3},"constructor":1}',
    () =>
      `${pick(["intent", "id", "a[b]", "list[999999999]", "%", "__intent__"])}=${pick(["", "%zz", "\0", "x"])}`,
    () => '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
    () => "",
  ];
  const types = [
    "application/json",
    form,
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "text/\x7f",
    "",
  ];
  const queries = () =>
    pick([
      "",
      "?",
      "?%",
      "?id=%00",
      "?cursor=AAAA",
      "?limit=-1&limit=2",
      "?q=%F0%9F",
      `?q=${"a".repeat(900)}`,
    ]);

  async function run(count: number, path: () => string, headers: Record<string, string>) {
    const wrong = new Set<string>();
    let left = count;
    const worker = async () => {
      while (left-- > 0) {
        const address = path() + queries();
        const method = pick(["POST", "POST", "POST", "GET", "PUT"]);
        const type = pick(types).replace("\x7f", "x");
        const body = method === "GET" ? "" : pick(bodies)();
        const sent = { method, headers: { ...headers, ...(type && { "Content-Type": type }) }, body };
        const { status } = await send(address, sent).catch((error: Error) => ({ status: error.message }));
        if (typeof status !== "number" || status >= 500)
          wrong.add(`${status} ${method} ${address} ${type} ${body.toString().slice(0, 60)}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return [...wrong];
  }

  test.each([
    ["calls", 10_000, () => `/api/${pick(Object.keys(calls) as CallName[])}`],
    ["page actions", 10_000, () => pick(actions) + pick(["", "", ".data"])],
  ])(
    "at %s: none is a bug, and nothing is left of them",
    async (_what, count, path) => {
      const signed: Record<string, string>[] = [
        {},
        { Authorization: `Bearer ${token}`, Cookie: `matinee=${token}` },
      ];
      // The first of each fill caches and compile code.
      for (const headers of signed) expect(await run(count / 4, path, headers)).toEqual([]);
      // The thread that hashes passwords stays for half a minute after each, and takes descriptors of its own.
      await fetch(`${server.url}/api/identity/sign-in`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: "no-such-account@example.test", password: "not the password" }),
      });
      const open = descriptors();
      // A heap on its way to its working size stops growing; a leak grows in each round.
      let grownMb = Infinity;
      for (let round = 0; round < 3 && grownMb >= 50; round += 1) {
        const resident = residentMb();
        for (const headers of signed) expect(await run(count / 4, path, headers)).toEqual([]);
        grownMb = residentMb() - resident;
      }
      expect(grownMb).toBeLessThan(50);
      await expect
        .poll(() => added(open, descriptors()), { timeout: 10_000 })
        .toSatisfy((left: string[]) => left.length <= 8);
      expect(server.child.exitCode).toBeNull();
    },
    240_000,
  );
});

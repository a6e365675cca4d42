import { rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filled, growthOf } from "../setup/cost.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

let dataDir: string;
let server: ServerProcess;
/** Of the routes, as the pages name it: who does not name it is told nothing else. */
let version: string;
beforeAll(async () => {
  dataDir = await migratedFolder("hostile");
  server = await startServer({ DATA_DIR: dataDir, TRUST_PROXY: "loopback" });
  const page = await (await fetch(`${server.url}/page/login`)).text();
  version = /"version": ?"([\da-f]+)"/.exec(page)?.[1] ?? /manifest-([\da-f]+)\.js/.exec(page)![1]!;
  // Compiling at the first request does not count.
  for (const path of ["/page/login", "/nothing", "/api/config", "/media/a/b/c"]) await send(path);
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

type Asked = { method?: string; headers?: Record<string, string>; body?: string };

function send(path: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const call = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** Milliseconds of processor time the server has used. */
async function serverMs(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return 1000 * Number(/^matinee_process_cpu_seconds_total (\S+)$/m.exec(text)![1]);
}

/** Node takes 16 KB of address and headers together. */
const longest = 15_000;

async function expectCheap(ask: (length: number) => [path: string, asked?: Asked], large = longest) {
  const run = async (length: number) => expect(await send(...ask(length))).toBeLessThan(500);
  expect(await growthOf(run, large, serverMs)).toMatchObject({ isCheap: true });
}

describe("an address", () => {
  test.each([
    ["many parts", "/", "a/", ""],
    ["many parts of a film's", "/video/", "a/", ""],
    ["many parts of a page's data", "/", "a/", ".data"],
    ["many parts of a file's", "/assets/", "a/", ""],
    ["many parts, escaped", "/", "%41/", ""],
    ["slashes", "/", "/", "x"],
    ["slashes behind a word", "/x", "/", "x"],
    ["one part", "/page/", "-", ""],
    ["ways up", "/", "../", "x"],
    ["fields", "/page/login?", "a&", ""],
    ["a place to go back to", "/page/login?to=/", "%2e%2e/", ""],
    ["a search", "/page/search?q=", "%EF%B7%BA", ""],
    ["names of routes", "/page/login.data?_routes=", "a,", ""],
    ["a name of a route", "/page/login.data?_routes=", "routes/page/login,", ""],
    ["parts of media", "/media/a/b/", "a/", ""],
    ["parts of artwork", "/artwork/a/", "%2f", ""],
    ["parts of a call", "/api/", "a/", ""],
    ["fields of a call", "/api/movie/list?", "a&", ""],
  ])("with %s", (_what, before, piece, after) =>
    expectCheap((length) => [before + filled(piece, length - before.length) + after]),
  );

  test.each(["/oss/upload", "/page/feedback"])("in parts, with an endless boundary, to %s", (path) =>
    expectCheap((length) => {
      const boundary = filled("-", 14_000);
      const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
      return [path, { method: "POST", headers, body: filled(`\r\n--${boundary.slice(1)}a`, length) }];
    }, 64 * 1024),
  );

  test.each([
    ["parts", "p=/", "a/"],
    ["paths", "", "p=/a0&p=/b1&p=/c2&"],
    ["paths of parts", "", "p=/a/b/c/d/e/f/g/h&"],
  ])("that asks for the routes of many %s", (_what, before, piece) =>
    expectCheap((length) => [`/__manifest?version=${version}&${before}${filled(piece, length)}`], 7_500),
  );

  test("that asks for many routes is refused, and one that asks for those of a page of links is answered", async () => {
    const ask = (paths: string[]) =>
      send(
        `/__manifest?version=${version}&${paths.map((path) => `p=${encodeURIComponent(path)}`).join("&")}`,
      );
    const links = Array.from({ length: 250 }, (_, n) => `/video/a-film-${n}`);
    expect(await ask(links)).toBe(200);
    expect(await ask(Array.from({ length: 600 }, (_, n) => `/${n}`))).toBe(404);
    expect(await ask([`/${"a/".repeat(30)}`])).toBe(404);
  });
});

const pieces: Record<string, string[]> = {
  Cookie: ["a=b; ", ";", "=", "%", " ", '"'],
  "Accept-Language": ["a,", "en;q=0.1,", "-a", " ", ";q="],
  "User-Agent": ["Version/1", "Tizen", "iPhone ", "Mozilla/5.0 (", "MatineeStore/1.1", "bot", " "],
  "X-Forwarded-For": ["1.2.3.4,", "127.0.0.1,", ",", " ", "[::1]:1,"],
  "X-Forwarded-Host": ["a.", "a:"],
  Origin: ["a", "http://a/"],
  Referer: ["http://a/", "/"],
  Authorization: ["A", " ", "Bearer "],
  "If-None-Match": ['"a",', " ", "W/"],
  Range: ["0-0,", " ", "bytes="],
  Accept: ["a/b,", ";q="],
  "Accept-Encoding": ["gzip,", "gzip;q=0,", " "],
  "Cache-Control": ["no-transform,", " "],
};

describe.each(Object.keys(pieces))("a header: %s", (name) => {
  test.each(pieces[name]!.flatMap((piece) => ["/page/login", "/api/config"].map((path) => [piece, path])))(
    "of %j, to %s",
    (piece, path) =>
      expectCheap((length) => [path!, { headers: { [name]: `a${filled(piece!, length - 500)}b` } }]),
  );
});

describe("a form", () => {
  const types = [
    "multipart/form-data; boundary=",
    "application/x-www-form-urlencoded; ",
    "application/json; ",
  ];
  test.each(types.flatMap((type) => ["=", '"', "\\", " ", ";a=b"].map((piece) => [type, piece])))(
    "to the uploads of type %s with %j",
    (type, piece) =>
      expectCheap((length) => [
        "/oss/upload",
        { method: "POST", headers: { "Content-Type": type! + filled(piece!, length - 500) }, body: "a=b" },
      ]),
  );

  test.each([
    ["Upload-Metadata", "key YQ==,"],
    ["Upload-Metadata", " "],
    ["Upload-Metadata", "="],
    ["Upload-Grant", "."],
    ["Upload-Grant", "A"],
    ["Upload-Length", "9"],
  ])("in pieces, whose %s is of %j", (name, piece) =>
    expectCheap((length) => {
      const headers = { "Tus-Resumable": "1.0.0", "Upload-Length": "9", "Upload-Grant": "a.b" };
      const hostile = { ...headers, [name]: `a${filled(piece, length - 500)}b` };
      return ["/oss/resumable", { method: "POST", headers: hostile }];
    }),
  );

  test.each([
    ["fields", "a&"],
    ["fields of one name", "intent=a&"],
    ["escapes", "%41"],
    ["broken escapes", "%"],
    ["blanks", "+"],
    ["brackets", "a[0]"],
  ])("of %s", (_what, piece) =>
    expectCheap(
      (length) => [
        "/page/login",
        {
          method: "POST",
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body: filled(piece, length),
        },
      ],
      64 * 1024,
    ),
  );

  test.each(["/oss/upload", "/page/feedback"])("in parts, with an endless boundary, to %s", (path) =>
    expectCheap((length) => {
      const boundary = filled("-", 14_000);
      const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
      return [path, { method: "POST", headers, body: filled(`\r\n--${boundary.slice(1)}a`, length) }];
    }, 64 * 1024),
  );

  test.each([
    ["parts", '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n'],
    ["beginnings of parts", "\r\n--"],
    ["headers of a part", "A: b\r\n"],
    ["quotes", '\\"'],
  ])("in parts: %s", (_what, piece) =>
    expectCheap(
      (length) => [
        "/page/feedback",
        {
          method: "POST",
          headers: { "Content-Type": "multipart/form-data; boundary=x" },
          body: `--x\r\nContent-Disposition: form-data; name="${filled(piece, length)}\r\n--x--\r\n`,
        },
      ],
      64 * 1024,
    ),
  );

  test.each([
    ["lists in lists", (n: number) => "[".repeat(n / 2) + "]".repeat(n / 2)],
    ["quotes", (n: number) => filled('"', n)],
    ["a member again and again", (n: number) => `{${filled('"a":1,', n)}`],
  ])("of the session: %s", (_what, body) =>
    expectCheap(
      (length) => [
        "/session",
        { method: "POST", headers: { "Content-Type": "application/json" }, body: body(length) },
      ],
      64 * 1024,
    ),
  );
});

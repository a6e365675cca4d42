import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createFileServer } from "./serve-file.ts";
import * as wire from "../../../tests/setup/http-wire.ts";

const folder = wire.makeFolder();
const root = join(folder.path, "root");
const content = randomBytes(700_000);
const size = content.length;
const BIG = 64 * 1024 * 1024;
let server: wire.TestServer;

function makeApp(stallMs?: number): Hono {
  const serve = createFileServer({ root, clock: { now: () => new Date() }, stallMs });
  const app = new Hono();
  app.get("/:path{.+}", (c) => serve(c, { path: c.req.param("path"), cacheControl: "private, max-age=60" }));
  return app;
}

beforeAll(async () => {
  mkdirSync(join(root, "dir/.hidden"), { recursive: true });
  writeFileSync(join(root, "film.mp4"), content);
  writeFileSync(join(root, "empty.vtt"), "");
  writeFileSync(join(root, "dir/film.mp4"), content);
  writeFileSync(join(root, "dir/..film.mp4"), content);
  writeFileSync(join(root, ".env"), "secret");
  writeFileSync(join(root, "dir/.hidden/film.mp4"), "secret");
  writeFileSync(join(root, "wörter 1.vtt"), "WEBVTT");
  writeFileSync(join(folder.path, "outside.mp4"), "secret");
  mkdirSync(join(folder.path, "root-2"));
  writeFileSync(join(folder.path, "root-2/film.mp4"), "secret");
  symlinkSync("film.mp4", join(root, "inside-link.mp4"));
  symlinkSync("../outside.mp4", join(root, "outside-link.mp4"));
  symlinkSync("/etc", join(root, "etc"));
  symlinkSync("../root-2", join(root, "neighbour"));
  symlinkSync("loop", join(root, "loop"));
  writeFileSync(join(root, "big.mp4"), "");
  truncateSync(join(root, "big.mp4"), BIG);
  server = await wire.startTestServer(makeApp());
});

afterAll(async () => {
  await server.stop();
  folder.remove();
});

const get = (target: string, headers?: Record<string, string>) =>
  wire.request(server.port, "GET", target, headers);
const range = (value: string) => get("/film.mp4", { Range: value });

describe("ranges over a real connection", () => {
  it.each<[header: string, start: number, end: number]>([
    ["bytes=0-0", 0, 1],
    ["bytes=0-", 0, size],
    ["bytes=262143-262144", 262_143, 262_145],
    ["bytes=100-599999", 100, 600_000],
    ["bytes=-1", size - 1, size],
    [`bytes=-${size * 2}`, 0, size],
    ["bytes=5-99999999999999999999999", 5, size],
    ["Bytes=7-9", 7, 10],
    ["bytes=9999999-,7-9", 7, 10],
  ])("%s is 206", async (header, start, end) => {
    const answer = await range(header);
    expect(answer.status).toBe(206);
    expect(answer.headers["content-range"]).toBe(`bytes ${start}-${end - 1}/${size}`);
    expect(answer.headers["content-type"]).toBe("video/mp4");
    expect(answer.body.equals(content.subarray(start, end))).toBe(true);
  });

  it.each(["bytes=-0", `bytes=${size}-`, "bytes=99999999999999999999-", "bytes=900000-,-0"])(
    "%s is 416",
    async (header) => {
      const answer = await range(header);
      expect(answer.status).toBe(416);
      expect(answer.headers).toMatchObject({ "content-range": `bytes */${size}`, "content-length": "0" });
    },
  );

  it.each([
    ["bytes=5-2"],
    ["bytes=abc"],
    ["bytes="],
    ["bytes=-"],
    ["bytes=\xff-1"],
    ["seconds=1-2"],
    [`bytes=${"0-0,".repeat(9)}`],
    ["bytes=0-,0-"],
    [`bytes=${Array.from({ length: 1000 }, (_, i) => `${i}-${i}`).join(",")}`],
  ])("%s is ignored", async (header) => {
    const answer = await range(header);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(content)).toBe(true);
  });

  it("ignores a Range that is sent twice", async () => {
    const text =
      "GET /film.mp4 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nRange: bytes=0-1\r\nRange: bytes=2-3\r\n\r\n";
    const [answer] = wire.parseAnswers(await wire.collect(await wire.openConnection(server.port, text)), [
      "GET",
    ]);
    expect(answer?.status).toBe(200);
  });

  it("takes blanks around ranges", async () => {
    expect((await range("  bytes=0-0 ,\t9999999-  ")).headers["content-range"]).toBe(`bytes 0-0/${size}`);
  });

  it("sends several ranges as multipart", async () => {
    const asked: [number, number][] = [
      [0, 0],
      [300_000, 599_999],
      [size - 1, size - 1],
    ];
    const answer = await range("bytes=0-0,300000-599999,-1");
    expect(answer.status).toBe(206);
    expect(answer.headers["content-range"]).toBeUndefined();
    const boundary = /^multipart\/byteranges; boundary=([\w-]{24})$/.exec(
      answer.headers["content-type"]!,
    )![1]!;
    const expected = asked.map(([first, last], index) =>
      Buffer.concat([
        Buffer.from(
          `${index ? "\r\n" : ""}--${boundary}\r\nContent-Type: video/mp4\r\nContent-Range: bytes ${first}-${last}/${size}\r\n\r\n`,
        ),
        content.subarray(first, last + 1),
      ]),
    );
    expect(answer.body.equals(Buffer.concat([...expected, Buffer.from(`\r\n--${boundary}--\r\n`)]))).toBe(
      true,
    );
  });

  it("serves an empty file", async () => {
    const [whole, suffix, first] = [
      await get("/empty.vtt"),
      await get("/empty.vtt", { Range: "bytes=-5" }),
      await get("/empty.vtt", { Range: "bytes=0-0" }),
    ];
    expect([whole.status, suffix.status, first.status]).toEqual([200, 200, 416]);
    expect(first.headers["content-range"]).toBe("bytes */0");
  });
});

describe("conditions over a real connection", () => {
  it("keeps one connection through answers of every kind", async () => {
    const { headers } = await get("/film.mp4");
    const requests: [string, Record<string, string>][] = [
      ["GET", { Range: "bytes=0-9" }],
      ["HEAD", {}],
      ["GET", { "If-None-Match": headers.etag! }],
      ["GET", { "If-Modified-Since": headers["last-modified"]! }],
      ["GET", { "If-Match": '"x"' }],
      ["GET", { Range: "bytes=900000-" }],
      ["HEAD", { Range: "bytes=900000-" }],
      ["GET", { Range: "bytes=0-9", "If-Range": headers.etag! }],
      ["GET", { Range: "bytes=0-9", "If-Range": '"x"', Connection: "close" }],
    ];
    const text = requests.map(([method, fields]) => wire.requestText(method, "/film.mp4", fields)).join("");
    const bytes = await wire.collect(await wire.openConnection(server.port, text));
    const answers = wire.parseAnswers(
      bytes,
      requests.map(([method]) => method),
    );
    expect(answers.map(({ status }) => status)).toEqual([206, 200, 304, 304, 412, 416, 200, 206, 200]);
    expect(answers[1]!.headers).toMatchObject({ "content-length": String(size), "accept-ranges": "bytes" });
    for (const answer of answers) expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  });
});

describe("paths", () => {
  it.each([
    "/film.mp4",
    "/dir/film.mp4",
    "/inside-link.mp4",
    "/film.mp4?v=1",
    "/w%C3%B6rter%201.vtt",
    "/dir/../film.mp4",
  ])("%s is served", async (target) => expect((await get(target)).status).toBe(200));

  it.each([
    "/../outside.mp4",
    "/dir/../../outside.mp4",
    "/%2e%2e/outside.mp4",
    "/dir/%2e%2e/%2e%2e/outside.mp4",
    "/dir%2f..%2f..%2foutside.mp4",
    "/..%2foutside.mp4",
    "/%252e%252e/outside.mp4",
    "/%252e%252e%252foutside.mp4",
    "/..%5coutside.mp4",
    "/..%255coutside.mp4",
    "/%c0%ae%c0%ae/outside.mp4",
    "/film.mp4%00",
    "/film.mp4%00.jpg",
    "/film.mp4%0a",
    "/film.mp4/",
    "/film.mp4/x",
    "//film.mp4",
    "/dir//film.mp4",
    "/./film.mp4/.",
    "/.env",
    "/%2eenv",
    "/dir/.hidden/film.mp4",
    "/dir/..film.mp4",
    "/dir",
    "/dir/",
    "/outside-link.mp4",
    "/etc/hostname",
    "/neighbour/film.mp4",
    "/loop",
    `/${"a".repeat(300)}`,
    `/${"a/".repeat(600)}b`,
    "/%",
    "/%zz",
    "/nothing.mp4",
  ])("%s is 404", async (target) => {
    const answer = await get(target);
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).not.toContain("secret");
  });

  it("refuses a backslash", async () => {
    // The adapter already uses a chunked answer.
    const socket = await wire.openConnection(
      server.port,
      wire.requestText("GET", "/..\\outside.mp4", { Connection: "close" }),
    );
    expect((await wire.collect(socket)).toString()).toMatch(/^HTTP\/1\.1 40[04] /);
  });

  it("does not wait for the writer of a FIFO", async () => {
    execFileSync("mkfifo", [join(root, "fifo.mp4")]);
    expect((await get("/fifo.mp4")).status).toBe(404);
  });
});

describe("clients that go away", () => {
  const open = () => wire.countOpenFiles(folder.path);

  it("closes every file", async () => {
    const sockets = await Promise.all(
      Array.from({ length: 20 }, () => wire.openConnection(server.port, wire.requestText("GET", "/big.mp4"))),
    );
    expect(await wire.eventually(() => open() === 20)).toBe(true);
    for (const socket of sockets) socket.destroy();
    expect(await wire.eventually(() => open() === 0)).toBe(true);
  });

  it("holds one file for many pipelined requests, and none after", async () => {
    const text = wire.requestText("GET", "/big.mp4").repeat(100);
    const socket = await wire.openConnection(server.port, text);
    expect(await wire.eventually(() => open() === 1)).toBe(true);
    await new Promise((done) => setTimeout(done, 100));
    expect(open()).toBe(1);
    socket.destroy();
    expect(await wire.eventually(() => open() === 0)).toBe(true);
  });

  it("answers pipelined requests in order", async () => {
    const texts = Array.from({ length: 50 }, (_, i) => {
      const last: Record<string, string> = i === 49 ? { Connection: "close" } : {};
      return wire.requestText("GET", "/film.mp4", { Range: `bytes=${i}-${i + 20_000}`, ...last });
    });
    const bytes = await wire.collect(await wire.openConnection(server.port, texts.join("")));
    const answers = wire.parseAnswers(
      bytes,
      texts.map(() => "GET"),
    );
    answers.forEach(({ body }, i) => expect(body.equals(content.subarray(i, i + 20_001))).toBe(true));
  });

  it("disconnects a client that takes nothing", async () => {
    const impatient = await wire.startTestServer(makeApp(150));
    const socket = await wire.openConnection(impatient.port, wire.requestText("GET", "/big.mp4"));
    expect(await wire.eventually(() => open() === 1)).toBe(true);
    expect(await wire.eventually(() => open() === 0)).toBe(true);
    socket.destroy();
    await impatient.stop();
  });

  it("destroys the connection when the file is cut short", async () => {
    const file = join(root, "shrinking.mp4");
    writeFileSync(file, "");
    truncateSync(file, BIG);
    const socket = await wire.openConnection(server.port, wire.requestText("GET", "/shrinking.mp4"));
    expect(await wire.eventually(() => open() === 1)).toBe(true);
    truncateSync(file, 1024 * 1024);
    const bytes = await wire.collect(socket);
    expect(bytes.length).toBeLessThan(BIG);
    expect(await wire.eventually(() => open() === 0)).toBe(true);
  });
});

describe("behind middleware", () => {
  // The adapter logs an error to the console when an answer is written twice, and breaks the connection.
  it.each<[name: string, middleware: MiddlewareHandler]>([
    ["that does nothing", (_, next) => next()],
    [
      "that sets headers first",
      (c, next) => {
        c.header("X-Before", "1");
        return next();
      },
    ],
    [
      "that sets headers late",
      async (c, next) => {
        await next();
        c.header("X-Late", "1");
        c.header("X-Later", "1");
      },
    ],
    [
      "that changes the response",
      async (c, next) => {
        c.header("X-Before", "1");
        await next();
        c.res.headers.set("X-After", "1");
        c.res = new Response(c.res.body, c.res);
      },
    ],
  ])("writes each answer once behind one %s", async (_, middleware) => {
    const complaints = vi.spyOn(console, "error");
    const app = new Hono().use(middleware).route("/", makeApp());
    const wrapped = await wire.startTestServer(app);
    const requests: [string, Record<string, string>][] = [
      ["GET", {}],
      ["HEAD", {}],
      ["GET", { Range: "bytes=0-9" }],
      ["GET", { Connection: "close" }],
    ];
    const text = requests.map(([method, headers]) => wire.requestText(method, "/film.mp4", headers)).join("");
    const bytes = await wire.collect(await wire.openConnection(wrapped.port, text));
    const answers = wire.parseAnswers(
      bytes,
      requests.map(([method]) => method),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 206, 200]);
    expect(answers[3]!.body.equals(content)).toBe(true);
    await wrapped.stop();
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  });
});

describe("without a node request", () => {
  const app = makeApp();

  it("gives the same answers", async () => {
    for (const range of ["", "bytes=5-300000", "bytes=0-", "bytes=-9"]) {
      const headers = { range };
      const here = await app.request("/film.mp4", { headers });
      const there = await get("/film.mp4", headers);
      expect(here.status).toBe(there.status);
      expect(Buffer.from(await here.arrayBuffer()).equals(there.body)).toBe(true);
      for (const [name, value] of here.headers) expect(there.headers[name]).toBe(value);
    }
    const several = await app.request("/film.mp4", { headers: { range: "bytes=0-0,-1" } });
    expect(Number(several.headers.get("content-length"))).toBe((await several.arrayBuffer()).byteLength);
  });

  it("opens the file when it is read, and closes it when the reader leaves", async () => {
    const response = await app.request("/big.mp4");
    expect(wire.countOpenFiles(folder.path)).toBe(0);
    const reader = response.body!.getReader();
    await reader.read();
    expect(wire.countOpenFiles(folder.path)).toBe(1);
    await reader.cancel();
    expect(wire.countOpenFiles(folder.path)).toBe(0);
  });

  it("fails the body when the file has changed since", async () => {
    writeFileSync(join(root, "changing.mp4"), "one");
    const response = await app.request("/changing.mp4");
    writeFileSync(join(root, "changing.mp4"), "three");
    await expect(response.text()).rejects.toThrow("changed");
  });

  it("answers HEAD with the length and no body", async () => {
    const response = await app.request("/film.mp4", { method: "HEAD" });
    expect(response.headers.get("content-length")).toBe(String(size));
    expect(response.body).toBeNull();
  });
});

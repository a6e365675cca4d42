import { rm } from "node:fs/promises";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { locales } from "../../contract/locales.ts";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

/** A document is sent in one piece, with its length, as small as the browser can read it. */
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await migratedFolder("documents");
  server = await startServer({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

type Answer = { status: number; headers: Record<string, string | undefined>; body: Buffer };

/** By node:http, since fetch unpacks answers and hides their length. */
function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.once("error", reject);
      answer.once("end", () =>
        resolve({
          status: answer.statusCode!,
          headers: answer.headers as Answer["headers"],
          body: Buffer.concat(pieces),
        }),
      );
    });
    sent.once("error", reject);
    sent.end();
  });
}

/** What differs between two requests: their ids and nonces. */
const steady = (html: string) =>
  html
    .replaceAll(/nonce(=|":)"[^"]*"/g, "")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "");

test.each(locales)("sends pages in %s whole", async (locale) => {
  for (const path of ["/", "/page/membership", "/page/search", "/nowhere"]) {
    const { status, headers, body } = await get(path, { Cookie: `locale=${locale}` });
    expect(status, body.toString()).toBe(path === "/nowhere" ? 404 : 200);
    expect(Number(headers["content-length"])).toBe(body.length);
    expect(body.includes(0), `${path} holds a zero byte`).toBe(false);
    const html = body.toString();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="/);
    expect(html).not.toContain("\uFFFD");
    expect(html).toMatch(/streamController\.close\(\)<\/script>$/);
  }
});

test("packs a page as the browser reads it", async () => {
  const headers = { Cookie: "locale=ar; matinee-guest=none" };
  const plain = await get("/page/membership", headers);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  for (const [accepted, name, unpack] of [
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip, deflate", "gzip", gunzipSync],
  ] as const) {
    const packed = await get("/page/membership", { ...headers, "Accept-Encoding": accepted });
    expect(packed.headers["content-encoding"]).toBe(name);
    expect(packed.headers.vary).toContain("Accept-Encoding");
    expect(Number(packed.headers["content-length"])).toBe(packed.body.length);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect(steady(unpack(packed.body).toString())).toBe(steady(plain.body.toString()));
  }
});

test("sends no document to HEAD", async () => {
  const { status, headers, body } = await get("/", { "Accept-Encoding": "br" }, "HEAD");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).toHaveLength(0);
});

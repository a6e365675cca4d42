import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { filled, growthOf } from "../tests/setup/cost.ts";
import { compressText } from "./compress-text.ts";

const text = filled("<p>Matinée, 映画 & فيلم</p>", 20_000);

async function sent(accepted: string | null, given = text) {
  const headers = new Headers({ Vary: "Cookie" });
  const body = await compressText(given, accepted, headers);
  return { body, encoding: headers.get("Content-Encoding"), vary: headers.get("Vary") };
}

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["br;q=1.0, gzip;q=0.8, *;q=0.1", "br"],
  ["BR", "br"],
  ["gzip;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.000, gzip; q=0", null],
  ["deflate", null],
  ["identity", null],
  ["gzipped, brr", null],
  [";;;,,,q=0", null],
  ["", null],
  [null, null],
])("Accept-Encoding %s is answered as %s", async (accepted, encoding) => {
  const answer = await sent(accepted);
  expect(answer.encoding).toBe(encoding);
  expect(answer.vary).toBe("Cookie, Accept-Encoding");
  const read = { br: brotliDecompressSync, gzip: gunzipSync };
  const back = encoding ? read[encoding as "br" | "gzip"](answer.body as Uint8Array).toString() : answer.body;
  expect(back).toBe(text);
});

test("compresses bytes as it does their text, and leaves short ones alone", async () => {
  const bytes = await sent("gzip", Buffer.from(text) as never);
  expect(gunzipSync(bytes.body as Uint8Array).toString()).toBe(text);
  expect(await sent("br, gzip", "short")).toMatchObject({ body: "short", encoding: null });
});

test.each([",", ";", "br;", "q=0,", " "])("a header full of %o costs little", async (piece) => {
  const growth = await growthOf((bytes) => sent(filled(piece, bytes), "x".repeat(2_000)));
  expect(growth.isCheap, JSON.stringify(growth)).toBe(true);
});

import sharp from "sharp";
import { expect, test } from "vitest";
import { pictureFormat } from "./picture-format.ts";

const picture = () => sharp({ create: { width: 7, height: 5, channels: 3, background: "#c2183c" } });

test.each([
  ["png", () => picture().png()],
  ["jpeg", () => picture().jpeg()],
  ["jpeg", () => picture().jpeg({ progressive: true })],
  ["webp", () => picture().webp()],
  ["webp", () => picture().webp({ lossless: true })],
  ["webp", () => picture().withMetadata().webp()],
] as const)("a real %s is one", async (format, make) => {
  expect(pictureFormat(await make().toBuffer())).toBe(format);
});

test("what is cut short is no picture", async () => {
  for (const make of [picture().png(), picture().jpeg(), picture().webp()]) {
    const whole = await make.toBuffer();
    expect(pictureFormat(whole.subarray(0, whole.length - 12))).toBeNull();
  }
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["text", Buffer.from("<script>alert(1)</script>".repeat(10))],
  ["a vector picture", Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${" ".repeat(60)}</svg>`)],
  ["a PNG's signature alone", Buffer.from("\u0089PNG\r\n\u001a\n".padEnd(64, "x"), "latin1")],
  ["an endless JPEG", Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(4096, 0xff)])],
  ["a film", Buffer.from("\0\0\0\u0020ftypisom".padEnd(64, "\0"), "latin1")],
])("%s is no picture", (_what, bytes) => {
  expect(pictureFormat(bytes)).toBeNull();
});

test("a picture that would fill the memory of who opens it is refused", async () => {
  const bytes = await picture().png().toBuffer();
  bytes.writeUInt32BE(100_000, 16);
  expect(pictureFormat(bytes)).toBeNull();
  bytes.writeUInt32BE(8_192, 16);
  bytes.writeUInt32BE(4_096, 20);
  expect(pictureFormat(bytes)).toBe("png");
  bytes.writeUInt32BE(4_097, 20);
  expect(pictureFormat(bytes)).toBeNull();
});

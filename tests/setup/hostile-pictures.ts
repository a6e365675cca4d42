import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG of zeros: a kilobyte of it is a megabyte of pixels. @param more chunks before the pixels */
export function zeroPng(width: number, height: number, more: Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width * 4 + 1) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    ...[chunk("IHDR", head), ...more, chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))],
  ]);
}

/** A chunk whose few kilobytes unfold to so many. */
export function bombChunk(type: "iCCP" | "zTXt", bytes: number): Buffer {
  return chunk(
    type,
    Buffer.concat([Buffer.from("name\0\0", "latin1"), deflateSync(Buffer.alloc(bytes), { level: 9 })]),
  );
}

/** A WebP of so many small frames. */
export function manyFrames(frames: number): Promise<Buffer> {
  const side = 8;
  const raw = Buffer.alloc(side * side * frames * 3);
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 7 + Math.floor(at / (side * side * 3))) % 256;
  return sharp(raw, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    .webp({ loop: 0, effort: 0 })
    .toBuffer();
}

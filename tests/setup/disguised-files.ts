import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRawSync, deflateSync } from "node:zlib";
import type { EncodingProblem } from "../../contract/index.ts";
import { makeVideo } from "./videos.ts";

const run = promisify(execFile);

/** A file that is not the video its name says, and why it is refused. */
export type Disguised = { name: string; bytes: Buffer; problem: EncodingProblem; extension: string };

/**
 * What people and attackers upload in place of a video. Those that name others name `address`, which must never be called,
 * and `secret`, a file that must never be read.
 */
export async function disguisedFiles(
  folder: string,
  { address, secret }: { address: string; secret: string },
): Promise<Disguised[]> {
  const film = await makeVideo(folder, { seconds: 4, size: "320x240" });
  const whole = await readFile(film);
  const late = join(folder, "late.mp4");
  await run("ffmpeg", ["-v", "error", "-y", "-i", film, "-c", "copy", late]);
  const sound = join(folder, "sound.mp4");
  await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-t", "1", "-i", "sine", "-c:a", "aac", sound]);
  const text = (words: string) => Buffer.from(words);
  const refused = (name: string, bytes: Buffer, extension = "mp4"): Disguised => ({
    ...{ name, bytes, extension },
    problem: "unsupported",
  });
  return [
    refused("a page", text(`<!doctype html><video src="${address}/page.mp4"></video>`)),
    refused(
      "a picture in SVG",
      text(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${address}/a.png"/></svg>`),
    ),
    refused("an HLS playlist of an address", text(playlist(`${address}/a.ts`))),
    refused("an HLS playlist of a file", text(playlist(`file://${secret}`)), "ts"),
    refused("a playlist behind empty lines", text(`\n\n${playlist(`${address}/late.ts`)}`), "mkv"),
    refused("a playlist with a byte order mark", text(`\ufeff${playlist(`${address}/bom.ts`)}`)),
    refused("a DASH manifest", text(`<?xml version="1.0"?><MPD><BaseURL>${address}/</BaseURL></MPD>`)),
    refused("a list of files", text(`ffconcat version 1.0\nfile '${secret}'\n`)),
    refused("a list of addresses", text(`ffconcat version 1.0\nfile '${address}/list.mp4'\n`), "mov"),
    refused("a session description", text(`v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=video 9 RTP/AVP 96\r\n`)),
    refused("a shell script", text(`#!/bin/sh\ncurl ${address}/script\n`)),
    refused("a Winamp playlist", text(`[playlist]\nFile1=${address}/pls.mp4\n`), "avi"),
    refused("a subtitle", text("1\n00:00:00,000 --> 00:00:02,000\nhello\n"), "mkv"),
    refused("an archive", zipOf("film.mp4", whole)),
    refused("nothing", Buffer.alloc(0)),
    refused("zeros", Buffer.alloc(4096)),
    refused("a huge picture", hugePng(100_000)),
    refused("a film without its index", (await readFile(late)).subarray(0, -2_000)),
    { ...refused("a film that was cut off", whole.subarray(0, whole.length * 0.5)), problem: "damaged" },
    { ...refused("a sound", await readFile(sound)), problem: "no_video" },
    { ...refused("a huge film", await hugeVideo(folder)), problem: "too_large", extension: "mkv" },
  ];
}

const playlist = (uri: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${uri}\n#EXT-X-ENDLIST\n`;

/** One file in the oldest form of a zip. */
function zipOf(name: string, bytes: Buffer): Buffer {
  const packed = deflateRawSync(bytes);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(bytes.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), packed]);
}

/** A PNG that says it is so many pixels wide and high. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const framed = Buffer.alloc(8);
    framed.writeUInt32BE(data.length);
    framed.write(type, 4);
    return Buffer.concat([framed, data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc(1024));
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A video whose pictures are larger than is allowed, in few bytes. */
async function hugeVideo(folder: string): Promise<Buffer> {
  const path = join(folder, "huge.mkv");
  await run("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", "color=c=black:size=16000x9000:rate=1", "-frames:v", "1"],
    ...["-c:v", "mjpeg", "-q:v", "31", path],
  ]);
  return readFile(path);
}

/** Writes one where it can be stored from. @returns its path */
export async function writeDisguised(
  folder: string,
  { bytes, extension }: Disguised,
  n: number,
): Promise<string> {
  const path = join(folder, `disguised-${n}.${extension}`);
  await writeFile(path, bytes);
  return path;
}

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Db } from "../../api/db/client.ts";
import { uploads } from "../../api/db/schema.ts";

const run = promisify(execFile);

export type PlaybackWish = {
  seconds: number;
  /** Default 640x360. */
  size?: string;
  /** Two sounds, one of them quiet, and subtitles in two languages. */
  rich?: boolean;
};

/** A video for an upload, made with the system's ffmpeg. @returns the path of an mkv or mp4 */
export async function makeVideo(
  folder: string,
  { seconds, size = "640x360", rich = false }: PlaybackWish,
): Promise<string> {
  const path = join(folder, `film-${seconds}-${size}.${rich ? "mkv" : "mp4"}`);
  const tone = (hz: number, gain: number) => [
    ...["-f", "lavfi", "-t", `${seconds}`, "-i", `sine=frequency=${hz}:sample_rate=48000,volume=${gain}dB`],
  ];
  const scratch = await mkdtemp(join(tmpdir(), "matinee-film-"));
  const text = async (name: string, words: string) => {
    const file = join(scratch, `${name}.srt`);
    await writeFile(file, `1\n00:00:00,500 --> 00:00:02,000\n${words}\n`);
    return ["-i", file];
  };
  await run("ffmpeg", [
    ...["-v", "error", "-y", "-f", "lavfi", "-t", `${seconds}`, "-i", `testsrc2=size=${size}:rate=24`],
    ...tone(440, 0),
    ...(rich ? [...tone(660, -20), ...(await text("en", "Hello")), ...(await text("de", "Hallo"))] : []),
    ...["-map", "0:v", "-map", "1:a"],
    ...(rich ? ["-map", "2:a", "-map", "3:s", "-map", "4:s"] : []),
    ...["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", "-b:a", "64k"],
    ...(rich ? ["-c:s", "srt", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=ger"] : []),
    ...(rich ? ["-metadata:s:s:0", "language=eng", "-metadata:s:s:1", "language=ger"] : []),
    ...(rich ? [] : ["-movflags", "+faststart"]),
    path,
  ]);
  await rm(scratch, { recursive: true });
  return path;
}

/** Puts a file among the uploads, as `oss/upload` would. @returns its stored name */
export async function storeFile(
  { db, dataDir }: { db: Db; dataDir: string },
  file: string,
  extension = file.slice(file.lastIndexOf(".") + 1),
): Promise<string> {
  const hash = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  const key = `${hash}.${extension}`;
  await mkdir(join(dataDir, "uploads"), { recursive: true });
  await copyFile(file, join(dataDir, "uploads", key));
  const { size } = await stat(file);
  await db.insert(uploads).values({ key, bytes: size, uid: "nobody", purpose: "any" }).onConflictDoNothing();
  return key;
}

import { open, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MediaError } from "./media-error.ts";
import { parseMediaPlaylist } from "./playlists.ts";

/** Bytes that must stay free while a movie is written, because the steps after the segments need room too. */
const LEAST_ROOM = 32 * 1024 * 1024;
const PROBE_BYTES = 1024 * 1024;

/**
 * Checks that every segment of one rendition is complete. The HLS writer of ffmpeg ignores a full disk and exits
 * normally (tried with 5.1), so its exit code proves nothing. Rejects with MediaError `disk_full`, or `encode_failed`
 * when the cause must be another one.
 */
export const requireWhole = async (folder: string): Promise<void> => {
  const segments = parseMediaPlaylist(await readFile(join(folder, "index.m3u8"), "utf8").catch(() => ""));
  const names = ["init.mp4", ...segments.map(({ uri }) => uri)];
  for (const name of names) {
    if (segments.length > 0 && (await isWhole(join(folder, name)))) continue;
    if (await isFull(folder)) throw new MediaError("disk_full", "The disk is full.");
    throw new MediaError("encode_failed", "A segment of the video is not whole.", name);
  }
};

/**
 * Walks the boxes of an MP4 file: each states its length, and the last ends at the end of the file (ISO 14496-12, 4.2).
 */
const isWhole = async (path: string): Promise<boolean> => {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.size === 0) return false;
    const head = Buffer.alloc(16);
    let at = 0;
    while (at < facts.size) {
      const { bytesRead } = await file.read(head, 0, 16, at);
      if (bytesRead < 8) return false;
      const short = head.readUInt32BE(0);
      const size = short === 1 && bytesRead === 16 ? Number(head.readBigUInt64BE(8)) : short;
      if (size < 8) return false;
      at += size;
    }
    return at === facts.size;
  } finally {
    await file.close();
  }
};

/** Tests by writing, because quotas and reserved blocks appear in no figure. */
const isFull = async (folder: string): Promise<boolean> => {
  const probe = join(folder, ".room");
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES));
    return false;
  } catch (error) {
    return ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "");
  } finally {
    await rm(probe, { force: true });
  }
};

/** Whether enough room is left to continue, so that a movie is not encoded for hours onto a full disk. */
export const hasRoom = async (folder: string): Promise<boolean> => {
  const facts = await statfs(folder).catch(() => null);
  return facts === null || facts.bavail * facts.bsize > LEAST_ROOM;
};

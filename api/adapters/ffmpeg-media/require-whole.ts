import { open, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MediaError } from "./media-error.ts";
import { parseMediaPlaylist } from "./playlists.ts";

/** Room that has to be left while a film is written: what follows the pieces takes some, too. */
const LEAST_ROOM = 32 * 1024 * 1024;
const PROBE_BYTES = 1024 * 1024;

/**
 * Whether every piece of one quality is there to its end. ffmpeg's HLS writer meets a full disk without a word and ends
 * as though all were well (tried with 5.1), so its exit code says nothing.
 * Rejects with MediaError `disk_full`, or `encode_failed` where it must have been something else.
 */
export const requireWhole = async (folder: string): Promise<void> => {
  const segments = parseMediaPlaylist(await readFile(join(folder, "index.m3u8"), "utf8").catch(() => ""));
  const names = ["init.mp4", ...segments.map(({ uri }) => uri)];
  for (const name of names) {
    if (segments.length > 0 && (await isWhole(join(folder, name)))) continue;
    if (await isFull(folder)) throw new MediaError("disk_full", "The disk is full.");
    throw new MediaError("encode_failed", "A piece of the film is not whole.", name);
  }
};

/** Walks the boxes of an MP4 file: each says its length, and the last ends where the file does (ISO 14496-12, 4.2). */
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

/** Asked by writing: quotas and reserved blocks are in no figure. */
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

/** Whether there is room to go on with, so that a film is not encoded for hours onto a disk that is full. */
export const hasRoom = async (folder: string): Promise<boolean> => {
  const facts = await statfs(folder).catch(() => null);
  return facts === null || facts.bavail * facts.bsize > LEAST_ROOM;
};

import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { readJoined } from "../domain/playback/media/joined-rendition.ts";
import type { Bytes, Files, RemoteSource } from "../ports/files.ts";

/** The asset's files are not there, or not whole. */
export class SoundGone extends Error {}

const map = /^#EXT-X-MAP:URI="([\w-]+\.mp4)"/m;
const segment = /^[\w-]+\.m4s$/;

/**
 * Copies one rendition or sound of an asset into one file of this machine: its init segment and its segments in their
 * order, which together are a file that tools read.
 * @param folder within the asset
 * @throws SoundGone, and the storage's error if the storage is away
 */
export async function fetchSound(
  { assetStore, assetSource }: { assetStore: Files; assetSource: RemoteSource },
  { asset, folder, into, signal }: { asset: string; folder: string; into: string; signal: AbortSignal },
): Promise<void> {
  const playlist = (await assetStore.text(`${asset}/${folder}/index.m3u8`)) ?? "";
  const joined = readJoined(playlist);
  const init = map.exec(playlist)?.[1];
  const segments = playlist.split(/\r?\n/).filter((line) => segment.test(line));
  const names = joined ? [joined.file] : init && segments.length > 0 ? [init, ...segments] : [];
  if (names.length === 0) throw new SoundGone(`${asset}/${folder} has no segments`);
  async function* bytes(): Bytes {
    for (const name of names) {
      signal.throwIfAborted();
      const file = await assetSource.open(`${asset}/${folder}/${name}`);
      if (!file) throw new SoundGone(`${name} of ${asset}/${folder} is missing`);
      yield* await file.read({ start: 0, length: file.facts.size, signal });
    }
  }
  await pipeline(bytes, createWriteStream(into, { flags: "wx" }), { signal });
}

import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { etagOf, type PackedText } from "./answer.server.ts";
import { partEnd, partHead } from "./sitemap.ts";

export type PartStore = {
  /** The part of a key, made if it is not kept; `busy` where several others wait to be made. */
  get: (key: string, write: () => AsyncGenerator<string>) => Promise<PackedText | "busy">;
};

/**
 * Keeps parts of the sitemap, packed. However many requests there are, one part is read from the database at a time,
 * and each part at most once in `freshMs`.
 * @param freshMs milliseconds for which a part is kept: a title that was hidden is named for that long
 * @param most parts that are kept, each of a megabyte or less
 * @param mostWaiting parts that may wait to be made
 */
export function createPartStore({
  freshMs = 5 * 60_000,
  most = 12,
  mostWaiting = 4,
  now = Date.now,
}: { freshMs?: number; most?: number; mostWaiting?: number; now?: () => number } = {}): PartStore {
  const kept = new Map<string, { at: number; part: Promise<PackedText> }>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async get(key, write) {
      const known = kept.get(key);
      if (known && now() - known.at < freshMs) return known.part;
      if (waiting >= mostWaiting) return "busy";
      waiting += 1;
      const part = last.catch(() => {}).then(() => pack(write()));
      last = part;
      const entry = { at: now(), part };
      kept.delete(key);
      kept.set(key, entry);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      try {
        return await part;
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key);
        throw error;
      } finally {
        waiting -= 1;
      }
    },
  };
}

async function pack(entries: AsyncGenerator<string>): Promise<PackedText> {
  async function* text() {
    yield partHead;
    yield* entries;
    yield partEnd;
  }
  const pieces: Uint8Array[] = [];
  await pipeline(
    Readable.from(text()),
    createGzip({ level: 6 }),
    async (packed: AsyncIterable<Uint8Array>) => {
      for await (const piece of packed) pieces.push(piece);
    },
  );
  const gzip = Buffer.concat(pieces);
  return { gzip, etag: etagOf(gzip), modified: null };
}

import { createHash } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import type { Files, LinkToFile, RemoteSource, StoredFile } from "../../ports/files.ts";
import type { Bucket } from "./bucket.ts";
import { storageError } from "./storage-error.ts";

/** Files sent at a time: most are segments of some hundred kilobytes and wait for answers more than for bandwidth. */
const senders = 8;
/** Milliseconds for which a lookup of a file that is never rewritten is reused: playback asks for it repeatedly. */
const freshMs = 60_000;
const mostKnown = 20_000;
/** Files that may be rewritten at any time: playlists, subtitles, artwork. */
const revised = /\.(?:m3u8|vtt|webp|avif)$/i;

/**
 * Files in a part of a bucket. A staged folder becomes visible with its `last` file, so that file is sent last.
 * @param prefix beginning of all names in it, ending in a slash
 */
export function createS3Files({ bucket, prefix }: { bucket: Bucket; prefix: string }): Files {
  async function* list(folder = ""): AsyncGenerator<StoredFile> {
    const base = folder === "" ? prefix : `${prefix}${folder}/`;
    for await (const { key, ...facts } of bucket.list(base)) {
      const path = key.slice(prefix.length);
      if (!isHidden(path)) yield { path, ...facts };
    }
  }
  return {
    list,
    async facts(path) {
      const found = await bucket.head(prefix + path);
      return found && { path, bytes: found.bytes, changedAt: found.changedAt };
    },
    async text(path) {
      const body = await bucket.get(prefix + path);
      if (!body) return null;
      return text(body).catch((error: unknown) => {
        throw storageError(error, "read");
      });
    },
    async bytes(path) {
      const body = await bucket.get(prefix + path);
      if (!body) return null;
      return buffer(body).catch((error: unknown) => {
        throw storageError(error, "read");
      });
    },
    write: (path, content) => bucket.put(prefix + path, content, typeOf(path)),
    remove: (path) => bucket.remove(prefix + path),
    removeFolder: (folder) => bucket.removeAll(`${prefix}${folder}/`),
    async stage({ folder, from, last, signal }) {
      const base = `${prefix}${folder}/`;
      // The playlist of another attempt would name files of this one before they exist.
      await bucket.remove(base + last);
      const names = await filesBelow(from);
      const kept = new Set(names);
      const waiting = names.filter((name) => name !== last);
      const send = (name: string) =>
        bucket.putFile(base + name, { path: join(from, name), type: typeOf(name), signal });
      const stopped = new AbortController();
      const sender = async () => {
        for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
          if (stopped.signal.aborted) return;
          signal?.throwIfAborted();
          await send(name);
        }
      };
      const sent = await Promise.allSettled(
        Array.from({ length: senders }, () =>
          sender().catch((error: unknown) => {
            stopped.abort();
            throw error;
          }),
        ),
      );
      const failed = sent.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
      for await (const { key } of bucket.list(base))
        if (!kept.has(key.slice(base.length))) await bucket.remove(key);
      return {
        async commit() {
          await send(last);
          await rm(from, { recursive: true, force: true });
        },
      };
    },
  };
}

/** The same part of a bucket, for serving its files. */
export function createS3Source({ bucket, prefix }: { bucket: Bucket; prefix: string }): RemoteSource {
  type Known = { at: number; etag: string; facts: { size: number; mtimeMs: number; ino: number } };
  const known = new Map<string, Known>();
  return {
    async open(path) {
      const key = prefix + path;
      let held = known.get(path);
      if (!held || performance.now() - held.at > freshMs || revised.test(path)) {
        const found = await bucket.head(key);
        if (!found) return null;
        const { bytes, changedAt, etag } = found;
        const ino = createHash("sha256").update(etag).digest().readUIntBE(0, 6);
        held = { at: performance.now(), etag, facts: { size: bytes, mtimeMs: changedAt.getTime(), ino } };
        known.delete(path);
        known.set(path, held);
        if (known.size > mostKnown) known.delete(known.keys().next().value!);
      }
      const { facts, etag } = held;
      return {
        facts,
        async read({ start, length, signal }) {
          const whole = start === 0 && length === facts.size;
          const part = whole ? { length } : { start, length };
          const body = await bucket.get(key, { ...part, etag, signal }).catch((error: unknown) => {
            known.delete(path);
            throw error;
          });
          if (body) return body;
          known.delete(path);
          throw storageError(new Error("gone"), "read");
        },
      };
    },
  };
}

/** A signature's time is cut to steps of five minutes, so that all viewers get one address, which caches recognise. */
const stepMs = 300_000;
const linkS = 900;

/** @param typeOf the content type that the store answers with */
export function createS3Links({
  bucket,
  prefix,
  typeOf,
}: {
  bucket: Bucket;
  prefix: string;
  typeOf: (path: string) => string;
}): LinkToFile {
  const known = new Map<string, Promise<string>>();
  return async (path, { method, now }) => {
    const signedAt = new Date(Math.floor(now.getTime() / stepMs) * stepMs);
    const id = `${signedAt.getTime()} ${method} ${path}`;
    let url = known.get(id);
    if (!url) {
      url = bucket.link(prefix + path, { method, type: typeOf(path), signedAt, expiresS: linkS });
      url.catch(() => known.delete(id));
      known.set(id, url);
      if (known.size > mostKnown) known.delete(known.keys().next().value!);
    }
    return { url: await url, expiresAt: new Date(signedAt.getTime() + linkS * 1000) };
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !isHidden(name));
}

function isHidden(path: string): boolean {
  return path.split("/").some((segment) => segment.startsWith("."));
}

const types: Readonly<Record<string, string>> = {
  m3u8: "application/vnd.apple.mpegurl",
  m4s: "video/iso.segment",
  jpg: "image/jpeg",
  mp4: "video/mp4",
  vtt: "text/vtt; charset=utf-8",
  webp: "image/webp",
};

/** Content type that the object store sends, to a CDN; this server sends its own. */
function typeOf(path: string): string {
  return types[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

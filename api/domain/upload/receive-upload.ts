import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, count, eq, gt, sql, type SQLWrapper } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { uploads } from "../../db/schema.ts";
import type { UploadGrant } from "../../ports/storage.ts";
import { Failure, invalidField } from "../failure.ts";

/** `<SHA-256 hex>.<extension>`: pictures, video and subtitles; nothing a browser would run. */
const keyFormat =
  /^([0-9a-f]{64})\.(avif|gif|jpe?g|png|webp|mp4|m4v|mkv|mov|webm|avi|ts|mp3|m4a|srt|vtt|ass)$/;
/** What anybody may send. Whether it is one is asked by whoever uses it: `pictureFormat`. */
const pictureKey = /\.(jpe?g|png|webp)$/;
/** Pictures one person may send in an hour. A form is good for an hour, and for more than one file. */
const mostPicturesAnHour = 30;
const hourMs = 3_600_000;

/**
 * Streams one file into the upload folder, hashing on the way; never held in memory. The file appears under its
 * key only when all of it has arrived and its content has the hash the key promises.
 * @returns the stored file's name. The same content twice is stored once
 * @throws Failure invalid for a bad key · upload_refused when the content is another's or too large ·
 *   storage_full · too_many_requests
 */
export async function receiveUpload(
  { db, folder }: { db: Db; folder: string },
  { key, file, grant, now }: { key: string; file: Readable; grant: UploadGrant; now: Date },
): Promise<{ key: string }> {
  const promised = keyFormat.exec(key)?.[1];
  if (!promised || (grant.purpose === "picture" && !pictureKey.test(key)))
    throw invalidField("key", "format");
  if (grant.purpose === "picture") await refuseFlood(db, { uid: grant.uid, now });
  await mkdir(folder, { recursive: true });
  const part = join(folder, `.part-${randomUUID()}`);
  const hash = createHash("sha256");
  let bytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(
        bytes > grant.maxBytes ? new Failure("upload_refused", [{ field: "file", reason: "too_big" }]) : null,
        chunk,
      );
    },
  });
  try {
    await pipeline(file, meter, createWriteStream(part, { mode: 0o600 }));
    if (hash.digest("hex") !== promised)
      throw new Failure("upload_refused", [{ field: "key", reason: "format" }]);
    await note(db, { key, bytes, grant, now });
    // After the row: a sweep that is just removing this very picture has ended by then.
    await rename(part, join(folder, key));
    return { key };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw new Failure("storage_full");
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

async function refuseFlood(db: Db, { uid, now }: { uid: string; now: Date }): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  const [row] = await db
    .select({ sent: count() })
    .from(uploads)
    .where(and(eq(uploads.uid, uid), gt(uploads.createdAt, since)));
  if (row!.sent >= mostPicturesAnHour) throw new Failure("too_many_requests");
}

/**
 * Sent once more it is as young as at the first time, and whose it is says who had it last: a name is a file's content,
 * and only who has the content can send it. What the service stores stays the service's.
 */
async function note(
  db: Db,
  { key, bytes, grant, now }: { key: string; bytes: number; grant: UploadGrant; now: Date },
): Promise<void> {
  const { uid, purpose } = grant;
  const kept = (column: SQLWrapper) =>
    sql`case when ${uploads.purpose} = 'any' then ${column} else ${uid} end`;
  await db
    .insert(uploads)
    .values({ key, bytes, uid, purpose, createdAt: now })
    .onConflictDoUpdate({
      target: uploads.key,
      set: { createdAt: now, ...(purpose === "any" ? { uid, purpose } : { uid: kept(uploads.uid) }) },
    });
}

/** Whether a person sent this file: whoever only knows its name must not get to see it. */
export async function isSentBy(db: Db, { key, uid }: { key: string; uid: string }): Promise<boolean> {
  const [row] = await db
    .select({ key: uploads.key })
    .from(uploads)
    .where(and(eq(uploads.key, key), eq(uploads.uid, uid)))
    .limit(1);
  return row !== undefined;
}

/** A guest's uploads become the account's that the guest signs in to. */
export async function mergeUploads(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.update(uploads).set({ uid: to }).where(eq(uploads.uid, from));
}

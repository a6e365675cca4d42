import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, count, eq, gt } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { isDiskFull } from "../../../db/fault.ts";
import { uploads } from "../../../db/schema.ts";
import type { Storage, UploadGrant } from "../../../ports/storage.ts";
import { Failure } from "../../kernel/failure.ts";
import { authoriseUpload } from "./authorise-upload.ts";
import { headBytes, isOfFormat } from "../../service/files/file-format.ts";
import { checkKey, extensionOf, keepFile, mostBytesOf } from "../../service/files/keep-file.ts";
import { requireRoom, type FreeBytes } from "../../service/files/room.ts";
import type { UnclaimedQuota } from "./unclaimed-quota.ts";

/** Pictures one user may send in an hour. A form is valid for an hour, and for more than one file. */
const mostPicturesAnHour = 30;
const hourMs = 3_600_000;
/** Bytes after which the free disk space is checked again. */
const lookEvery = 64 * 1024 * 1024;

export type ReceiveUpload = {
  /** The name that the sender computed; empty if a form without scripts leaves that to the server. */
  key: string;
  file: Readable;
  /** The sender's name of the file: its extension counts if there is no key. */
  fileName: string;
  grant: UploadGrant;
  /** Number of bytes that the sender announced, if any. */
  bytes?: number;
  /** The sender's network, as kernel/network-key.ts names it. */
  network: string;
  now: Date;
};

type Deps = {
  db: Db;
  storage: Storage;
  quota: UnclaimedQuota;
  /** Folder of the file while it arrives. */
  folder: string;
  free?: FreeBytes | undefined;
};

/**
 * Streams one file into the upload folder and hashes it on the way; it is never held in memory. A file whose beginning
 * does not match its name is cut off there. The file appears under its name once it is complete; otherwise nothing of
 * it stays.
 * @returns the stored file's name. The same content sent twice is stored once
 * @throws Failure invalid for a bad key · upload_refused when the content does not match its name or is too large ·
 *   storage_full · too_many_requests · forbidden
 */
export async function receiveUpload(
  deps: Deps,
  { key, file, fileName, grant, now, network, ...said }: ReceiveUpload,
): Promise<{ key: string }> {
  const { db, storage, quota, folder, free } = deps;
  const nameOf = (hash: string) => key || `${hash}.${extensionOf(fileName)}`;
  const shape = nameOf("0".repeat(64));
  // A wrong name is refused before a gigabyte has arrived.
  checkKey(shape, grant);
  const mostBytes = mostBytesOf(shape, grant);
  const isPicture = grant.purpose === "picture";
  if (isPicture) await refuseFlood(db, { uid: grant.uid, now });
  const expected = Math.min(said.bytes || mostBytes, mostBytes);
  const giveBack = isPicture ? await quota.reserve({ network, bytes: expected }) : () => {};
  const part = join(folder, `.part-${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    await requireRoom(folder, { bytes: said.bytes ?? 0, free });
    const meter = meterOf({
      extension: extensionOf(shape),
      mostBytes,
      look: () => requireRoom(folder, { bytes: 0, free }),
    });
    await pipeline(file, meter.stream, createWriteStream(part, { mode: 0o600 }));
    const { hash, bytes } = meter.result();
    const name = nameOf(hash);
    if (!name.startsWith(hash)) throw new Failure("upload_refused", [{ field: "key", reason: "format" }]);
    // A large file takes an hour to arrive, and its sender may have lost the permission meanwhile.
    await authoriseUpload(db, grant, now);
    await keepFile(
      { db, storage },
      { part, key: name, bytes, grant, network: isPicture ? network : "", now },
    );
    return { key: name };
  } catch (error) {
    throw isDiskFull(error) ? new Failure("storage_full") : error;
  } finally {
    // Also if nothing of it was read: the sender has to be told to stop.
    file.destroy();
    giveBack();
    await rm(part, { force: true });
  }
}

/** Counts and hashes the passing bytes, and stops a file that is too large or does not match its name. */
function meterOf({
  extension,
  mostBytes,
  look,
}: {
  extension: string;
  mostBytes: number;
  look: () => Promise<void>;
}) {
  const hash = createHash("sha256");
  let bytes = 0;
  let looked = 0;
  let head: Buffer | null = Buffer.alloc(0);
  const refused = (reason: "too_big" | "format") =>
    new Failure("upload_refused", [{ field: "file", reason }]);
  const judge = (): Failure | null => {
    if (head === null) return null;
    const known = isOfFormat(head, extension);
    head = null;
    return known ? null : refused("format");
  };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > mostBytes) return done(refused("too_big"));
      if (head) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      const wrong = head && head.length < headBytes ? null : judge();
      if (wrong) return done(wrong);
      if (bytes - looked < lookEvery) return done(null, chunk);
      looked = bytes;
      // Checked on the way too, so that a sender who announced no size can't fill the disk.
      look().then(() => done(null, chunk), done);
    },
    flush: (done) => done(judge()),
  });
  return { stream, result: () => ({ hash: hash.digest("hex"), bytes }) };
}

/** @throws Failure too_many_requests for more pictures than one user needs */
async function refuseFlood(db: Db, { uid, now }: { uid: string; now: Date }): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  const [row] = await db
    .select({ sent: count() })
    .from(uploads)
    .where(and(eq(uploads.uid, uid), gt(uploads.createdAt, since)));
  if (row!.sent >= mostPicturesAnHour) throw new Failure("too_many_requests");
}

/** Moves a guest's uploads to the account that the guest signs in to. */
export async function mergeUploads(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.update(uploads).set({ uid: to }).where(eq(uploads.uid, from));
}

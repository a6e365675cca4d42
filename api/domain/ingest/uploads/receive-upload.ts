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

/** Pictures one person may send in an hour. A form is good for an hour, and for more than one file. */
const mostPicturesAnHour = 30;
const hourMs = 3_600_000;
/** Bytes after which the disk is looked at again. */
const lookEvery = 64 * 1024 * 1024;

export type ReceiveUpload = {
  /** The name the sender worked out; empty where a form without scripts leaves that to us. */
  key: string;
  file: Readable;
  /** As the sender calls it: its extension counts where there is no key. */
  fileName: string;
  grant: UploadGrant;
  /** How much will come, as far as the sender says. */
  bytes?: number;
  /** Where it comes from, as `networkKey` names it. */
  network: string;
  now: Date;
};

type Deps = {
  db: Db;
  storage: Storage;
  quota: UnclaimedQuota;
  /** Where a file lies while it comes. */
  folder: string;
  free?: FreeBytes | undefined;
};

/**
 * Streams one file into the upload folder, hashing on the way; never held in memory. What does not begin as its name says
 * is cut off there. The file appears under its name once it is whole, and nothing of it stays otherwise.
 * @returns the stored file's name. The same content twice is stored once
 * @throws Failure invalid for a bad key · upload_refused when the content is another's or too large ·
 *   storage_full · too_many_requests · forbidden
 */
export async function receiveUpload(
  deps: Deps,
  { key, file, fileName, grant, now, network, ...said }: ReceiveUpload,
): Promise<{ key: string }> {
  const { db, storage, quota, folder, free } = deps;
  const nameOf = (hash: string) => key || `${hash}.${extensionOf(fileName)}`;
  const shape = nameOf("0".repeat(64));
  // What is wrong with the name is known before a gigabyte of it has come.
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
    // A film takes an hour to come, in which its sender may have lost the right.
    await authoriseUpload(db, grant, now);
    await keepFile(
      { db, storage },
      { part, key: name, bytes, grant, network: isPicture ? network : "", now },
    );
    return { key: name };
  } catch (error) {
    throw isDiskFull(error) ? new Failure("storage_full") : error;
  } finally {
    // Also where nothing was read of it: whoever sends it has to be told to stop.
    file.destroy();
    giveBack();
    await rm(part, { force: true });
  }
}

/** Counts and hashes what passes, and stops what is too much or not what it says. */
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
      // Who did not say how much would come can't fill the disk either.
      look().then(() => done(null, chunk), done);
    },
    flush: (done) => done(judge()),
  });
  return { stream, result: () => ({ hash: hash.digest("hex"), bytes }) };
}

/** @throws Failure too_many_requests for more than one person has to show */
export async function refuseFlood(db: Db, { uid, now }: { uid: string; now: Date }): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  const [row] = await db
    .select({ sent: count() })
    .from(uploads)
    .where(and(eq(uploads.uid, uid), gt(uploads.createdAt, since)));
  if (row!.sent >= mostPicturesAnHour) throw new Failure("too_many_requests");
}

/** A guest's uploads become the account's that the guest signs in to. */
export async function mergeUploads(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.update(uploads).set({ uid: to }).where(eq(uploads.uid, from));
}

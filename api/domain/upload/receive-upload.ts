import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, count, eq, gt } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { uploads } from "../../db/schema.ts";
import type { Storage, UploadGrant } from "../../ports/storage.ts";
import { Failure } from "../failure.ts";
import { checkKey, extensionOf, keepFile } from "./keep-file.ts";
import { requireRoom, type FreeBytes } from "./room.ts";

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
  now: Date;
};

/**
 * Streams one file into the upload folder, hashing on the way; never held in memory. The file appears under its
 * key only when all of it has arrived and its content has the hash the key promises.
 * @param deps.folder where it lies while it comes
 * @returns the stored file's name. The same content twice is stored once
 * @throws Failure invalid for a bad key · upload_refused when the content is another's or too large ·
 *   storage_full · too_many_requests
 */
export async function receiveUpload(
  { db, storage, folder, free }: { db: Db; storage: Storage; folder: string; free?: FreeBytes | undefined },
  { key, file, fileName, grant, now, ...said }: ReceiveUpload,
): Promise<{ key: string }> {
  const nameOf = (hash: string) => key || `${hash}.${extensionOf(fileName)}`;
  // What is wrong with the name is known before a gigabyte of it has come.
  checkKey(nameOf("0".repeat(64)), grant);
  if (grant.purpose === "picture") await refuseFlood(db, { uid: grant.uid, now });
  await mkdir(folder, { recursive: true });
  await requireRoom(folder, { bytes: said.bytes ?? 0, free });
  const part = join(folder, `.part-${randomUUID()}`);
  const hash = createHash("sha256");
  let bytes = 0;
  let looked = 0;
  // Who did not say how much would come can't fill the disk either.
  const look = async () => {
    if (bytes - looked < lookEvery) return;
    looked = bytes;
    await requireRoom(folder, { bytes: 0, free });
  };
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > grant.maxBytes)
        return done(new Failure("upload_refused", [{ field: "file", reason: "too_big" }]));
      look().then(
        () => done(null, chunk),
        (full: Error) => done(full),
      );
    },
  });
  try {
    await pipeline(file, meter, createWriteStream(part, { mode: 0o600 }));
    const found = hash.digest("hex");
    const name = nameOf(found);
    if (!name.startsWith(found)) throw new Failure("upload_refused", [{ field: "key", reason: "format" }]);
    await keepFile({ db, storage }, { part, key: name, bytes, grant, now });
    return { key: name };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw new Failure("storage_full");
    throw error;
  } finally {
    await rm(part, { force: true });
  }
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

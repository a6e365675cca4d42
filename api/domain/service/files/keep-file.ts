import { extname } from "node:path";
import { sql, type SQLWrapper } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { uploads } from "../../../db/schema.ts";
import { mostSubtitleBytes } from "../../../../contract/ingest/subtitle-size.ts";
import type { Storage, UploadGrant } from "../../../ports/storage.ts";
import { invalidField } from "../../kernel/failure.ts";

/** `<SHA-256 hex>.<extension>`: pictures, video and subtitles; nothing a browser would run. */
const keyFormat =
  /^([0-9a-f]{64})\.(avif|gif|jpe?g|png|webp|mp4|m4v|mkv|mov|webm|avi|ts|mp3|m4a|srt|vtt|ass)$/;
/** What anybody may send. Whether it is one is asked by whoever uses it: `pictureFormat`. */
const pictureKey = /\.(jpe?g|png|webp)$/;

/**
 * @returns the SHA-256 a stored file's name promises, in hex
 * @throws Failure invalid for a name that is none, or is no picture's where the grant is for pictures
 */
export function checkKey(key: string, { purpose }: Pick<UploadGrant, "purpose">): string {
  const promised = keyFormat.exec(key)?.[1];
  if (!promised || (purpose === "picture" && !pictureKey.test(key))) throw invalidField("key", "format");
  return promised;
}

/** @returns what a file's name ends with, in small letters and without the dot; empty where it has no such end */
export function extensionOf(fileName: string): string {
  return extname(fileName).slice(1).toLowerCase();
}

/** What a stored file's row says of it. `network`: where a stranger's picture came from, as `networkKey` names it. */
export type Note = {
  bytes: number;
  grant: Pick<UploadGrant, "uid" | "purpose">;
  network?: string | undefined;
  now: Date;
};

/** The most bytes a file of a name may have: no subtitles are as long as a film. */
export function mostBytesOf(key: string, { maxBytes }: Pick<UploadGrant, "maxBytes">): number {
  return /\.(srt|vtt|ass)$/.test(key) ? Math.min(maxBytes, mostSubtitleBytes) : maxBytes;
}

/**
 * Makes a file that has arrived whole, and was found to be what its name promises, one of the stored ones.
 * @param part where it lies now: on this machine, and with a local storage on its disk
 */
export async function keepFile(
  { db, storage }: { db: Db; storage: Storage },
  { part, key, ...facts }: { part: string; key: string } & Note,
): Promise<void> {
  await storage.keep({ key, from: part, note: () => noteUpload(db, { key, ...facts }) });
}

/**
 * Sent once more it is as young as at the first time, and whose it is says who had it last: a name is a file's content,
 * and only who has the content can send it. What the service stores stays the service's.
 */
export async function noteUpload(
  db: Db,
  { key, bytes, grant, network = "", now }: { key: string } & Note,
): Promise<void> {
  const { uid, purpose } = grant;
  const kept = (column: SQLWrapper) =>
    sql`case when ${uploads.purpose} = 'any' then ${column} else ${uid} end`;
  await db
    .insert(uploads)
    .values({ key, bytes, uid, purpose, network, createdAt: now })
    .onConflictDoUpdate({
      target: uploads.key,
      set: {
        createdAt: now,
        ...(purpose === "any" ? { uid, purpose } : { uid: kept(uploads.uid), network }),
      },
    });
}

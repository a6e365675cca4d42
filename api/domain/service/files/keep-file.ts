import { extname } from "node:path";
import { sql, type SQLWrapper } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { uploads } from "../../../db/schema.ts";
import { mostImportBytes } from "../../../../contract/catalogue/values.ts";
import { mostSubtitleBytes } from "../../../../contract/ingest/values.ts";
import type { Storage, UploadGrant } from "../../../ports/storage.ts";
import { invalidField } from "../../kernel/failure.ts";

/** `<SHA-256 hex>.<extension>`: pictures, video, subtitles and tables; nothing that a browser would execute. */
const keyFormat =
  /^([0-9a-f]{64})\.(avif|gif|jpe?g|png|webp|mp4|m4v|mkv|mov|webm|avi|ts|mp3|m4a|srt|vtt|ass|csv|tsv|txt)$/;
/** Files that any user may send. Their content is checked when they are used: `pictureFormat`. */
const pictureKey = /\.(jpe?g|png|webp)$/;

/**
 * @returns the SHA-256 that a stored file's name promises, in hex
 * @throws Failure invalid for a malformed name, or for a name that is no picture's if the grant is for pictures
 */
export function checkKey(key: string, { purpose }: Pick<UploadGrant, "purpose">): string {
  const promised = keyFormat.exec(key)?.[1];
  if (!promised || (purpose === "picture" && !pictureKey.test(key))) throw invalidField("key", "format");
  return promised;
}

/** @returns a file name's extension, in lower case and without the dot; empty without one */
export function extensionOf(fileName: string): string {
  return extname(fileName).slice(1).toLowerCase();
}

/** Fields of a stored file's row. `network`: the network that sent a stranger's picture, as kernel/network-key.ts names it. */
export type Note = {
  bytes: number;
  grant: Pick<UploadGrant, "uid" | "purpose">;
  network?: string | undefined;
  now: Date;
};

/** The most bytes a file of a name may have: subtitles and tables are never as long as a video. */
export function mostBytesOf(key: string, { maxBytes }: Pick<UploadGrant, "maxBytes">): number {
  if (/\.(srt|vtt|ass)$/.test(key)) return Math.min(maxBytes, mostSubtitleBytes);
  return /\.(csv|tsv|txt)$/.test(key) ? Math.min(maxBytes, mostImportBytes) : maxBytes;
}

/**
 * Moves a file that has arrived completely, and matches its name, to the stored files.
 * @param part its current path: on this machine, and for a local storage on the storage's disk
 */
export async function keepFile(
  { db, storage }: { db: Db; storage: Storage },
  { part, key, ...facts }: { part: string; key: string } & Note,
): Promise<void> {
  await storage.keep({ key, from: part, note: () => noteUpload(db, { key, ...facts }) });
}

/**
 * A file that is sent again becomes as young as a new one, and belongs to its last sender: its name is its content, and
 * only a sender who has the content can send it. A file of the service stays the service's.
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

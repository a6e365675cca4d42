import { createHmac, timingSafeEqual } from "node:crypto";
import { partAt, partBytes } from "../../../../contract/ingest/upload-parts.ts";
import type { Db } from "../../../db/client.ts";
import type { PartedFile, PartedUploads, SentPart, Storage } from "../../../ports/storage.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { headBytes, isOfFormat } from "../../service/files/file-format.ts";
import { checkKey, extensionOf, mostBytesOf, noteUpload } from "../../service/files/keep-file.ts";
import { isStored } from "./finish-upload.ts";

/** Unfinished uploads of all users together. Beyond that, files go through the server, whose disk decides. */
const mostUnfinished = 200;

export type PartsDeps = {
  db: Db;
  storage: Pick<Storage, "parted" | "remove">;
  /** Signs the names of uploads. */
  secret: string;
};

/** An upload that this service began, as its name says. */
type Begun = PartedFile & { uid: string; bytes: number };
type Named = { upload: string; uid: string };

/**
 * Begins to send a large file to the bucket in parts.
 * @returns the upload's name: signed, since nothing else says whose upload of what it is. Null without a bucket
 * @throws Failure invalid for a bad name · upload_refused for too many bytes · storage_full for too many unfinished
 *   uploads
 */
export async function beginUpload(
  { db, storage: { parted }, secret }: PartsDeps,
  { key, bytes, uid, maxBytes }: { key: string; bytes: number; uid: string; maxBytes: number },
): Promise<{ upload: string | null; stored: boolean }> {
  checkKey(key, { purpose: "any" });
  if (bytes > mostBytesOf(key, { maxBytes }))
    throw new Failure("upload_refused", [{ field: "file", reason: "too_big" }]);
  if (await isStored(db, key)) return { upload: null, stored: true };
  if (!parted) return { upload: null, stored: false };
  if ((await parted.count()) >= mostUnfinished) throw new Failure("storage_full");
  const file = { key, id: await parted.begin(key) };
  // A bucket's key that may not list parts could not complete the upload: found out before a film is sent for nothing.
  if (!(await parted.list(file))) throw new Failure("unavailable");
  const begun: Begun = { uid, bytes, ...file };
  const text = Buffer.from(JSON.stringify(begun)).toString("base64url");
  return { upload: `${text}.${signatureOf(text, secret).toString("base64url")}`, stored: false };
}

/** @returns the numbers of the parts that have arrived @throws Failure not_found when the upload is over */
export async function readParts(deps: PartsDeps, named: Named): Promise<{ parts: number[] }> {
  const { parted, begun } = open(deps, named);
  const parts = await parted.list(begun);
  if (!parts) throw new Failure("not_found");
  return { parts: parts.map(({ number }) => number) };
}

/** @returns where to send parts to: the length of each follows from its number */
export async function signParts(
  deps: PartsDeps,
  { parts, ...named }: Named & { parts: readonly { number: number; md5: string }[] },
): Promise<{ urls: string[] }> {
  const { parted, begun } = open(deps, named);
  const urls = parts.map(({ number, md5 }) => {
    const part = partAt(number, begun.bytes);
    if (!part) throw invalidField("parts", "too_big");
    return parted.sign(begun, { number, md5, bytes: part.bytes });
  });
  return { urls: await Promise.all(urls) };
}

/**
 * Stores a file whose parts are all in the bucket. Its size and first bytes are checked here; its hash when a worker
 * copies it to encode it, since hashing it here would send all of it through this process. May be repeated, also after
 * a server was killed in the middle of it.
 * @throws Failure conflict while parts are missing · not_found when the upload is over · upload_refused when the file
 *   does not begin as its name says
 */
export async function completeUpload(
  deps: PartsDeps,
  { now, ...named }: Named & { now: Date },
): Promise<{ key: string }> {
  const { db, storage } = deps;
  const { parted, begun } = open(deps, named);
  const { key, bytes, uid } = begun;
  if (await isStored(db, key)) {
    // Stored by another upload meanwhile: a stored file is not replaced.
    await parted.abort(begun);
    return { key };
  }
  const parts = await parted.list(begun);
  if (parts) {
    if (!isWhole(parts, bytes)) throw new Failure("conflict");
    await parted.complete(begun, parts);
  }
  const file = await parted.look(key, headBytes);
  if (file?.bytes !== bytes) throw new Failure("not_found");
  if (!isOfFormat(file.head, extensionOf(key))) {
    await storage.remove(key);
    throw new Failure("upload_refused", [{ field: "file", reason: "format" }]);
  }
  await noteUpload(db, { key, bytes, grant: { uid, purpose: "any" }, now });
  return { key };
}

/** Removes the parts of an upload that its sender has given up. */
export async function cancelUpload(deps: PartsDeps, named: Named): Promise<Record<string, never>> {
  const { parted, begun } = open(deps, named);
  await parted.abort(begun);
  return {};
}

function isWhole(parts: readonly SentPart[], bytes: number): boolean {
  const wanted = Math.ceil(bytes / partBytes);
  const right = parts.filter((part) => part.bytes === partAt(part.number, bytes)?.bytes);
  return parts.length === wanted && right.length === wanted;
}

/** @throws Failure not_found for a name that is not this user's, or not ours */
function open(
  { storage, secret }: PartsDeps,
  { upload, uid }: Named,
): { parted: PartedUploads; begun: Begun } {
  const [text = "", signature = ""] = upload.split(".");
  const [given, right] = [Buffer.from(signature, "base64url"), signatureOf(text, secret)];
  if (!storage.parted || given.length !== right.length || !timingSafeEqual(given, right))
    throw new Failure("not_found");
  // The signature proves that we made it, so its shape needs no check.
  const begun = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as Begun;
  if (begun.uid !== uid) throw new Failure("not_found");
  return { parted: storage.parted, begun };
}

function signatureOf(text: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(`parts-1.${text}`).digest();
}

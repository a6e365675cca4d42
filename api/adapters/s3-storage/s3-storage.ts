import { createHash, createHmac } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { grantField, grantOf } from "../../../contract/ingest/upload-grant.ts";
import { Failure } from "../../domain/kernel/failure.ts";
import type { ArrivalHall, PartedUploads, Storage, UploadGrant } from "../../ports/storage.ts";
import { answerMs } from "./bucket-client.ts";
import type { Bucket } from "./bucket.ts";
import { StorageError, storageError } from "./storage-error.ts";

/** Format of the name that uploads give a stored file. */
const keyFormat = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/;
/** Minutes a form stays valid before its file is sent. */
const formMinutes = 60;
/** Minutes in which the sending of a part has to begin. */
const partMinutes = 15;
/** The largest size S3 takes in one POST and in one copy. */
const mostBytes = 5 * 1024 ** 3;
/**
 * Every upload is stored as bytes, so it could not open as a page even in a public bucket. Reading the file finds its
 * real type.
 */
const type = "application/octet-stream";

export type S3StorageOptions = {
  bucket: Bucket;
  /** Prefix of our names in the bucket: empty, or ending in a slash. */
  prefix: string;
  /** Separates the uploads of users without naming the users. */
  secret: string;
  /** The parts that this server provides itself: forms that post to it, and links. */
  own: Pick<Storage, "presign" | "link"> & {
    verify: (fields: Record<string, string>, now: Date) => UploadGrant | null;
  };
};

/**
 * Uploads in a bucket. A form sends a file into `incoming/`, in a separate part for each user, with our own grant as
 * its metadata. It moves to `uploads/` after its content was read and matched its name.
 */
export function createS3Storage({ bucket, prefix, secret, own }: S3StorageOptions): Storage {
  const uploads = `${prefix}uploads/`;
  const incoming = `${prefix}incoming/`;
  const partOf = (uid: string) =>
    createHmac("sha256", secret).update(`incoming-1.${uid}`).digest("hex").slice(0, 24);
  const open = async (key: string, signal?: AbortSignal) =>
    keyFormat.test(key) ? bucket.get(uploads + key, { signal }) : null;

  return {
    async presign(input) {
      // Any user may send pictures: a form without a name would take as many as its sender likes.
      if (input.purpose === "picture" && !input.key) return own.presign(input);
      const { form } = await own.presign(input);
      const { url, fields } = await bucket.post({
        key: `${incoming}${partOf(input.uid)}/${input.key ?? "${filename}"}`,
        fields: { "Content-Type": type, [grantField]: grantOf(form) },
        conditions: [["content-length-range", 1, Math.min(input.maxBytes, mostBytes)]],
        expiresS: formMinutes * 60,
      });
      return { form: fields, url };
    },

    async read({ key, maxBytes }) {
      const facts = keyFormat.test(key) ? await bucket.head(uploads + key) : null;
      if (!facts || facts.bytes > maxBytes) return null;
      const body = await bucket.get(uploads + key, { etag: facts.etag });
      return body && reading(steadily(body));
    },

    async borrow({ key, folder, signal }) {
      const body = await open(key, signal);
      if (!body) return null;
      const path = join(folder, key);
      const { hash, counted } = hashing();
      await reading(
        pipeline(body, counted, createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {}),
        signal,
      );
      if (key.startsWith(`${hash.digest("hex")}.`)) return path;
      await rm(path, { force: true });
      throw new Failure("upload_refused", [{ field: "key", reason: "format" }]);
    },

    link: own.link,

    async keep({ key, from, note }) {
      await bucket.putFile(uploads + key, { path: from, type, prompt: true });
      await note();
      await rm(from, { force: true });
    },

    remove: async (key) => {
      if (keyFormat.test(key)) await bucket.remove(uploads + key);
    },

    async *list() {
      for await (const { key, ...facts } of bucket.list(uploads))
        yield { path: key.slice(uploads.length), ...facts };
    },

    arrivals: hallOf({ bucket, prefix, incoming, uploads, partOf, verify: own.verify }),
    parted: partedIn(bucket, uploads),
  };
}

/** Files whose parts browsers send. They get their last name at once: a move of a large file takes minutes. */
function partedIn(bucket: Bucket, uploads: string): PartedUploads {
  const named = ({ key, id }: { key: string; id: string }) => ({ key: uploads + key, id });
  return {
    begin: (key) => bucket.beginParts(uploads + key, type),
    sign: (file, part) => bucket.signPart(named(file), { ...part, expiresS: partMinutes * 60 }),
    list: (file) => bucket.listParts(named(file)),
    complete: async (file, parts) => void (await bucket.completeParts(named(file), parts)),
    abort: (file) => bucket.abortParts(named(file)),
    count: () => bucket.countUnfinished(uploads),
    async look(key, headBytes) {
      const facts = await bucket.head(uploads + key);
      if (!facts) return null;
      const { bytes, etag } = facts;
      const body = await bucket.get(uploads + key, { start: 0, length: Math.min(headBytes, bytes), etag });
      return body && { bytes, head: await reading(steadily(body)) };
    },
  };
}

type Hall = Pick<S3StorageOptions, "bucket" | "prefix"> & {
  incoming: string;
  uploads: string;
  partOf: (uid: string) => string;
  verify: S3StorageOptions["own"]["verify"];
};

function hallOf({ bucket, prefix, incoming, uploads, partOf, verify }: Hall): ArrivalHall {
  return {
    async find({ uid, key }) {
      if (!keyFormat.test(key)) return null;
      const from = `${incoming}${partOf(uid)}/${key}`;
      const facts = await bucket.head(from);
      if (!facts) return null;
      const { bytes, changedAt, etag, meta } = facts;
      const [policy = "", signature = ""] = (meta[grantField.replace("x-amz-meta-", "")] ?? "").split(".");
      return {
        bytes,
        // The arrival time decides whether it was in time, not the time of this check.
        grant: verify({ policy, signature }, changedAt),
        async read() {
          const body = await bucket.get(from, { etag });
          if (!body) throw new StorageError("storage_away", "The bucket: read: gone");
          return body;
        },
        async accept() {
          await bucket.copy(from, uploads + key, { etag, type });
          await bucket.remove(from);
        },
        drop: () => bucket.remove(from),
      };
    },
    async *list() {
      for await (const { key, ...facts } of bucket.list(incoming))
        yield { path: key.slice(incoming.length), ...facts };
    },
    remove: (path) => bucket.remove(incoming + path),
    abortUploads: ({ sent, others }) =>
      bucket.abortUploads(prefix, (key) => (key.startsWith(uploads) ? sent : others)),
  };
}

/** A hash of whatever passes through. */
function hashing() {
  const hash = createHash("sha256");
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });
  return { hash, counted };
}

/** Reads a small file whose bytes have to keep coming: a user waits for it. */
async function steadily(body: Readable): Promise<Buffer> {
  const stuck = new StorageError("storage_away", "The bucket: read: no more data");
  const timer = setTimeout(() => body.destroy(stuck), answerMs);
  const pieces: Buffer[] = [];
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer);
      timer.refresh();
    }
    return Buffer.concat(pieces);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection that breaks while an object is read is the bucket's fault; a full disk is not. */
async function reading<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storageError(error, "read", signal);
  }
}

import { createHmac } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { grantField, grantOf } from "../../../contract/ingest/upload-grant.ts";
import type { ArrivalHall, Storage, UploadGrant } from "../../ports/storage.ts";
import type { Bucket } from "./bucket.ts";
import { StorageError, storageError } from "./storage-error.ts";

/** A stored file's name as uploads give it. */
const keyFormat = /^[0-9a-f]{64}\.[a-z0-9]{2,4}$/;
/** Minutes a form may wait before its file is sent. */
const formMinutes = 60;
/** The most S3 takes in one POST, and copies in one go. */
const mostBytes = 5 * 1024 ** 3;
/**
 * Whatever is sent is stored as bytes: nothing of it could be opened as a page, were the bucket ever made public. What it
 * is really is found out by reading it.
 */
const type = "application/octet-stream";

export type S3StorageOptions = {
  bucket: Bucket;
  /** What our names in the bucket begin with: empty, or ending in a slash. */
  prefix: string;
  /** Keeps apart what people send, without saying who they are. */
  secret: string;
  /** What is ours alone: forms that lead to us, and links. */
  own: Pick<Storage, "presign" | "link"> & {
    verify: (fields: Record<string, string>, now: Date) => UploadGrant | null;
  };
};

/**
 * Uploads in a bucket. A form sends a file into `incoming/`, in a part of its own for each person, with our own grant as
 * its metadata; it becomes one of `uploads/` once it was read and found to be what its name promises.
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
      // What strangers send is judged while it comes, which a bucket can't: pictures pass through us.
      if (input.purpose === "picture") return own.presign(input);
      const { form } = await own.presign(input);
      const { url, fields } = await bucket.post({
        key: `${incoming}${partOf(input.uid)}/\${filename}`,
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
      return body && reading(buffer(body));
    },

    async borrow({ key, folder, signal }) {
      const body = await open(key, signal);
      if (!body) return null;
      const path = join(folder, key);
      await reading(
        pipeline(body, createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {}),
        signal,
      );
      return path;
    },

    link: own.link,

    async keep({ key, from, note }) {
      await bucket.putFile(uploads + key, { path: from, type });
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
        // It was in time if it came in time; when somebody looks is another matter.
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
    abortUploads: (before) => bucket.abortUploads(prefix, before),
  };
}

/** A line that breaks while an object is read is the bucket's fault; a full disk is not. */
async function reading<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw storageError(error, "read", signal);
  }
}

import type { Bytes, StoredFile } from "./files.ts";

/**
 * The URL to which a browser sends a file, and the fields to send with it (a presigned POST policy). If the form has a
 * `key`, its `${filename}` stands for the name of the file: the hash and the extension.
 */
export type UploadForm = { form: Record<string, string>; url: string };

/** Allowed use of a form: `picture` = a PNG, JPEG or WebP of any user; `any` = every type an admin may store. */
export type UploadPurpose = "any" | "picture";

/** Fields of a form that this storage made, read back unchanged and in time. */
export type UploadGrant = {
  uid: string;
  /** The session that asked for the form, by its `deviceId`. */
  session: string;
  maxBytes: number;
  purpose: UploadPurpose;
  expiresAt: Date;
};

/** A file sent to a store that cannot check it: it is unchecked, and nothing may refer to it yet. */
export type ArrivedFile = {
  bytes: number;
  /** The grant it was sent with; null when it has none of ours. */
  grant: UploadGrant | null;
  /** Reads its content; later reads return the same content or fail. */
  read: () => Promise<Bytes>;
  /** Turns exactly the content that was read into a stored file; rejects when it was replaced in the meantime. */
  accept: () => Promise<void>;
  drop: () => Promise<void>;
};

/** For forms that post to another store: unchecked files that have arrived there. */
export type ArrivalHall = {
  /** The file a user sent under this name; null when there is none. */
  find: (sent: { uid: string; key: string }) => Promise<ArrivedFile | null>;
  list: () => AsyncIterable<StoredFile>;
  remove: (path: string) => Promise<void>;
  /**
   * Aborts multipart uploads begun before a time: `sent` for those of stored files, which browsers send; `others` for
   * the rest. @returns how many
   */
  abortUploads: (before: { sent: Date; others: Date }) => Promise<number>;
};

/** A large file that a browser sends to another store in parts: the name it will have, and the store's id. */
export type PartedFile = { key: string; id: string };

/** A part that has arrived; `etag` is the store's name for its content. Numbers begin at 1. */
export type SentPart = { number: number; bytes: number; etag: string };

/** For files that browsers send to another store in parts. What it makes of them has only the size checked. */
export type PartedUploads = {
  /** @returns the store's id of the upload */
  begin: (key: string) => Promise<string>;
  /** URL that takes one part of exactly this size and MD5 (base64), for some minutes. */
  sign: (file: PartedFile, part: { number: number; bytes: number; md5: string }) => Promise<string>;
  /** The parts that have arrived; null when the upload is over. */
  list: (file: PartedFile) => Promise<SentPart[] | null>;
  /** Turns parts into a stored file. Does nothing when the upload is over. */
  complete: (file: PartedFile, parts: readonly SentPart[]) => Promise<void>;
  abort: (file: PartedFile) => Promise<void>;
  /** Unfinished uploads of all users; counts to a thousand. */
  count: () => Promise<number>;
  /** The size and the first bytes of a stored file; null when it does not exist. */
  look: (key: string, headBytes: number) => Promise<{ bytes: number; head: Buffer } | null>;
};

export type Storage = {
  /** A form that lets one user send one file of at most `maxBytes`: with `key`, only the file of that name. */
  presign: (
    input: Omit<UploadGrant, "expiresAt"> & { key?: string | undefined; now: Date },
  ) => Promise<UploadForm>;
  /** The whole stored file; null when it does not exist or is larger than `maxBytes`. */
  read: (input: { key: string; maxBytes: number }) => Promise<Buffer | null>;
  /**
   * A stored file as a file of this machine, for tools that read files; do not write to it. Null when it does not
   * exist. A copy is hashed on its way: rejects with Failure upload_refused when the content is not what its name
   * promises.
   * @param folder for a copy, if one is needed; the caller removes the folder
   */
  borrow: (input: { key: string; folder: string; signal?: AbortSignal }) => Promise<string | null>;
  /** URL that opens one stored file for some minutes, for anyone who has it. Stored files have no other URL. */
  link: (input: { key: string; now: Date }) => Promise<string>;
  /**
   * Turns a checked file of this machine into a stored one. The source file is moved away.
   * @param note records the owner; called when only that is missing
   */
  keep: (input: { key: string; from: string; note: () => Promise<void> }) => Promise<void>;
  /** Succeeds also when the file does not exist. */
  remove: (key: string) => Promise<void>;
  list: () => AsyncIterable<StoredFile>;
  /** Null when every form posts to this server. */
  arrivals: ArrivalHall | null;
  /** Null when large files go through this server. */
  parted: PartedUploads | null;
};

/** A bucket of an S3-compatible object store. Without `credentials` the SDK uses the machine's own role. */
export type BucketSettings = {
  bucket: string;
  /** Prefix of all our names: empty, or ending in a slash. */
  prefix: string;
  region: string;
  /** Scheme and host; null = Amazon's own for the region. */
  endpoint: string | null;
  /** Put the bucket in the path instead of the host name. */
  forcePathStyle: boolean;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
};

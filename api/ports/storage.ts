import type { Bytes, StoredFile } from "./files.ts";

/**
 * Where a browser sends a file, and what it has to send along (a presigned POST policy). Where the form has a `key`, its
 * `${filename}` stands for the name of the file: the hash and the extension.
 */
export type UploadForm = { form: Record<string, string>; url: string };

/** What a form may be used for: `picture` = a PNG, JPEG or WebP of anybody's; `any` = all an admin may store. */
export type UploadPurpose = "any" | "picture";

/** A claim the storage's own form made, read back and found untouched and in time. */
export type UploadGrant = {
  uid: string;
  /** The session that asked for the form, as `deviceId` names it. */
  session: string;
  maxBytes: number;
  purpose: UploadPurpose;
  expiresAt: Date;
};

/** A file that was sent to a place which can't judge it: nobody has looked at it yet, and nothing may refer to it. */
export type ArrivedFile = {
  bytes: number;
  /** Under which it was sent; null where it was none of ours. */
  grant: UploadGrant | null;
  /** Its content, and later no other than this one. */
  read: () => Promise<Bytes>;
  /** Makes the very content that was read a stored file; rejects where another has come in its place meanwhile. */
  accept: () => Promise<void>;
  drop: () => Promise<void>;
};

/** Where forms lead elsewhere than to us: what has come there and was not looked at. */
export type ArrivalHall = {
  /** What one person has sent under a name; null when there is none. */
  find: (sent: { uid: string; key: string }) => Promise<ArrivedFile | null>;
  list: () => AsyncIterable<StoredFile>;
  remove: (path: string) => Promise<void>;
  /** Gives up what was begun in parts before a time, wherever in the place it was to go. @returns how many */
  abortUploads: (before: Date) => Promise<number>;
};

export type Storage = {
  /** A form that lets one user send one file of at most `maxBytes`. */
  presign: (input: Omit<UploadGrant, "expiresAt"> & { now: Date }) => Promise<UploadForm>;
  /** All of a stored file; null when there is none, or when it is larger than `maxBytes`. */
  read: (input: { key: string; maxBytes: number }) => Promise<Buffer | null>;
  /**
   * A stored file as a file of this machine, for tools that read files: never to be written to. Null when there is none.
   * @param folder where a copy may be put, where one is needed; whoever made it removes it
   */
  borrow: (input: { key: string; folder: string; signal?: AbortSignal }) => Promise<string | null>;
  /** URL that opens one stored file for some minutes, for whoever has it. Stored files have no other. */
  link: (input: { key: string; now: Date }) => Promise<string>;
  /**
   * Makes a file of this machine, which is what its name promises, a stored one. It is gone from where it was.
   * @param note writes down whose it is; called when nothing but that is missing
   */
  keep: (input: { key: string; from: string; note: () => Promise<void> }) => Promise<void>;
  /** Also where there is none. */
  remove: (key: string) => Promise<void>;
  list: () => AsyncIterable<StoredFile>;
  /** Null where every form leads to us. */
  arrivals: ArrivalHall | null;
};

/** A bucket of an object store that speaks S3. Without `credentials` the SDK looks for the machine's own role. */
export type BucketSettings = {
  bucket: string;
  /** What all of our names begin with: empty, or ending in a slash. */
  prefix: string;
  region: string;
  /** Scheme and host; null = Amazon's own for the region. */
  endpoint: string | null;
  /** The bucket stands in the path and not in the host's name. */
  forcePathStyle: boolean;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
};

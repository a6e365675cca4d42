/** Where a browser sends a file, and what it has to send along (a presigned POST policy). */
export type UploadForm = { form: Record<string, string>; url: string };

/** What a form may be used for: `picture` = a PNG, JPEG or WebP of anybody's; `any` = all an admin may store. */
export type UploadPurpose = "any" | "picture";

/** A claim the storage's own form made, read back and found untouched and in time. */
export type UploadGrant = { uid: string; maxBytes: number; purpose: UploadPurpose; expiresAt: Date };

export type Storage = {
  /** A form that lets one user send one file of at most `maxBytes`. */
  presign: (input: {
    uid: string;
    maxBytes: number;
    purpose: UploadPurpose;
    now: Date;
  }) => Promise<UploadForm>;
  /** All of a stored file; null when there is none, or when it is larger than `maxBytes`. */
  read: (input: { key: string; maxBytes: number }) => Promise<Buffer | null>;
  /**
   * A stored file as a file of this machine, for tools that read files: never to be written to. Null when there is none.
   * @param folder where a copy may be put, where one is needed; whoever made it removes it
   */
  borrow: (input: { key: string; folder: string }) => Promise<string | null>;
  /** URL that opens one stored file for some minutes, for whoever has it. Stored files have no other. */
  link: (input: { key: string; now: Date }) => Promise<string>;
};

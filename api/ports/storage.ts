/** Where a browser sends a file, and what it has to send along (a presigned POST policy). */
export type UploadForm = { form: Record<string, string>; url: string };

/** A claim the storage's own form made, read back and found untouched and in time. */
export type UploadGrant = { uid: string; maxBytes: number; expiresAt: Date };

export type Storage = {
  /** A form that lets one user send one file of at most `maxBytes`. */
  presign: (input: { uid: string; maxBytes: number; now: Date }) => Promise<UploadForm>;
};

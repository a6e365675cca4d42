/** A stream of bytes. A reader that stops early releases the source. */
export type Bytes = AsyncIterable<Uint8Array>;

/** A stored file: `path` is relative to its place, with slashes. */
export type StoredFile = { path: string; bytes: number; changedAt: Date };

/** A folder being stored. None of it is visible before `commit`. */
export type StagedFolder = { commit: () => Promise<void> };

/**
 * A place that stores files: a folder of this machine, or a part of a bucket. Paths are relative, with slashes; names
 * that begin with a dot stay hidden. Every method throws a {@link StorageFailure} when the place cannot be used.
 */
export type Files = {
  /** All files below a folder, or all files, in no order; an empty list when the folder does not exist. */
  list: (folder?: string) => AsyncIterable<StoredFile>;
  /** Null when the file does not exist. */
  facts: (path: string) => Promise<StoredFile | null>;
  /** Content of a text file; null when it does not exist. */
  text: (path: string) => Promise<string | null>;
  /** Content of a small file; null when it does not exist. */
  bytes: (path: string) => Promise<Uint8Array | null>;
  /** A concurrent reader gets the old content or the new one, never a mix. */
  write: (path: string, content: string | Uint8Array) => Promise<void>;
  /** Succeeds also when the file does not exist. */
  remove: (path: string) => Promise<void>;
  removeFolder: (folder: string) => Promise<void>;
  /**
   * Copies a folder of this machine to the place; at `commit` it replaces one of the same name. For a bucket the upload
   * takes place before that, and `last`, the file that refers to the others, is sent at `commit`.
   * @param from gone after `commit` when it is on the same disk as the place
   */
  stage: (input: {
    folder: string;
    from: string;
    last: string;
    signal?: AbortSignal | undefined;
  }) => Promise<StagedFolder>;
};

/** A file of a remote store, to be read in parts. */
export type RemoteFile = {
  facts: { size: number; mtimeMs: number; ino: number };
  /** Bytes from `start`; rejects when the file is no longer the one `facts` describe. */
  read: (part: { start: number; length: number; signal?: AbortSignal }) => Promise<Bytes>;
};

/** A remote store that files are served from. */
export type RemoteSource = { open: (path: string) => Promise<RemoteFile | null> };

/**
 * An address at the store that opens one file for some minutes, to one method. It is the same for all who ask within
 * five minutes.
 */
export type LinkToFile = (
  path: string,
  ask: { method: "GET" | "HEAD"; now: Date },
) => Promise<{ url: string; expiresAt: Date }>;

/**
 * Why a place of files cannot be used. `storage_away`: it was not reached or failed; a later attempt may succeed.
 * `storage_refused`: the key or the bucket is wrong; the operator must act. The message contains the store's answer and
 * nothing of the request.
 */
export type StorageFailure = Error & { readonly code: "storage_away" | "storage_refused" };

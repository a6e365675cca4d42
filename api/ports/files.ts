/** Bytes on their way, piece by piece; who stops reading lets go of where they come from. */
export type Bytes = AsyncIterable<Uint8Array>;

/** A file of a place: its path is relative to it, with slashes. */
export type StoredFile = { path: string; bytes: number; changedAt: Date };

/** A folder on its way to a place. Nothing of it can be seen before `commit`. */
export type StagedFolder = { commit: () => Promise<void> };

/**
 * A place where files are kept: a folder of this machine, or a part of a bucket. Paths are relative, with slashes; names
 * that begin with a dot are nobody's to see. Every method throws a {@link StorageFailure} where the place can't be used.
 */
export type Files = {
  /** All below a folder, or all there is, in no order; nothing where there is no such folder. */
  list: (folder?: string) => AsyncIterable<StoredFile>;
  /** Null when there is none. */
  facts: (path: string) => Promise<StoredFile | null>;
  /** A text; null when there is none. */
  text: (path: string) => Promise<string | null>;
  /** Whoever reads it meanwhile has the one before or this one. */
  write: (path: string, text: string) => Promise<void>;
  /** Also where there is none. */
  remove: (path: string) => Promise<void>;
  removeFolder: (folder: string) => Promise<void>;
  /**
   * Brings a folder of this machine there; one of the same name is replaced at `commit`. For a bucket the long part is
   * done before that, and `last`, by which the others are found, comes with it.
   * @param from gone after `commit`, where it lies on the disk of the place
   */
  stage: (input: {
    folder: string;
    from: string;
    last: string;
    signal?: AbortSignal | undefined;
  }) => Promise<StagedFolder>;
};

/** A file to be read in parts, at whoever keeps it. */
export type RemoteFile = {
  facts: { size: number; mtimeMs: number; ino: number };
  /** Bytes from `start`; of the very file `facts` are about, or not at all. */
  read: (part: { start: number; length: number; signal?: AbortSignal }) => Promise<Bytes>;
};

/** Where files are served from that are not on this machine. */
export type RemoteSource = { open: (path: string) => Promise<RemoteFile | null> };

/**
 * Why a place of files can't be used. `storage_away`: not reached, or it failed; another time may succeed.
 * `storage_refused`: the key or the bucket is not what it should be; the operator has to look.
 * The message says what it answered, and nothing of how it was asked.
 */
export type StorageFailure = Error & { readonly code: "storage_away" | "storage_refused" };

import type { StorageFailure } from "../../ports/files.ts";

/** A bucket error without its request: the SDK's errors carry the request with them. */
export class StorageError extends Error implements StorageFailure {
  readonly code: StorageFailure["code"];

  constructor(code: StorageFailure["code"], message: string) {
    super(message);
    this.name = "StorageError";
    this.code = code;
  }
}

/** The object's content differs from the one asked for. */
export class ObjectChanged extends StorageError {
  constructor() {
    super("storage_away", "The object has changed meanwhile");
  }
}

type SdkError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** Errors of this machine, not of the bucket: a full disk, a missing file. */
const ours = /^E(NOSPC|DQUOT|NOENT|ACCES|PERM|ROFS|ISDIR|MFILE|NFILE)$/;

/**
 * Converts an error of the SDK.
 * @param what the operation, for the log
 * @param signal of the caller; its abort reason is passed on unchanged
 */
export function storageError(error: unknown, what: string, signal?: AbortSignal): unknown {
  if (error instanceof StorageError || signal?.aborted) return error;
  const { name, code, $metadata } = error as SdkError;
  if (ours.test(code ?? "")) return error;
  const status = $metadata?.httpStatusCode ?? 0;
  if (status === 412) return new ObjectChanged();
  const refused = status >= 300 && status < 500 && status !== 408 && status !== 429;
  const why = status > 0 ? `${name} (${status})` : (code ?? name);
  return new StorageError(refused ? "storage_refused" : "storage_away", `The bucket: ${what}: ${why}`);
}

/** The object or the bucket does not exist: an answer without a body does not tell which. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as SdkError;
  return (
    name === "NoSuchKey" ||
    name === "NotFound" ||
    ($metadata?.httpStatusCode === 404 && name !== "NoSuchBucket")
  );
}

import type { StorageFailure } from "../../ports/files.ts";

/** An error of the bucket without a word of how it was asked: those of the SDK carry the request with them. */
export class StorageError extends Error implements StorageFailure {
  readonly code: StorageFailure["code"];

  constructor(code: StorageFailure["code"], message: string) {
    super(message);
    this.name = "StorageError";
    this.code = code;
  }
}

/** The object is another one than the one that was asked about. */
export class ObjectChanged extends StorageError {
  constructor() {
    super("storage_away", "The object has changed meanwhile");
  }
}

type SdkError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

/** Of the machine, not of the bucket: a full disk, a file that is gone. */
const ours = /^E(NOSPC|DQUOT|NOENT|ACCES|PERM|ROFS|ISDIR|MFILE|NFILE)$/;

/**
 * What an error of the SDK is for us.
 * @param what was being done, for the log
 * @param signal of whoever asked: its own end is told as it is
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

/** There is nothing of that name, or no such bucket: a question without an answer's body can't tell. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as SdkError;
  return (
    name === "NoSuchKey" ||
    name === "NotFound" ||
    ($metadata?.httpStatusCode === 404 && name !== "NoSuchBucket")
  );
}

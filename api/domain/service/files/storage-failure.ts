import type { StorageFailure } from "../../../ports/files.ts";

/** Whether an error means that the file storage could not be used, rather than that the request was wrong. */
export function isStorageFailure(error: unknown): error is StorageFailure {
  const { code } = (error ?? {}) as Partial<StorageFailure>;
  return error instanceof Error && (code === "storage_away" || code === "storage_refused");
}

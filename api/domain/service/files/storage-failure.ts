import type { StorageFailure } from "../../../ports/files.ts";

/** Whether an error means that the place of the files could not be used, rather than that we asked for nonsense. */
export function isStorageFailure(error: unknown): error is StorageFailure {
  const { code } = (error ?? {}) as Partial<StorageFailure>;
  return error instanceof Error && (code === "storage_away" || code === "storage_refused");
}

import type { MediaErrorCode, MediaFailure } from "../../ports/media.ts";

const DETAIL_LIMIT = 600;

/** The only error class of this adapter. `detail` keeps at most the last 600 characters of the tool's output. */
export class MediaError extends Error implements MediaFailure {
  readonly code: MediaErrorCode;
  readonly detail: string;

  constructor(code: MediaErrorCode, message: string, detail = "") {
    super(message);
    this.name = "MediaError";
    this.code = code;
    this.detail = detail.trim().slice(-DETAIL_LIMIT);
  }
}

/** Whether an error means a full disk, in our own writes or in the tool's output. */
const isDiskFull = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ENOSPC" ||
  (error as NodeJS.ErrnoException).code === "EDQUOT" ||
  (error instanceof MediaError && /No space left on device|Disk quota exceeded/.test(error.detail));

/** Returns the same error, or a MediaError `disk_full` when the disk is full. */
export const asMediaError = (error: unknown): unknown =>
  isDiskFull(error)
    ? new MediaError("disk_full", "The disk is full.", (error as MediaError).detail ?? "")
    : error;

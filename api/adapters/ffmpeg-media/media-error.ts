import type { MediaErrorCode, MediaFailure } from "../../ports/media.ts";

const DETAIL_LIMIT = 600;

/** The one error class of this adapter. `detail` keeps at most the last 600 characters of what the tool printed. */
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

/** A disk that is full, as our own writes say it and as the tool prints it. */
export const isDiskFull = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ENOSPC" ||
  (error as NodeJS.ErrnoException).code === "EDQUOT" ||
  (error instanceof MediaError && /No space left on device|Disk quota exceeded/.test(error.detail));

/** The same error; a full disk by its name. */
export const asMediaError = (error: unknown): unknown =>
  isDiskFull(error)
    ? new MediaError("disk_full", "The disk is full.", (error as MediaError).detail ?? "")
    : error;

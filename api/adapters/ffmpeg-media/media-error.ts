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

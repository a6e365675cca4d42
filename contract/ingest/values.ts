/**
 * In the order of a magnet's life: `waiting-metadata` = its metadata is fetched from peers · `choose` = an admin
 * chooses files · `waiting` = in the queue · `verifying` = the downloaded data is hashed again · `importing` = it
 * becomes stored files and encodings · `done` = these exist; `seeding` tells whether it still uploads.
 */
export const magnetStates = [
  "waiting-metadata",
  "choose",
  "waiting",
  "downloading",
  "paused",
  "verifying",
  "importing",
  "done",
  "failed",
  "cancelled",
] as const;
export type MagnetState = (typeof magnetStates)[number];

/** What an admin can do to a magnet. */
export const magnetActions = ["pause", "resume", "retry", "cancel", "remove", "stop-seeding"] as const;
export type MagnetAction = (typeof magnetActions)[number];

export const encodingStates = ["waiting", "encoding", "paused", "ready", "failed", "cancelled"] as const;
/** Larger than any real subtitle file, even one that positions every sign of a movie. */
export const mostSubtitleBytes = 4_000_000;
export const longestSubtitleLabel = 80;

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

/**
 * In the order a magnet goes through them: `waiting-metadata` = peers are asked what it holds · `choose` = an admin says
 * what is taken of it · `waiting` = for its turn · `verifying` = what came is hashed once more · `importing` = it becomes
 * stored files and encodings · `done` = they are there; whether it still gives to others is said by `seeding`.
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

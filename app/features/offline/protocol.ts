/**
 * Header in which the server names the session of an answer: an opaque mark that changes with the session, or `none`.
 */
export const accountHeader = "X-Account";

/** A page tells the worker this once it is idle: the files it uses, so that it can be shown again offline. */
export type KeepMessage = {
  type: "keep";
  path: string;
  locale: string;
  /** The operator's brand that the page shows. */
  brand: { version: string; name: string };
  /** Paths of build files and pictures the page has loaded; the browser's own cache still has them. */
  files: string[];
  pictures: string[];
  /** The user asked for less data: no prefetch. */
  saveData: boolean;
};

/** A page tells the worker this when the user waits: stop the prefetch for some seconds. */
export type HushMessage = { type: "hush" };

/** The worker tells open pages this once it has sent the outbox: their data is older than that. */
export type SentMessage = { type: "sent" };

/** Cache for the worker's own notes, and the note of its last sending, in milliseconds since 1970. */
export const notes = "notes";
export const sentNote = "/sent";

/** Pictures of the operator's brand: stored as long as a stored page shows them. */
export const brandFolder = "/artwork/_brand/";

/** The note of the name of the service. */
export const nameNote = "/name";

/** Name of the task for which the browser wakes the worker when the network is back. */
export const syncTag = "outbox";

/** URL of the worker; its scope is the whole site. */
export const workerPath = "/entry.worker.js";

/** Shown if neither the network nor the cache has a page; the server renders its texts. */
export const offlinePath = "/offline";

/** The downloads on this device: a separate list at the address of another. */
export const downloadsList = "/my-list?list=downloads";

/**
 * Pages stored for offline reading: those that users come back to. Search, sign-in, payment and the admin area are
 * useless offline, and an episode's page holds links that expire.
 */
export const keptPaths = ["/", "/my-list", downloadsList, "/my-list/history", "/profile", "/page/about"];

/** Where the server says whose session an answer is of: an opaque mark that changes with the session, or `none`. */
export const accountHeader = "X-Account";

/** What a page tells the worker once it is at rest: what it was made of, so that it can be shown again without a network. */
export type KeepMessage = {
  type: "keep";
  path: string;
  locale: string;
  /** Paths of build files and pictures the page has loaded; the browser's own cache still has them. */
  files: string[];
  pictures: string[];
  /** The person asked for less data: nothing is fetched ahead. */
  saveData: boolean;
};

/** What a page tells the worker when somebody waits: to fetch nothing ahead for some seconds. */
export type HushMessage = { type: "hush" };

/** What the worker tells open pages once it has sent what waited: their data is older than that. */
export type SentMessage = { type: "sent" };

/** Cache for the worker's own notes, and the one that says when it last sent something, in milliseconds since 1970. */
export const notes = "notes";
export const sentNote = "/sent";

/** Name of the task the browser wakes the worker for when the network is back. */
export const syncTag = "outbox";

/** Where the worker is; its scope is the whole site. */
export const workerPath = "/entry.worker.js";

/** Shown where neither the network nor the cache has a page; its texts are the server's. */
export const offlinePath = "/offline";

/** The films on this device: a list of its own at the address of another. */
export const downloadsList = "/my-list?list=downloads";

/**
 * Pages kept for reading without a network: what people come back to. Search, sign-in, payment and the admin area are
 * of no use then, and a film's page holds links that expire.
 */
export const keptPaths = ["/", "/my-list", downloadsList, "/my-list/history", "/profile", "/page/about"];

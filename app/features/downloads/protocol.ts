/** The service worker answers all downloads below this path: `/kept/<licence>/v360/seg_00000.m4s`. */
export const keptPrefix = "/kept/";

/** The stored page, its data, and its pictures, next to the download's own files. */
export const keptPage = "page.html";
export const keptData = "page.data";
export const keptStill = "still.webp";
export const keptPoster = "poster.webp";
export const keptMaster = "master.m3u8";

/** Each download has its own cache, so that one step removes it. */
export const copyCache = "copy:";

/** Set in local storage while any download exists: without it, pages load none of this code. */
export const keptFlag = "downloads";

/** Pages and the worker announce changes to each other here. */
export const channelName = "matinee-downloads";

/** State of a download. `waiting`: for the network. Only a `ready` one can be watched. */
export type DownloadState = "queued" | "loading" | "waiting" | "paused" | "failed" | "ready" | "ended";

/**
 * Why a download has failed. `full`: no room on the device; `refused`: the user may no longer keep it; `limit`: too
 * many downloads; `broken`: the server's files are not what it said they were.
 */
export type DownloadFault = "full" | "refused" | "limit" | "broken";

/** What a user sees of a download: as it was called when it was added. */
export type CopyFacts = {
  id: string;
  index: number;
  /** Address of its page: without the number for a film. */
  path: string;
  title: string;
  /** Null for a film. */
  episode: string | null;
  /** Folder and version of the pictures, and their background colour. */
  artwork: { path: string; version: string; colour: string };
  /** The episode's own picture. Missing in what an older version stored. */
  still?: { path: string; version: string; colour: string } | null;
  durationS: number;
};

export type Download = CopyFacts & {
  /** See `keyOf`. */
  key: string;
  /** The mark of the session and profile that added it (`accountNote`). No other one sees it. */
  mark: string;
  licence: string;
  rendition: string;
  bytes: number;
  gotBytes: number;
  state: DownloadState;
  fault: DownloadFault | null;
  /** Milliseconds since 1970, by the server's clock; a download queues behind those added before it. */
  expiresAt: number;
  addedAt: number;
  /** Build of the stored page: another build's files are not available for ever. */
  build: string;
  /** The position reached on this device; null = not started here. */
  positionS: number | null;
};

/** @returns the key of an episode's copy: each profile of an account has its own */
export function keyOf({ id, index }: { id: string; index: number }, mark: string): string {
  const [, profile] = mark.split(".");
  return `${id}/${index}${profile ? `@${profile}` : ""}`;
}

/** @returns the address of a downloaded episode's page, which plays the copy, with or without a network */
export function keptAddress({ path, licence, rendition }: Download): string {
  return `${path}?kept=${licence}&rendition=${rendition}`;
}

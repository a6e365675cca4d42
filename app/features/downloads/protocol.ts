/** Whatever is kept is answered below this by the service worker: `/kept/<licence>/v360/seg_00000.m4s`. */
export const keptPrefix = "/kept/";

/** The page as it was kept, its data, and its pictures, beside the film's own files. */
export const keptPage = "page.html";
export const keptData = "page.data";
export const keptStill = "still.webp";
export const keptPoster = "poster.webp";
export const keptMaster = "master.m3u8";

/** Each film lies in a cache of its own, so that taking it away is one step. */
export const filmCache = "film:";

/** In local storage while anything is kept: pages that find nothing there load none of this. */
export const keptFlag = "downloads";

/** Pages and the worker tell each other here that something has changed. */
export const channelName = "matinee-downloads";

/** Where a download stands. `waiting`: for the network. Only what is `ready` can be watched. */
export type DownloadState = "queued" | "loading" | "waiting" | "paused" | "failed" | "ready" | "ended";

/**
 * Why one has failed. `full`: no room on the device; `refused`: the person may not keep it any more; `limit`: too many
 * are kept; `broken`: the server's files are not what it said they were.
 */
export type DownloadFault = "full" | "refused" | "limit" | "broken";

/** What a person sees of a film: as it was called when it was chosen. */
export type FilmFacts = {
  id: string;
  index: number;
  /** Address of its page: without the number where it is a film. */
  path: string;
  title: string;
  /** Null for a film. */
  episode: string | null;
  /** Folder and version of the pictures, and the colour behind them. */
  artwork: { path: string; version: string; colour: string };
  durationS: number;
};

export type Download = FilmFacts & {
  /** `<id>/<index>`. */
  key: string;
  /** Whose it is: the mark of the session that chose it (`accountNote`). Nobody else sees it. */
  mark: string;
  licence: string;
  rendition: string;
  bytes: number;
  gotBytes: number;
  state: DownloadState;
  fault: DownloadFault | null;
  /** Milliseconds since 1970, by the server's clock; a download waits behind those that were added before it. */
  expiresAt: number;
  addedAt: number;
  /** Build whose page is kept: another one's parts are not to be had for ever. */
  build: string;
  /** Where it was left on this device; null = not begun here. */
  positionS: number | null;
};

/** @returns the key of an episode */
export function keyOf({ id, index }: { id: string; index: number }): string {
  return `${id}/${index}`;
}

/** @returns the address of a kept film's page, which plays what is kept, network or not */
export function keptAddress({ path, licence, rendition }: Download): string {
  return `${path}?kept=${licence}&rendition=${rendition}`;
}

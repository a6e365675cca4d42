import type { PlaybackStart } from "../../../../contract/index.ts";
import type { SourceFact } from "./facts.ts";
import type { Line } from "./line.ts";

/** Feeds a media element. */
export type Source = {
  /** "auto" or a rendition's name. Takes effect from the next segment on. */
  chooseRendition: (name: string) => void;
  chooseAudio: (id: string) => void;
  /** After a failure, from the position of the failure. */
  retry: () => void;
  /** Fresh URLs of the same episode: used from the next request on; the position is kept. */
  renew: (playback: PlaybackStart) => void;
  /** Fresh URLs are not available: sends no further requests until `retry`. */
  rest: () => void;
  /** For a receiver of the browser's own: lets the browser feed the element, from the same position. */
  toNative?: () => void;
  detach: () => void;
};

export type SourceOptions = {
  media: HTMLVideoElement;
  playback: PlaybackStart;
  /** Start position in seconds. */
  startS: number;
  /** The user came to watch: plays as soon as there is something to play. */
  autoplay: boolean;
  /** Fetches no media before the user plays it, and no large picture afterwards. */
  dataSaver: boolean;
  /** Stored choice: "auto" or a rendition's name. */
  quality: string;
  /** Stored choice: an audio track's id. */
  audio: string | null;
  tell: (fact: SourceFact) => void;
  /** Requests the URL of the episode for a receiver; null = there is none. */
  receiverUrl: () => Promise<string | null>;
  /** The URLs have expired or will soon: the source waits for `renew`. */
  needFresh: () => void;
};

/** Options of a source: all of an episode's requests share one line. */
export type LinedOptions = SourceOptions & { line: Line };

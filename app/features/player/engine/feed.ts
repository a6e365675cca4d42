import type { PlaybackStart } from "../../../../contract/index.ts";
import type { SourceFact } from "./facts.ts";
import type { Line } from "./line.ts";

/** What feeds a media element. */
export type Source = {
  /** "auto" or a rendition's name. Takes effect from the next segment on. */
  chooseRendition: (name: string) => void;
  chooseAudio: (id: string) => void;
  /** After a failure, from where it happened. */
  retry: () => void;
  /** Fresh URLs of the same film: used from the next request on; the place is kept. */
  renew: (playback: PlaybackStart) => void;
  /** There are no fresh URLs to be had: nothing more is asked for until `retry`. */
  rest: () => void;
  detach: () => void;
};

export type SourceOptions = {
  media: HTMLVideoElement;
  playback: PlaybackStart;
  /** Seconds where to begin. */
  startS: number;
  /** Whoever came meant to watch: play as soon as there is something to play. */
  autoplay: boolean;
  /** Fetch nothing of the film before somebody plays it, and no large picture after. */
  dataSaver: boolean;
  /** Remembered choice: "auto" or a rendition's name. */
  quality: string;
  /** Remembered choice: an audio track's id. */
  audio: string | null;
  tell: (fact: SourceFact) => void;
  /** The URLs have expired or are about to: `renew` is waited for. */
  needFresh: () => void;
};

/** What a source is made with: all of a film's requests go over one line. */
export type LinedOptions = SourceOptions & { line: Line };

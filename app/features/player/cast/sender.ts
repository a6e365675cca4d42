/** Why a screen does not play, in the order of what can go wrong. */
export type CastProblem =
  /** This browser can't cast. */
  | "browser"
  /** The page is not on https. */
  | "insecure"
  /** Google's script was not loaded: by a blocker, or without a network. */
  | "blocked"
  /** Loading took so long that the browser no longer sees the tap: it has to be made again. */
  | "again"
  | "noDevice"
  /** The screen did not answer. */
  | "failed"
  /** The screen could not play it. */
  | "refused";

/** Thrown by a sender. `cancelled`: the user closed the list of screens. A type alone, as only a tap loads senders. */
export type CastError = Error & { problem: CastProblem | "cancelled" };

/** What a receiver is to play. URLs are absolute. */
export type CastMedia = {
  /** Names the episode, so that a page that comes back recognises it. */
  item: string;
  hls: string;
  title: string;
  episodeTitle: string | null;
  poster: string;
  durationS: number;
  startS: number;
  plays: boolean;
  tracks: { id: string; label: string; locale: string; url: string }[];
  /** Id of the shown track; null = none. */
  subtitles: string | null;
};

/** State of a receiver. Times are seconds, volume 0 to 1. */
export type ReceiverState = {
  item: string | null;
  phase: "idle" | "loading" | "playing" | "paused" | "ended" | "failed";
  positionS: number;
  durationS: number;
  volume: number;
  muted: boolean;
  subtitles: string | null;
};

export type SenderEvent = { type: "connected"; device: string } | { type: "ended" } | { type: "state" };

/** Steers a receiver. Its state follows by events. */
export type Sender = {
  /** Lets the user choose a screen, unless one is connected; to be called in a user's gesture. @throws CastError */
  choose: () => Promise<void>;
  /** @throws CastError */
  load: (media: CastMedia) => Promise<void>;
  play: () => void;
  pause: () => void;
  seek: (toS: number) => void;
  volume: (share: number) => void;
  mute: (on: boolean) => void;
  subtitles: (id: string | null) => void;
  /** Ends the session, and playback on the screen. */
  end: () => void;
  state: () => ReceiverState;
  listen: (listener: (event: SenderEvent) => void) => () => void;
};

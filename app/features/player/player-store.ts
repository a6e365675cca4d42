import type { Failure, SourceFact } from "./engine/facts.ts";

/** The rung that is being shown. `bitrate`: bits a second at its peak; `auto`: chosen by the source itself. */
export type Rendition = { name: string; height: number; bitrate: number; auto: boolean };

/** What a player is doing, as its page needs to know it. Times are seconds. */
export type PlayerState = {
  phase: "idle" | "playing" | "paused" | "ended" | "failed";
  /** Playback wants to go on and has nothing to show. */
  waiting: boolean;
  positionS: number;
  durationS: number;
  /** Where playback is meant to begin. */
  resumeAtS: number;
  /** That place was reached, or the person went elsewhere: positions now mean something. */
  resumed: boolean;
  /** A frame has been shown. */
  started: boolean;
  failure: Failure | null;
  offline: boolean;
  /** The source's attempt to go on by itself, from 1; 0 = none is under way. */
  attempt: number;
  /** The browser wants a gesture before it plays. */
  blocked: boolean;
  rendition: Rendition | null;
  /** Id of the audio track that is heard. */
  audio: string | null;
};

/** Something that happened to the media element, or that the source says of itself. */
export type PlayerFact =
  | { type: "duration"; durationS: number }
  | { type: "play" }
  | { type: "playing"; positionS: number }
  | { type: "pause"; positionS: number }
  | { type: "waiting" }
  | { type: "time"; positionS: number }
  | { type: "seeked"; positionS: number }
  | { type: "ended"; positionS: number }
  | SourceFact
  | { type: "retry" }
  /** Another place to begin at became known before playback began. */
  | { type: "resume"; resumeAtS: number };

export type PlayerListener = (state: PlayerState, fact: PlayerFact) => void;

export type PlayerStore = {
  state: () => PlayerState;
  subscribe: (listener: PlayerListener) => () => void;
  tell: (fact: PlayerFact) => void;
  /** Feeds the store from a media element until the returned function is called. */
  observe: (media: HTMLMediaElement) => () => void;
};

/** Players round to their nearest keyframe or segment: so near the saved place is there. */
const nearS = 2;

/** The state before anything has happened. */
export function initialState(resumeAtS: number): PlayerState {
  return {
    phase: "idle",
    waiting: false,
    positionS: resumeAtS,
    durationS: 0,
    resumeAtS,
    resumed: resumeAtS === 0,
    started: false,
    failure: null,
    offline: false,
    attempt: 0,
    blocked: false,
    rendition: null,
    audio: null,
  };
}

/** @returns the state after a fact; the same object where the fact changes nothing. */
export function next(state: PlayerState, fact: PlayerFact): PlayerState {
  switch (fact.type) {
    case "duration":
      return Number.isFinite(fact.durationS) ? { ...state, durationS: fact.durationS } : state;
    case "play":
      return { ...state, phase: "playing", waiting: true, failure: null, blocked: false };
    case "playing":
      return at({ ...state, ...goesOn, phase: "playing", started: true }, fact.positionS);
    case "waiting":
      return state.phase === "playing" ? { ...state, waiting: true } : state;
    case "time":
      return at({ ...state, waiting: false, attempt: 0 }, fact.positionS);
    case "seeked":
      // A seek before the first frame is the player's own, on its way to the saved place.
      return at({ ...state, resumed: state.resumed || state.started }, fact.positionS);
    case "pause":
      // The end and a failure pause too, and say so themselves.
      if (state.phase === "ended" || state.phase === "failed") return state;
      return at({ ...state, phase: "paused", waiting: false }, fact.positionS);
    case "ended":
      return at({ ...state, phase: "ended", waiting: false }, fact.positionS);
    case "failed":
      return { ...state, phase: "failed", waiting: false, attempt: 0, failure: fact.failure };
    case "resume":
      return state.started ? state : { ...initialState(fact.resumeAtS), durationS: state.durationS };
    case "retry":
      return { ...state, phase: "playing", waiting: true, failure: null };
    case "offline":
    case "online":
      return { ...state, offline: fact.type === "offline" };
    case "retrying":
      return { ...state, attempt: fact.attempt };
    case "rendition": {
      const { name, height, bitrate, auto } = fact;
      return { ...state, rendition: { name, height, bitrate, auto } };
    }
    case "audio":
      return { ...state, audio: fact.id };
    case "blocked":
      return { ...state, phase: "paused", waiting: false, blocked: true };
  }
}

const goesOn = { waiting: false, failure: null, attempt: 0, blocked: false };

/** Moves to a position, unless it is a moment before the saved place has been reached. */
function at(state: PlayerState, positionS: number): PlayerState {
  if (!Number.isFinite(positionS)) return state;
  const resumed = state.resumed || positionS >= state.resumeAtS - nearS;
  return resumed ? { ...state, resumed, positionS } : state;
}

/**
 * The mediator between a media element, its source and whoever shows or keeps what they do. Knows no framework.
 * @param resumeAtS where playback is meant to begin, in seconds.
 */
export function createPlayerStore(resumeAtS: number): PlayerStore {
  let state = initialState(resumeAtS);
  const listeners = new Set<PlayerListener>();
  const tell = (fact: PlayerFact) => {
    state = next(state, fact);
    for (const listener of listeners) listener(state, fact);
  };
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell,
    observe: (media) => observe(media, tell),
  };
}

function observe(media: HTMLMediaElement, tell: (fact: PlayerFact) => void): () => void {
  const controller = new AbortController();
  const on = (event: string, fact: () => PlayerFact) =>
    media.addEventListener(event, () => tell(fact()), { signal: controller.signal });
  const positionS = () => media.currentTime;
  on("durationchange", () => ({ type: "duration", durationS: media.duration }));
  on("play", () => ({ type: "play" }));
  on("playing", () => ({ type: "playing", positionS: positionS() }));
  on("pause", () =>
    media.ended ? { type: "ended", positionS: positionS() } : { type: "pause", positionS: positionS() },
  );
  on("waiting", () => ({ type: "waiting" }));
  on("timeupdate", () => ({ type: "time", positionS: positionS() }));
  on("seeked", () => ({ type: "seeked", positionS: positionS() }));
  on("ended", () => ({ type: "ended", positionS: positionS() }));
  if (media.readyState > 0) tell({ type: "duration", durationS: media.duration });
  // Played by the browser's own controls before scripts came: catch up.
  if (!media.paused) tell({ type: "playing", positionS: positionS() });
  return () => controller.abort();
}

import type { Failure, SourceFact } from "../engine/facts.ts";
import type { Needs } from "../needs.ts";

/** The rendition that is being fetched. `bitrate`: bits a second at its peak; `auto`: chosen by the source itself. */
export type Rendition = { name: string; height: number; bitrate: number; auto: boolean };

/** Abilities of this device, this browser and this episode. The controls hide those that are false. */
export type Abilities = {
  volume: boolean;
  fullscreen: boolean;
  pip: boolean;
  airplay: boolean;
  remote: boolean;
  /**
   * Scripts feed the player, so that quality and audio can be chosen: a browser that plays HLS by itself allows no
   * choice.
   */
  choice: boolean;
};

/** Values read from the media element, the document and the player itself, after the events that change them. */
export type Readings = {
  rate: number;
  /** The rate to return to, while double speed is held; null = it is not. */
  rateBeforeHold: number | null;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  loop: boolean;
  /** Loaded ranges, as pairs of seconds. */
  buffered: [fromS: number, toS: number][];
  /** Id of the subtitles being shown. */
  subtitles: string | null;
  fullscreen: boolean;
  pip: boolean;
  /** Shown on a remote screen. */
  remote: "disconnected" | "connecting" | "connected";
  /** Name of that screen, if it is known. */
  screen: string | null;
  can: Abilities;
  /** 0.2 to 1; 1 = unchanged. */
  brightness: number;
  /** Touches are ignored. */
  locked: boolean;
  /** "auto", or the name of the rendition that the user chose. */
  quality: string;
};

/** State of a player, for its page. Times are seconds. */
export type PlayerState = Readings & {
  phase: "idle" | "playing" | "paused" | "ended" | "failed";
  /** Playback should continue and has nothing to show. */
  waiting: boolean;
  positionS: number;
  durationS: number;
  /** Resume position. */
  resumeAtS: number;
  /** The resume position was reached, or the user went elsewhere: positions now count. */
  resumed: boolean;
  /** A frame has been shown. */
  started: boolean;
  failure: Failure | null;
  /** The level needed to continue, if the entitlement has ended meanwhile. */
  needs: Needs | null;
  offline: boolean;
  /** Number of the source's automatic retry, from 1; 0 = none. */
  attempt: number;
  /** The browser requires a gesture before it plays. */
  blocked: boolean;
  rendition: Rendition | null;
  /** Id of the audio track being played. */
  audio: string | null;
};

/** An event of the media element or its surroundings, or a report of the source. */
export type PlayerFact =
  | { type: "duration"; durationS: number }
  | { type: "play" }
  | { type: "playing"; positionS: number }
  | { type: "pause"; positionS: number }
  | { type: "waiting" }
  | { type: "time"; positionS: number }
  | { type: "seeking"; positionS: number }
  | { type: "seeked"; positionS: number }
  | { type: "ended"; positionS: number }
  | SourceFact
  | { type: "retry" }
  /** The resume position changed before playback began. */
  | { type: "resume"; resumeAtS: number }
  | { type: "reading"; values: Partial<Readings> };

/** Players round to their nearest keyframe or segment: a position this near counts as reached. Seconds. */
const nearS = 2;

const firstReadings: Readings = {
  rate: 1,
  rateBeforeHold: null,
  volume: 1,
  muted: false,
  loop: false,
  buffered: [],
  subtitles: null,
  fullscreen: false,
  pip: false,
  remote: "disconnected",
  screen: null,
  can: { volume: false, fullscreen: false, pip: false, airplay: false, remote: false, choice: false },
  brightness: 1,
  locked: false,
  quality: "auto",
};

/** The state before any fact. `durationS` 0 = not known. */
export function initialState(resumeAtS: number, durationS = 0): PlayerState {
  return {
    ...firstReadings,
    phase: "idle",
    waiting: false,
    positionS: resumeAtS,
    durationS,
    resumeAtS,
    resumed: resumeAtS === 0,
    started: false,
    failure: null,
    needs: null,
    offline: false,
    attempt: 0,
    blocked: false,
    rendition: null,
    audio: null,
  };
}

/** @returns the state after a fact; the same object if the fact changes nothing */
export function next(state: PlayerState, fact: PlayerFact): PlayerState {
  switch (fact.type) {
    case "duration":
      return Number.isFinite(fact.durationS) ? { ...state, durationS: fact.durationS } : state;
    case "play":
      return { ...state, phase: "playing", waiting: true, failure: null, needs: null, blocked: false };
    case "playing":
      return at({ ...state, ...goesOn, phase: "playing", started: true }, fact.positionS);
    case "waiting":
      return state.phase === "playing" ? { ...state, waiting: true } : state;
    case "time":
      return at({ ...state, waiting: false, attempt: 0 }, fact.positionS);
    case "seeking":
      // Before the start the player seeks to the saved position by itself; after the end, a seek continues from there.
      if (!state.started) return state;
      return at({ ...state, phase: state.phase === "ended" ? "paused" : state.phase }, fact.positionS);
    case "seeked":
      // A seek before the first frame is the player's own, on its way to the saved position.
      return at({ ...state, resumed: state.resumed || state.started }, fact.positionS);
    case "pause":
      // The end and a failure pause too, and have facts of their own.
      if (state.phase === "ended" || state.phase === "failed") return state;
      return at({ ...state, phase: "paused", waiting: false }, fact.positionS);
    case "ended":
      return at({ ...state, phase: "ended", waiting: false }, fact.positionS);
    case "failed":
      // After the entitlement has ended, a source reports further failures, which say less.
      if (state.needs && !fact.needs) return state;
      return { ...state, ...standstill, failure: fact.failure, needs: fact.needs ?? null };
    case "resume":
      if (state.started) return state;
      return { ...state, ...positionsOf(initialState(fact.resumeAtS, state.durationS)) };
    case "retry":
      return { ...state, phase: "playing", waiting: true, failure: null, needs: null };
    case "reading":
      return { ...state, ...fact.values };
    default:
      return ofSource(state, fact);
  }
}

/** The source's reports, except its failures. */
function ofSource(state: PlayerState, fact: Exclude<SourceFact, { type: "failed" }>): PlayerState {
  switch (fact.type) {
    case "offline":
    case "online":
      return { ...state, offline: fact.type === "offline" };
    case "recovered": {
      if (state.phase !== "failed" || state.needs) return { ...state, attempt: 0 };
      const { playing } = fact;
      return { ...state, phase: playing ? "playing" : "paused", waiting: playing, failure: null, attempt: 0 };
    }
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

const goesOn = { waiting: false, failure: null, needs: null, attempt: 0, blocked: false };
const standstill = { phase: "failed", waiting: false, attempt: 0 } as const;

function positionsOf({ phase, waiting, failure, needs, positionS, resumeAtS, resumed }: PlayerState) {
  return { phase, waiting, failure, needs, positionS, resumeAtS, resumed };
}

/** Moves to a position, except before the resume position has been reached. */
function at(state: PlayerState, positionS: number): PlayerState {
  if (!Number.isFinite(positionS)) return state;
  const resumed = state.resumed || positionS >= state.resumeAtS - nearS;
  return resumed ? { ...state, resumed, positionS } : state;
}

import type { Failure, SourceFact } from "../engine/facts.ts";
import type { Needs } from "../needs.ts";

/** The rung that is being fetched. `bitrate`: bits a second at its peak; `auto`: chosen by the source itself. */
export type Rendition = { name: string; height: number; bitrate: number; auto: boolean };

/** What this device, this browser and this film can do. What is false here is not offered. */
export type Abilities = {
  volume: boolean;
  fullscreen: boolean;
  pip: boolean;
  airplay: boolean;
  remote: boolean;
  /** Scripts feed the film, so that quality and sound can be chosen: a browser that plays HLS by itself takes no orders. */
  choice: boolean;
};

/** What is read off the media element, the document and the player itself, after the events that change it. */
export type Readings = {
  rate: number;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  loop: boolean;
  /** What is loaded, as pairs of seconds. */
  buffered: [fromS: number, toS: number][];
  /** Id of the subtitles that are shown. */
  subtitles: string | null;
  fullscreen: boolean;
  pip: boolean;
  /** Shown on another screen. */
  remote: "disconnected" | "connecting" | "connected";
  can: Abilities;
  /** 0.2 to 1; 1 = as it is. */
  brightness: number;
  /** Touches do nothing. */
  locked: boolean;
  /** "auto", or the name of the rendition somebody chose. */
  quality: string;
};

/** What a player is doing, as its page needs to know it. Times are seconds. */
export type PlayerState = Readings & {
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
  /** What it takes to go on, where the right to watch has ended meanwhile. */
  needs: Needs | null;
  offline: boolean;
  /** The source's attempt to go on by itself, from 1; 0 = none is under way. */
  attempt: number;
  /** The browser wants a gesture before it plays. */
  blocked: boolean;
  rendition: Rendition | null;
  /** Id of the audio track that is heard. */
  audio: string | null;
};

/** Something that happened to the media element or its surroundings, or that the source says of itself. */
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
  /** Another place to begin at became known before playback began. */
  | { type: "resume"; resumeAtS: number }
  | { type: "reading"; values: Partial<Readings> };

/** Players round to their nearest keyframe or segment: so near the saved place is there. */
const nearS = 2;

const firstReadings: Readings = {
  rate: 1,
  volume: 1,
  muted: false,
  loop: false,
  buffered: [],
  subtitles: null,
  fullscreen: false,
  pip: false,
  remote: "disconnected",
  can: { volume: false, fullscreen: false, pip: false, airplay: false, remote: false, choice: false },
  brightness: 1,
  locked: false,
  quality: "auto",
};

/** The state before anything has happened. `durationS` 0 = not known. */
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

/** @returns the state after a fact; the same object where the fact changes nothing. */
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
      // On its way to the saved place the player seeks by itself; whoever leaves the end goes on from there.
      if (!state.started) return state;
      return at({ ...state, phase: state.phase === "ended" ? "paused" : state.phase }, fact.positionS);
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
      // A source that was left without a right finds more to complain of: nothing that says as much.
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

/** What the source says of itself, its failures apart. */
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

/** Moves to a position, unless it is a moment before the saved place has been reached. */
function at(state: PlayerState, positionS: number): PlayerState {
  if (!Number.isFinite(positionS)) return state;
  const resumed = state.resumed || positionS >= state.resumeAtS - nearS;
  return resumed ? { ...state, resumed, positionS } : state;
}

import type { InputOf } from "../../../../contract/index.ts";
import type { Failure } from "../engine/facts.ts";
import type { PlayerFact, PlayerState } from "../store/state.ts";

export type QualityReport = InputOf<"playback/quality">;

/** A report's facts about the environment; read when the report is made. */
export type Surroundings = Pick<QualityReport, "player" | "device" | "connection" | "locale">;

/** `shownAt` null: not yet. */
export type EarlyStart = { wishedAt: number; shownAt: number | null };

export type CollectorOptions = {
  episode: { id: string; index: number };
  /** Length of the whole episode in seconds, if only a teaser plays; null = the whole episode plays. */
  wholeS?: number | null;
  /** Random; identifies the sitting. */
  sitting: string;
  surroundings: () => Surroundings;
  /** For a video that early playback began: the times of the request and of the first picture, by the clock of `now`. */
  early?: EarlyStart | null;
  /** `leaving`: the page is being closed and the report has to outlive it. */
  send: (report: QualityReport, leaving: boolean) => void;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
};

export type Collector = {
  /** Call it with every fact, and the state after it. */
  follow: (state: PlayerState, fact: PlayerFact) => void;
  /** Call it when the page is hidden or left. */
  leave: () => void;
};

/** Milliseconds between two reports, except the last one. */
const calmMs = 15_000;
/** Number of equal parts of an episode; a report lists those that were shown. */
const parts = 40;
/** A timer that is late by more than this slept with its page: that time was not watched. */
const asleepMs = 5_000;

type Kind = Exclude<Failure, "server"> | "blocked";

/**
 * Measures the playback quality of one episode, and reports it at pauses, at the end, at failures and at leaving. Each
 * report holds everything so far, so it does not matter if some are lost.
 */
export function createCollector(options: CollectorOptions): Collector {
  const { episode, wholeS, sitting, send, early, now = () => performance.now() } = options;
  const beganAt = now();
  const errors: Record<Kind, number> = { network: 0, decode: 0, expired: 0, missing: 0, gone: 0, blocked: 0 };
  let report = 0;
  let sentAt = -Infinity;
  let changed = false;
  let wishedAt: number | null = early?.wishedAt ?? null;
  let startMs = typeof early?.shownAt === "number" ? Math.round(early.shownAt - early.wishedAt) : null;
  let stalls = 0;
  let stalledMs = 0;
  let stalledSince: number | null = null;
  let seeking = false;
  let playingSince: number | null = null;
  let watchedMs = 0;
  let bits = 0;
  let ratedMs = 0;
  let bitrate: number | null = null;
  let rendition: string | null = null;
  let switches = 0;
  const shown = new Set<number>();

  /** Adds the time watched since the last call. */
  const count = (goesOn: boolean) => {
    const at = now();
    const passed = playingSince === null ? 0 : at - playingSince;
    if (passed > 0 && passed < asleepMs) {
      watchedMs += passed;
      if (bitrate !== null) {
        bits += (bitrate * passed) / 1000;
        ratedMs += passed;
      }
    }
    playingSince = goesOn ? at : null;
  };
  const endStall = () => {
    if (stalledSince === null) return;
    stalledMs += now() - stalledSince;
    stalledSince = null;
  };
  const tell = (leaving: boolean) => {
    if (!changed || (!leaving && now() - sentAt < calmMs)) return;
    changed = false;
    sentAt = now();
    const waitedMs = stalledSince === null ? 0 : now() - stalledSince;
    send(
      {
        sitting,
        report: ++report,
        ...episode,
        ageS: within((now() - beganAt) / 1000, 86_400),
        startMs,
        stalls,
        stalledMs: Math.round(within(stalledMs + waitedMs, 86_400_000)),
        watchedS: within(watchedMs / 1000, 86_400),
        errors: { ...errors },
        bitrate: ratedMs > 0 ? Math.round(bits / (ratedMs / 1000)) : bitrate,
        switches,
        seen: [...shown].reduce((sum, part) => sum + 2 ** part, 0),
        ...options.surroundings(),
      },
      leaving,
    );
  };

  return {
    follow(state, fact) {
      switch (fact.type) {
        case "play":
          wishedAt ??= now();
          changed = true;
          break;
        case "seeking":
          seeking = true;
          endStall();
          break;
        case "waiting":
          if (!state.started || state.phase !== "playing" || seeking || stalledSince !== null) break;
          stalls += 1;
          stalledSince = now();
          changed = true;
          break;
        case "playing":
          if (startMs === null && wishedAt !== null) startMs = Math.round(now() - wishedAt);
          seeking = false;
          endStall();
          changed = true;
          break;
        case "pause":
          // A user who stops before the first picture starts a new measurement with the next play.
          if (startMs === null) wishedAt = null;
          break;
        case "time":
          endStall();
          if (state.phase !== "playing") break;
          changed = true;
          if (!seeking && state.started && state.durationS > 0)
            shown.add(
              Math.min(parts - 1, Math.floor((fact.positionS / (wholeS ?? state.durationS)) * parts)),
            );
          break;
        case "rendition":
          if (rendition !== null && rendition !== fact.name) switches += 1;
          rendition = fact.name;
          count(playingSince !== null);
          bitrate = Math.round(fact.bitrate);
          break;
        case "failed":
        case "blocked":
          errors[kindOf(fact)] += 1;
          endStall();
          changed = true;
          break;
      }
      count(state.phase === "playing" && !state.waiting && state.started);
      if (fact.type === "pause" || fact.type === "ended" || fact.type === "failed") {
        endStall();
        tell(fact.type === "ended");
      }
    },
    leave() {
      count(playingSince !== null);
      tell(true);
    },
  };
}

/** A refusing server counts as none. */
function kindOf(fact: Extract<PlayerFact, { type: "failed" | "blocked" }>): Kind {
  if (fact.type === "blocked") return "blocked";
  return fact.failure === "server" ? "network" : fact.failure;
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(value * 1000) / 1000));
}

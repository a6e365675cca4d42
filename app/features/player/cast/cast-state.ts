import type { CastProblem } from "./sender.ts";

export type CastState = {
  /** `ready`: the user may choose a screen; `choosing` lasts until it has answered. */
  phase: "ready" | "loading" | "choosing" | "connected";
  /** Name of the screen. */
  device: string | null;
  /** Why the last attempt failed, until the next one. */
  problem: CastProblem | null;
};

export type CastFact =
  /** The user asked for a screen, and the sender's code is being loaded. */
  | { type: "loading" }
  | { type: "choosing" }
  | { type: "cancelled" }
  | { type: "connected"; device: string }
  | { type: "ended" }
  | { type: "failed"; problem: CastProblem }
  /** The user has seen the problem. */
  | { type: "seen" };

export const firstCastState: CastState = { phase: "ready", device: null, problem: null };

/** @returns the state after a fact; the same object if the fact changes nothing */
export function nextCastState(state: CastState, fact: CastFact): CastState {
  switch (fact.type) {
    case "loading":
    case "choosing":
      // A session that has begun meanwhile is what the user wanted.
      return state.phase === "connected" ? state : { phase: fact.type, device: null, problem: null };
    case "cancelled":
      return state.phase === "choosing" ? firstCastState : state;
    case "connected":
      return { phase: "connected", device: fact.device, problem: null };
    case "ended":
      return state.phase === "connected" ? { ...firstCastState, problem: state.problem } : state;
    case "failed":
      return state.phase === "connected"
        ? { ...state, problem: fact.problem }
        : { ...firstCastState, problem: fact.problem };
    case "seen":
      return state.problem === null ? state : { ...state, problem: null };
  }
}

/** Abilities of the browser and the page that casting takes. */
export type CastSurroundings = { chromium: boolean; secure: boolean };

/** @returns why this page can't cast at all; null = it can, as far as that is known before anything is loaded */
export function whyNoCast({ chromium, secure }: CastSurroundings): "browser" | "insecure" | null {
  if (!chromium) return "browser";
  return secure ? null : "insecure";
}

/** Chromium's own browsers; on iPhones every browser is Safari, and says so by other names. */
export function castSurroundings({ navigator, isSecureContext }: Window): CastSurroundings {
  return {
    chromium: /\bChrom(?:e|ium)\/|HeadlessChrome\//.test(navigator.userAgent),
    secure: isSecureContext,
  };
}

import type { Needs } from "../needs.ts";

/** Why playback stopped; lasts until the user retries or, for a failed request, until a retry succeeds. */
export type Failure =
  /** No answer. */
  | "network"
  /** The server has an error of its own, or is overloaded. */
  | "server"
  /** This browser can't decode it. */
  | "decode"
  /** The grant has expired, and fresh URLs were not available. */
  | "expired"
  /** A file is missing. */
  | "missing"
  /**
   * The movie no longer exists, or this user may no longer watch it: `needs` of the fact says which level it needs now.
   */
  | "gone";

/** What a source reports; the media element reports its own state by its own events. */
export type SourceFact =
  | { type: "failed"; failure: Failure; needs?: Needs }
  /** The network is down: fetched parts keep playing, and fetching continues by itself when it is back. */
  | { type: "offline" }
  | { type: "online" }
  /** A failure is over. `playing`: playback was wanted, and continues by itself. */
  | { type: "recovered"; playing: boolean }
  /** A failed request is being retried; counts from 1. */
  | { type: "retrying"; attempt: number }
  /**
   * The rendition that is fetched from now on. `bitrate` in bit/s; `auto`: chosen by the bandwidth and the player's
   * size.
   */
  | { type: "rendition"; name: string; height: number; bitrate: number; auto: boolean }
  | { type: "audio"; id: string }
  /** The browser blocks autoplay. */
  | { type: "blocked" };

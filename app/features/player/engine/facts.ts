import type { Needs } from "../needs.ts";

/** Why a film stands still, until somebody tries again or, for what is a request's fault, until its next try succeeds. */
export type Failure =
  /** There is no answer. */
  | "network"
  /** The server has trouble of its own, or too much to do. */
  | "server"
  /** This browser can't decode it. */
  | "decode"
  /** Its signed URLs no longer work, and fresh ones were not to be had. */
  | "expired"
  /** A part of it is not where it should be. */
  | "missing"
  /** The title itself is no longer there, or no longer for this person: `needs` of the fact says what that takes now. */
  | "gone";

/** What a source says of itself; what the media element knows is told by the element's own events. */
export type SourceFact =
  | { type: "failed"; failure: Failure; needs?: Needs }
  /** The network is away: what has been fetched plays on, and fetching goes on by itself at its return. */
  | { type: "offline" }
  | { type: "online" }
  /** What it had failed of is over. `playing`: it is meant to go on, and does so by itself. */
  | { type: "recovered"; playing: boolean }
  /** Something went wrong and is being tried again; counts from 1. */
  | { type: "retrying"; attempt: number }
  /** What is being fetched from now on. `bitrate` in bit/s; `auto`: chosen by the line and the player's size. */
  | { type: "rendition"; name: string; height: number; bitrate: number; auto: boolean }
  | { type: "audio"; id: string }
  /** The browser does not let it begin by itself. */
  | { type: "blocked" };

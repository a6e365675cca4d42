import type { PlayerFact, Readings } from "./state.ts";
import type { RequestType, Requests } from "./requests.ts";

/** Another screen that plays in place of the media element. */
export type Elsewhere = {
  /** @returns whether it takes the request; the media element gets the others */
  serve: <Type extends RequestType>(type: Type, detail: Requests[Type]) => boolean;
};

/** Facts that the media element and its source report about playback. */
const ofPlayback: ReadonlySet<PlayerFact["type"]> = new Set([
  "duration",
  "play",
  "playing",
  "pause",
  "waiting",
  "time",
  "seeking",
  "seeked",
  "ended",
  "recovered",
  "retrying",
  "retry",
  "blocked",
  "resume",
]);
const ofElement: ReadonlySet<string> = new Set<keyof Readings>([
  "rate",
  "volume",
  "muted",
  "buffered",
  "subtitles",
  "remote",
  "screen",
]);

/**
 * Whether a fact of the media element says nothing while another screen plays. A failure of the element then matters
 * only where the user may not go on.
 */
export function isSilenced(fact: PlayerFact): boolean {
  if (fact.type === "failed") return !fact.needs;
  if (fact.type === "reading") return Object.keys(fact.values).some((name) => ofElement.has(name));
  return ofPlayback.has(fact.type);
}

/** Requests whose effect on another screen is no choice for this device. */
export const forThatScreen: ReadonlySet<RequestType> = new Set<RequestType>(["volume", "mute"]);

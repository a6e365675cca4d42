import type { PlayerFact } from "../player-store.ts";
import type { ReceiverState } from "./sender.ts";

/** A receiver reports its position about once a second: a larger step is a seek. Seconds. */
const stepS = 3;

/** What the change of a receiver's state means to the player. */
export function factsOf(before: ReceiverState, after: ReceiverState): PlayerFact[] {
  const facts: PlayerFact[] = [];
  const { positionS } = after;
  if (after.durationS > 0 && after.durationS !== before.durationS)
    facts.push({ type: "duration", durationS: after.durationS });
  for (const name of ["volume", "muted", "subtitles"] as const)
    if (after[name] !== before[name]) facts.push({ type: "reading", values: { [name]: after[name] } });
  if (after.phase !== before.phase) facts.push(...ofPhase(after, before));
  else if (positionS !== before.positionS && after.phase !== "idle" && after.phase !== "failed") {
    const isStep = after.phase === "playing" && Math.abs(positionS - before.positionS) < stepS;
    facts.push({ type: isStep ? "time" : "seeked", positionS });
  }
  return facts;
}

function ofPhase({ phase, positionS, durationS }: ReceiverState, before: ReceiverState): PlayerFact[] {
  switch (phase) {
    case "loading":
      return before.phase === "playing" ? [{ type: "waiting" }] : [{ type: "play" }];
    case "playing":
      return [{ type: "playing", positionS }];
    case "paused":
      // Playback has begun there, even where it was paused at once.
      return before.phase === "playing"
        ? [{ type: "pause", positionS }]
        : [
            { type: "playing", positionS },
            { type: "pause", positionS },
          ];
    case "ended":
      return [{ type: "ended", positionS: durationS || positionS }];
    // Another device has stopped it. After a failure, the player here decides what follows.
    case "idle":
      return before.phase === "playing" ? [{ type: "pause", positionS: before.positionS }] : [];
    case "failed":
      return [];
  }
}

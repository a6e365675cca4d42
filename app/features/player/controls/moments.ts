import type { PlaybackStart } from "../../../../contract/index.ts";

/** Seconds from the card's appearance to the next episode. */
export const countdownS = 10;
/** Assumed length of the credits, in seconds, if their start is unknown. */
const usualCreditsS = 15;
/** A shorter intro is over before a button can be pressed. Seconds. */
const leastS = 1;

type Intro = NonNullable<PlaybackStart["intro"]>;

/** @returns the intro, while it runs and is worth skipping; else null */
export function introAt(
  intro: Intro | null,
  { positionS, started, phase }: { positionS: number; started: boolean; phase: string },
): Intro | null {
  if (!intro || !started || phase === "ended") return null;
  return positionS >= intro.fromS && positionS < intro.toS - leastS ? intro : null;
}

/** @returns where the credits begin, in seconds; never before the middle of a very short video */
export function creditsFrom({ creditsFromS }: { creditsFromS: number | null }, durationS: number): number {
  if (durationS <= 0) return Infinity;
  return creditsFromS ?? Math.max(durationS / 2, durationS - usualCreditsS);
}

/** @returns whole seconds left until the next episode begins; the end of the video ends the countdown */
export function leftBeforeNext(cameS: number, positionS: number, ended: boolean): number {
  if (ended) return 0;
  return Math.min(
    countdownS,
    Math.max(0, Math.ceil(countdownS - Math.max(0, positionS - Math.floor(cameS)))),
  );
}

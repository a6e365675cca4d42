import type { PlaybackStart } from "../../../../contract/index.ts";

/** Seconds from the card's appearance to the next episode. */
export const countdownS = 10;
/** Where nobody knows where the credits begin, they are taken to be so long. */
const usualCreditsS = 15;
/** Shorter than this an opening is over before a button can be pressed. */
const leastS = 1;

type Intro = NonNullable<PlaybackStart["intro"]>;

/** @returns the opening, while it runs and there is something of it to skip; else null */
export function introAt(
  intro: Intro | null,
  { positionS, started, phase }: { positionS: number; started: boolean; phase: string },
): Intro | null {
  if (!intro || !started || phase === "ended") return null;
  return positionS >= intro.fromS && positionS < intro.toS - leastS ? intro : null;
}

/** @returns where the credits begin, in seconds; never before the middle of a very short film */
export function creditsFrom({ creditsFromS }: { creditsFromS: number | null }, durationS: number): number {
  if (durationS <= 0) return Infinity;
  return creditsFromS ?? Math.max(durationS / 2, durationS - usualCreditsS);
}

/** @returns whole seconds left until the next episode begins; the end of the film is the end of the countdown */
export function leftBeforeNext(cameS: number, positionS: number, ended: boolean): number {
  if (ended) return 0;
  return Math.min(
    countdownS,
    Math.max(0, Math.ceil(countdownS - Math.max(0, positionS - Math.floor(cameS)))),
  );
}

import type { PlaybackStart } from "../../../../contract/index.ts";

/** Seconds of the video from the card's appearance to the next episode, unless it ends before. */
const countdownS = 10;
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

/** When the offer of the next episode appeared, in seconds of the video; and how fast that plays. */
type Offer = { cameS: number; durationS: number; rate: number };

/** @returns whole seconds left until the next episode begins, which the end of the video brings at the latest */
export function leftBeforeNext({ cameS, durationS, rate }: Offer, positionS: number, ended: boolean): number {
  if (ended) return 0;
  const fromS = Math.floor(cameS);
  const untilS = Math.min(fromS + countdownS, durationS);
  return Math.max(0, Math.ceil((untilS - Math.max(fromS, positionS)) / rate));
}

import { describe, expect, it } from "vitest";
import { chooseStep, chooseTuning, withoutNeighbours, type RungSamples } from "./choose-tuning.ts";
import { chooseRungs } from "./rungs.ts";

/** Samples of a rung whose fixed encode took 1000 kbit/s for a score, and what the two tuned ones took and showed. */
const samples = (
  fixed: number,
  [nearKbps, near]: [number, number],
  [farKbps, far]: [number, number],
  frame = 360,
): RungSamples => ({
  frame,
  fixed: { kbps: 1000, ssim: fixed },
  tuned: [
    { step: 0, kbps: nearKbps, ssim: near },
    { step: 2, kbps: farKbps, ssim: far },
  ],
});

describe("how far a rung goes below the fixed quality", () => {
  it.each<[string, RungSamples, number | null]>([
    ["not at all for the same score", samples(0.99, [900, 0.99], [700, 0.985]), 0],
    ["to the second sample where that has the score", samples(0.98, [900, 0.985], [700, 0.98]), 2],
    ["a part of the way, in decibels", samples(0.99, [900, 1 - 10 ** -2.1], [700, 1 - 10 ** -1.9]), 1],
    ["not beyond the second sample", samples(0.9, [900, 0.99], [700, 0.985]), 2],
    ["to the second one for a picture that loses nothing", samples(0.99, [900, 0.999], [700, 0.999]), 2],
    ["nowhere where the score takes as many bits", samples(0.98, [1000, 0.98], [900, 0.97]), null],
    [
      "up a little where more effort shows less",
      samples(1 - 10 ** -2.1, [800, 0.99], [600, 1 - 10 ** -1.8]),
      -1,
    ],
    ["nowhere where that takes too much", samples(0.99, [900, 0.98], [700, 0.97]), null],
    [
      "nowhere where more effort shows less and nothing shows more",
      samples(0.99, [900, 0.98], [700, 0.98]),
      null,
    ],
    ["nowhere where fewer bits show more", samples(0.98, [900, 0.98], [700, 0.99]), null],
    ["nowhere where a lower quality takes more", samples(0.98, [700, 0.99], [900, 0.985]), null],
    ["nowhere where a figure is missing", samples(0.98, [900, 0.99], [Number.NaN, 0.98]), null],
  ])("%s", (_what, given, step) => {
    const chosen = chooseStep(given);
    if (step === null) expect(chosen).toBeNull();
    else expect(chosen!.step).toBeCloseTo(step, 5);
  });

  it("takes the bits between those of the samples", () => {
    const { kbps } = chooseStep(samples(0.99, [900, 1 - 10 ** -2.1], [400, 1 - 10 ** -1.9]))!;
    expect(kbps).toBeCloseTo(600, 5);
  });
});

describe("the rungs of a film", () => {
  const ladder = chooseRungs(1280, 720);
  const going = (frame: number, steps: number, kbps: number) => ({
    ...samples(
      1 - 10 ** -2,
      [kbps * 1.2, 1 - 10 ** (-2 - steps / 20)],
      [kbps, 1 - 10 ** (-2 - steps / 20 + 0.1)],
    ),
    frame,
  });

  it("are the sampled ones, and those between and below by their sizes", () => {
    const tuned = chooseTuning(ladder, [going(360, 2, 300), going(720, 0, 700)])!;
    expect(tuned.map(({ frame }) => frame)).toEqual([240, 360, 480, 720]);
    const [v240, v360, v480, v720] = tuned;
    expect([v240!.crf, v360!.crf, v720!.crf]).toEqual([27, 25, 23]);
    expect(v480!.crf).toBeGreaterThan(23);
    expect(v480!.crf).toBeLessThan(25);
    expect([v360!.maxKbps, v720!.maxKbps]).toEqual([Math.round(900 * 2 ** (-2 / 6)), 3000]);
  });

  it("never exceed the ladder's rates and qualities", () => {
    for (const { frame, crf, maxKbps } of chooseTuning(ladder, [
      going(360, 3.9, 90),
      going(720, 1.2, 900),
    ])!) {
      const fixed = ladder.find((one) => one.frame === frame)!;
      expect(crf).toBeGreaterThanOrEqual(fixed.crf);
      expect(maxKbps).toBeLessThanOrEqual(fixed.maxKbps);
    }
  });

  it("are the fixed ladder where one of the sampled ones gains nothing, and without samples", () => {
    const none = samples(0.99, [1000, 0.99], [900, 0.98], 720);
    expect(chooseTuning(ladder, [going(360, 2, 300), none])).toBeNull();
    expect(chooseTuning(ladder, [])).toBeNull();
  });

  it.each<[string, number[], number[]]>([
    ["all that are apart", [100, 200, 400], [100, 200, 400]],
    ["not the smaller of two neighbours", [100, 350, 400], [100, 400]],
    ["the largest alone of a film that takes next to nothing", [96, 98, 100], [100]],
    ["one that is next to a dropped one, not to the one that stays", [300, 345, 400], [300, 400]],
    ["the only one", [100], [100]],
  ])("are %s", (_what, kbps, kept) => {
    expect(withoutNeighbours(kbps.map((one) => ({ kbps: one }))).map((one) => one.kbps)).toEqual(kept);
  });
});

import { describe, expect, it } from "vitest";
import { demoMovies } from "../catalogue/movies.ts";
import { rasterise } from "../rasterise.ts";
import { drawScene, UPRIGHT, WIDE } from "./draw-scene.ts";
import { layerSvg, PERIOD } from "./layer.ts";
import { createRandom, jaggedCurve, periodicCurve } from "./random.ts";

describe("scenes", () => {
  it("draws the same text for the same spec, and another for another seed", () => {
    for (const { scene } of demoMovies) {
      expect(drawScene(scene, WIDE)).toEqual(drawScene(structuredClone(scene), WIDE));
      expect(drawScene({ ...scene, seed: scene.seed + 1 }, UPRIGHT)).not.toEqual(drawScene(scene, UPRIGHT));
    }
  });

  it("writes no NaN, no undefined, and nothing that makes the rasteriser abort", () => {
    for (const { scene } of demoMovies) {
      for (const layer of [...drawScene(scene, WIDE), ...drawScene(scene, UPRIGHT)]) {
        for (const body of layer.frames) {
          expect(body).not.toMatch(/NaN|undefined|Infinity/);
          expect(body).not.toMatch(/[ "`](opacity|clip-path|mask|filter)="/);
        }
        expect(layer.bottom).toBeGreaterThan(layer.top);
      }
    }
  });

  it("repeats every period, within rounding", async () => {
    const title = demoMovies.find(({ id }) => id === "the-long-thaw")!;
    const panning = drawScene(title.scene, WIDE).filter((layer) => layer.pans);
    expect(panning.length).toBeGreaterThan(4);
    const size = { width: 64, height: 90 };
    for (const layer of panning) {
      const at = (x: number) => rasterise(layerSvg(layer, 0, { x, y: 0, width: 256, height: 360 }, size));
      const [here, later] = await Promise.all([at(-100), at(PERIOD - 100)]);
      // Rounding in the rasteriser may change a level by one; a seam would change it by dozens.
      const worst = here.rgba.reduce((most, level, i) => Math.max(most, Math.abs(level - later.rgba[i]!)), 0);
      expect(worst, layer.id).toBeLessThanOrEqual(6);
    }
  });
});

describe("curves", () => {
  it("join up after a period", () => {
    for (let seed = 1; seed < 20; seed += 1) {
      for (const curve of [
        periodicCurve(createRandom(seed), 1280, 3, 4, 0.5),
        jaggedCurve(createRandom(seed), 1280, 5, 6),
      ]) {
        for (const x of [0, 17, 640, 1279]) expect(curve(x + 1280)).toBeCloseTo(curve(x), 9);
      }
    }
  });
});

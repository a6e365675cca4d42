import { drawCity } from "./city.ts";
import { drawField, drawTerraces } from "./fields.ts";
import { drawFigure } from "./figures.ts";
import type { Canvas, Frame, Layer } from "./layer.ts";
import { drawLighthouse } from "./lighthouse.ts";
import { drawBalloons, drawBirds, drawFalling, drawLanterns, drawPosts } from "./life.ts";
import { resolvePalette } from "./palettes.ts";
import { createRandom } from "./random.ts";
import { drawRidge } from "./ridge.ts";
import { drawAurora, drawClouds, drawMist, drawSky, drawStars } from "./sky.ts";
import type { ScenePart, SceneSpec } from "./spec.ts";
import { drawTown } from "./town.ts";
import { drawTrain } from "./train.ts";
import { drawBoats, drawWater } from "./water.ts";
import { drawWoods } from "./woods.ts";

/** The wide frame of movies and backdrops, and the upright one of posters, in design units. */
export const WIDE: Frame = { width: 640, height: 360 };
export const UPRIGHT: Frame = { width: 360, height: 540 };

const drawPart = (part: ScenePart, canvas: Canvas): Layer | Layer[] => {
  switch (part.kind) {
    case "stars":
      return drawStars(part, canvas);
    case "aurora":
      return drawAurora(part, canvas);
    case "clouds":
      return drawClouds(part, canvas);
    case "mist":
      return drawMist(part, canvas);
    case "ridge":
      return drawRidge(part, canvas);
    case "woods":
      return drawWoods(part, canvas);
    case "town":
      return drawTown(part, canvas);
    case "city":
      return drawCity(part, canvas);
    case "water":
      return drawWater(part, canvas);
    case "boats":
      return drawBoats(part, canvas);
    case "lighthouse":
      return drawLighthouse(part, canvas);
    case "train":
      return drawTrain(part, canvas);
    case "birds":
      return drawBirds(part, canvas);
    case "lanterns":
      return drawLanterns(part, canvas);
    case "balloons":
      return drawBalloons(part, canvas);
    case "terraces":
      return drawTerraces(part, canvas);
    case "field":
      return drawField(part, canvas);
    case "figure":
      return drawFigure(part, canvas);
    case "posts":
      return drawPosts(part, canvas);
    case "falling":
      return drawFalling(part, canvas);
  }
};

/**
 * Draws a scene as sheets from back to front. Pure: the same spec and frame give the same text. `lean` (0 to 1) shifts
 * the named palette towards the natural light of the hour.
 */
export const drawScene = (scene: SceneSpec, frame: Frame, lean = 0): Layer[] => {
  const palette = resolvePalette(scene, lean);
  const light = {
    x: scene.light.x * frame.width,
    y: scene.light.y * frame.height,
    r: scene.light.r,
    shines: scene.light.kind !== "none",
  };
  const canvas = (id: string): Canvas => ({
    id,
    frame,
    palette,
    season: scene.season,
    light,
    random: createRandom(scene.seed, id),
    seed: scene.seed,
  });
  const sheets = scene.parts.flatMap((part, i) => drawPart(part, canvas(`${part.kind}${i}`)));
  return [drawSky(canvas("sky"), scene.light.kind), ...sheets];
};

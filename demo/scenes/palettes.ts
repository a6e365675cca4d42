import { mix, shade } from "./colour.ts";
import { NAMED, type Palette, type PaletteName } from "./named-palettes.ts";
import type { Season, Weather } from "./season.ts";

const BY_HOUR: readonly (readonly [number, PaletteName])[] = [
  [0, "moon_blue"],
  [4.5, "moon_blue"],
  [5.8, "blue_hour"],
  [6.8, "rose_dawn"],
  [9, "mint_spring"],
  [12, "lagoon"],
  [15.5, "amber_gold"],
  [18.2, "copper_eve"],
  [19.6, "violet_dusk"],
  [20.8, "blue_hour"],
  [22, "moon_blue"],
  [24, "moon_blue"],
];

const blend = (a: Palette, b: Palette, t: number): Palette => ({
  sky: a.sky.map((colour, i) => mix(colour, b.sky[i]!, t)) as unknown as Palette["sky"],
  haze: mix(a.haze, b.haze, t),
  near: mix(a.near, b.near, t),
  light: mix(a.light, b.light, t),
  glow: mix(a.glow, b.glow, t),
  water: mix(a.water, b.water, t),
  leaf: mix(a.leaf, b.leaf, t),
  dark: a.dark + (b.dark - a.dark) * t,
});

const byHour = (hour: number): Palette => {
  const at = BY_HOUR.findIndex(([h]) => h > hour);
  const [h1, after] = BY_HOUR[Math.max(1, at)]!;
  const [h0, before] = BY_HOUR[Math.max(1, at) - 1]!;
  return blend(NAMED[before], NAMED[after], (hour - h0) / (h1 - h0));
};

const LEAVES: Record<Season, string> = {
  spring: "#86b25a",
  summer: "#3f7a4a",
  autumn: "#c4622a",
  winter: "#6d7f88",
};

/**
 * The colours of a scene. A named palette sets the mood; at other hours than its title's own it shifts towards the
 * natural light of the hour, the season tints the leaves and the weather makes the air paler.
 */
export const resolvePalette = (
  scene: { hour: number; season: Season; weather: Weather; palette?: PaletteName },
  lean = 0,
): Palette => {
  const natural = byHour(((scene.hour % 24) + 24) % 24);
  const base = scene.palette ? blend(NAMED[scene.palette], natural, lean) : natural;
  const grey = scene.weather === "mist" || scene.weather === "rain" || scene.weather === "storm" ? 0.82 : 1;
  const dull = (colour: string) => (grey === 1 ? colour : shade(colour, 0, grey));
  return {
    ...base,
    sky: base.sky.map(dull) as unknown as Palette["sky"],
    haze: dull(base.haze),
    leaf: mix(
      base.leaf,
      LEAVES[scene.season],
      scene.palette ? 0.25 * (1 - base.dark) : 0.6 * (1 - base.dark),
    ),
  };
};

/** The colour of a solid thing at a depth: distant things take the colour of the air. */
export const atDepth = (palette: Palette, depth: number): string =>
  mix(palette.haze, palette.near, Math.min(1, 0.12 + 0.88 * depth ** 0.85));

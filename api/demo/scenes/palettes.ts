import { mix, shade } from "./colour.ts";
import type { Season, Weather } from "./season.ts";

/** Colours of one light. `sky` runs from the zenith to the horizon. */
export type Palette = {
  readonly sky: readonly [string, string, string, string];
  readonly haze: string;
  readonly near: string;
  readonly light: string;
  readonly glow: string;
  readonly water: string;
  readonly leaf: string;
  /** 0 by day, 1 at night: stars and lit windows. */
  readonly dark: number;
};

const make = (
  sky: string,
  haze: string,
  near: string,
  light: string,
  glow: string,
  water: string,
  leaf: string,
  dark: number,
): Palette => ({
  sky: sky.split(" ") as unknown as Palette["sky"],
  haze,
  near,
  light,
  glow,
  water,
  leaf,
  dark,
});

const NAMED = {
  rose_dawn: make(
    "#3a4a7d #8d7bab #eda6a0 #ffd9b0",
    "#e9b3a8",
    "#1d2340",
    "#fff1cf",
    "#ffc79a",
    "#93809f",
    "#3c4a4f",
    0.1,
  ),
  violet_dusk: make(
    "#1d1147 #57277d #c04a86 #ff9f7a",
    "#b85d92",
    "#150a2c",
    "#ffe2b0",
    "#ff8d6b",
    "#6a2f72",
    "#2a1440",
    0.5,
  ),
  amber_gold: make(
    "#5d7f9c #c2b695 #f6c777 #ffe6a8",
    "#ecc184",
    "#2f1d16",
    "#fff6d8",
    "#ffc55c",
    "#b59a70",
    "#6d5522",
    0,
  ),
  ember: make(
    "#2b1022 #7c1f2b #dd4a27 #ffae45",
    "#c8552f",
    "#190a12",
    "#fff0b8",
    "#ff7a2f",
    "#83272b",
    "#41161a",
    0.3,
  ),
  polar_night: make(
    "#030a1c #082440 #114860 #2a7a86",
    "#2b6d80",
    "#030b17",
    "#e9fbff",
    "#63d9c0",
    "#0e3b50",
    "#06202b",
    1,
  ),
  moon_blue: make(
    "#050d24 #0d2450 #234a86 #5f86b8",
    "#4d74a8",
    "#050b1c",
    "#f4f6ff",
    "#8fb4ff",
    "#1c3a6b",
    "#0b1c36",
    0.9,
  ),
  teal_storm: make(
    "#15242b #2a444b #58777a #9db0a5",
    "#869d98",
    "#0c171b",
    "#f4f0d8",
    "#c9d6b8",
    "#3d5c61",
    "#1f332f",
    0.25,
  ),
  mint_spring: make(
    "#5aa7c7 #9fd4d6 #d8eed2 #fbf5d5",
    "#c4dfcf",
    "#1d4a47",
    "#fffbe6",
    "#fff1b5",
    "#84bdbd",
    "#4d8b57",
    0,
  ),
  paper_ink: make(
    "#d9d2c2 #e6dfcf #efe9da #f6f1e4",
    "#d8d1c2",
    "#22252b",
    "#c8402f",
    "#f0c9b0",
    "#c8c4b8",
    "#4a4e50",
    0,
  ),
  desert_noon: make(
    "#2f7fa8 #86b9bf #eed8a8 #ffe7bd",
    "#efcb97",
    "#7a3416",
    "#fffbe8",
    "#fff0b8",
    "#8dbfb6",
    "#5d6b35",
    0,
  ),
  copper_eve: make(
    "#27405c #806a75 #e08f5e #ffc777",
    "#d7935f",
    "#2a120f",
    "#fff0c6",
    "#ff9b4f",
    "#8f6a62",
    "#45301d",
    0.2,
  ),
  sodium_city: make(
    "#0b0f22 #1c2140 #4a3558 #b0654e",
    "#764a5a",
    "#07081a",
    "#ffdca8",
    "#ff9c5a",
    "#2c2a4c",
    "#121426",
    0.95,
  ),
  rain_neon: make(
    "#07131c #0f2b3a #1f5260 #48868a",
    "#34707a",
    "#050d14",
    "#d6fff4",
    "#5fe0cf",
    "#143d49",
    "#0a2128",
    0.85,
  ),
  white_out: make(
    "#aebfd0 #c9d6e0 #e2e9ec #f6f5f0",
    "#dde5e9",
    "#2a3b4e",
    "#ffffff",
    "#fff4dd",
    "#b2c4d0",
    "#3c5157",
    0,
  ),
  blue_hour: make(
    "#122a5e #2f5596 #7f93c4 #f2c9b4",
    "#8e9bc4",
    "#0b1733",
    "#fff4e0",
    "#ffc6a3",
    "#48659f",
    "#1a2e4b",
    0.55,
  ),
  jade_monsoon: make(
    "#4d7f86 #86b3a5 #c3d8b4 #eef0cc",
    "#b3cdb0",
    "#123a30",
    "#fffde8",
    "#eff2b8",
    "#7fb0a0",
    "#2f7a4c",
    0,
  ),
  sakura: make(
    "#7fb6d8 #b9cfe6 #f3d3dc #ffe9e1",
    "#e8cdd8",
    "#4a2d47",
    "#fffdf5",
    "#ffe0e0",
    "#aac0d6",
    "#ef9fb8",
    0,
  ),
  harvest: make(
    "#4a6f96 #9fb0b6 #f0cf9c #ffdf9a",
    "#dcb888",
    "#3b1a12",
    "#fff5d2",
    "#ffcd72",
    "#90907f",
    "#c0561d",
    0,
  ),
  lilac_haze: make(
    "#6c6fb0 #a795cc #dfb6d4 #ffdcd2",
    "#cfb1d2",
    "#33244f",
    "#fff8ea",
    "#ffd3c4",
    "#9d92c4",
    "#6d4a94",
    0,
  ),
  red_planet: make(
    "#1a0b16 #45172a #a23a35 #f08a55",
    "#b6513f",
    "#1c070d",
    "#ffe9d0",
    "#ff8f5c",
    "#6b2530",
    "#30101a",
    0.7,
  ),
  lagoon: make(
    "#0e6fa6 #3fb0c9 #a5e3d6 #fdf3c8",
    "#a3dccf",
    "#0d3f52",
    "#fffdf0",
    "#fff2b0",
    "#2ba3b3",
    "#1d7a5c",
    0,
  ),
  lantern_night: make(
    "#0c0a20 #231640 #532a58 #a0524f",
    "#6a3a5e",
    "#0a0716",
    "#ffd993",
    "#ffae57",
    "#33204a",
    "#1a1028",
    1,
  ),
  silver_sea: make(
    "#54687a #8a9ba6 #c2c9c8 #efe6d2",
    "#b4bdbf",
    "#1b2932",
    "#fffaf0",
    "#f7e6c0",
    "#73868f",
    "#35453f",
    0,
  ),
  firefly_green: make(
    "#04141a #0a2f35 #1d5a50 #6f9a6a",
    "#3c7461",
    "#030f12",
    "#f6ffd8",
    "#d5f08a",
    "#12413f",
    "#0a2a22",
    0.85,
  ),
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof NAMED;

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
 * The colours of a scene. A named palette sets the mood; away from its title's own hour it leans towards
 * the hour's natural light, season tints the leaves and weather takes colour out of the air.
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

/** The colour of something solid at a depth: far things take the colour of the air. */
export const atDepth = (palette: Palette, depth: number): string =>
  mix(palette.haze, palette.near, Math.min(1, 0.12 + 0.88 * depth ** 0.85));

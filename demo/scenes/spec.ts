import type { PaletteName } from "./named-palettes.ts";
import type { Season, Weather } from "./season.ts";

export type TreeKind =
  | "fir"
  | "pine"
  | "birch"
  | "winter-birch"
  | "round"
  | "poplar"
  | "palm"
  | "bamboo"
  | "cherry"
  | "acacia"
  | "bare";
export type Building = "village" | "harbour" | "medina" | "pagoda" | "chapel" | "stilts";

/**
 * One part of a picture, listed from back to front. `y` is a fraction of the frame's height (0 top, 1 bottom),
 * `depth` runs from 0 (far, hazy, slow) to 1 (near, dark, fast), `x` is a fraction of the frame's width,
 * sizes are in design units (the wide frame is 640 × 360 of them, the poster 360 × 540).
 */
export type ScenePart =
  | { kind: "stars"; count: number; band?: boolean }
  | { kind: "aurora"; y: number; strength?: number }
  | { kind: "clouds"; form: "cumulus" | "streaks" | "storm"; y: number; count: number }
  | {
      kind: "ridge";
      form: "hills" | "peaks" | "dunes" | "mesa" | "cliffs";
      depth: number;
      y: number;
      height: number;
      snow?: boolean;
      trees?: TreeKind;
      treeSize?: number;
      density?: number;
    }
  | { kind: "woods"; tree: TreeKind; depth: number; y: number; size: number; density: number }
  | { kind: "town"; style: Building; depth: number; y: number; size: number; count: number }
  | { kind: "city"; depth: number; y: number; height: number; lit: number }
  | { kind: "water"; y: number; calm: boolean }
  | {
      kind: "boats";
      style: "sail" | "fishing" | "steamer" | "sampan" | "dhow";
      y: number;
      size: number;
      count: number;
      depth: number;
    }
  | { kind: "lighthouse"; x: number; y: number; size: number }
  | { kind: "train"; y: number; size: number; viaduct: boolean }
  | { kind: "birds"; y: number; count: number; size: number }
  | { kind: "lanterns"; count: number }
  | { kind: "balloons"; count: number; size: number }
  | { kind: "mist"; y: number; height: number; strength: number }
  | { kind: "terraces"; y: number; steps: number }
  | { kind: "field"; form: "grass" | "wheat" | "lavender" | "reeds" | "poppies"; y: number; depth: number }
  | { kind: "figure"; who: Figure; x: number; y: number; size: number; depth: number }
  | { kind: "posts"; y: number; depth: number; size: number }
  | { kind: "falling"; what: "rain" | "snow" | "petals" | "leaves" | "fireflies"; count: number };

export type Figure =
  | "walker"
  | "umbrella"
  | "cyclist"
  | "deer"
  | "camels"
  | "fox"
  | "rider"
  | "child"
  | "whale"
  | "crane"
  | "tent"
  | "torii"
  | "windmill"
  | "telescope";

/** The sound: a slow chord sequence in one key, a sparse melody, and ambient sound. */
export type SoundSpec = {
  /** MIDI note of the key, for example 50 for D3. */
  key: number;
  mode: "major" | "minor" | "dorian" | "lydian" | "pentatonic";
  /** Seconds a chord lasts. */
  pace: number;
  voice: "pad" | "piano" | "bells" | "strings" | "harp";
  air: "wind" | "sea" | "rain" | "night" | "city" | "birds" | "still";
};

export type SceneSpec = {
  seed: number;
  /** Hour of the day, 0 to 24. It sets the light unless a palette is named. */
  hour: number;
  season: Season;
  weather: Weather;
  palette?: PaletteName;
  /** The sun or moon: x and y as fractions of the frame, r in design units. */
  light: { kind: "sun" | "moon" | "crescent" | "planet" | "none"; x: number; y: number; r: number };
  parts: ScenePart[];
  sound: SoundSpec;
};

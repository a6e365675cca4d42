import type { DemoMovie } from "../demo-movie.ts";
import { EAST } from "./east.ts";
import { type Entry, toTitle } from "./entry.ts";
import { INLAND } from "./inland.ts";
import { NORTH } from "./north.ts";
import { SEA } from "./sea.ts";
import { SOUTH } from "./south.ts";

const ENTRIES: readonly Entry[] = [...NORTH, ...SEA, ...EAST, ...SOUTH, ...INLAND];

/** Every demo title: first those in the hero of the front page, then by popularity. */
export const demoMovies: readonly DemoMovie[] = ENTRIES.map(toTitle).sort(
  (a, b) => (a.hero ?? 99) - (b.hero ?? 99) || b.popularity - a.popularity,
);

import type { MovieCredit } from "../api/db/schema/catalogue/catalogue.ts";
import type { AccessLevel } from "../contract/catalogue/values.ts";
import type { SceneSpec } from "./scenes/spec.ts";

/** Typography of a poster: the position and the face of its title. */
export type PosterLayout = "headline" | "serif" | "wide" | "vertical" | "stack" | "frame" | "arch" | "crown";

export type PosterSpec = {
  readonly layout: PosterLayout;
  /** One line under or over the title, in English. */
  readonly tagline: string;
  /** Invented names for the credits line. */
  readonly director: string;
  readonly music: string;
  /** Seconds into the scene's movement that give the best upright picture. */
  readonly at?: number;
};

/** Texts by language of the interface. */
export type Texts<T> = Record<string, T>;

export type DemoEpisode = {
  /** From 1. */
  readonly index: number;
  /** Its season, 0 = the specials, and its number there. Left out = season 1, by the index. */
  readonly season?: number;
  readonly number?: number;
  readonly texts: Texts<{ title: string; description?: string }>;
  readonly scene?: Partial<SceneSpec>;
  /** Access level, if it differs from the title's. */
  readonly access?: AccessLevel;
};

export type DemoMovie = {
  /** Slug, [a-z0-9-]. */
  readonly id: string;
  readonly kind: "film" | "series";
  readonly year: number;
  readonly access: AccessLevel;
  /** Seconds of the beginning that viewers without full access may watch; none when left out. */
  readonly teaserS?: number;
  /** Minimum age in years: 0, 6, 12 or 16. */
  readonly rating: number;
  readonly genres: readonly string[];
  readonly originalLanguage: string;
  /** Placeholder colour, #rrggbb. */
  readonly colour: string;
  /** Position in the hero of the front page, from 1. */
  readonly hero?: number;
  /** Seed for play counts; a larger one is more popular. */
  readonly popularity: number;
  readonly texts: Texts<{ title: string; description: string }>;
  readonly scene: SceneSpec;
  readonly poster: PosterSpec;
  /** Director, cast and music, in this order; all invented. */
  readonly credits: readonly MovieCredit[];
  readonly episodes: readonly DemoEpisode[];
  /** What is known of its seasons; none for a film. */
  readonly seasons: readonly {
    readonly season: number;
    readonly year: number;
    readonly texts: Texts<{ name: string }>;
  }[];
};

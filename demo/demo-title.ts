import type { AccessLevel } from "../contract/catalogue/access-levels.ts";
import type { SceneSpec } from "./scenes/spec.ts";

/** How a poster is set: where the title stands and in which face. */
export type PosterLayout = "headline" | "serif" | "wide" | "vertical" | "stack" | "frame" | "arch" | "crown";

export type PosterSpec = {
  readonly layout: PosterLayout;
  /** One line under or over the title, in English. */
  readonly tagline: string;
  /** Invented names for the credits line. */
  readonly director: string;
  readonly music: string;
  /** Seconds into the scene's movement at which the upright picture is composed best. */
  readonly at?: number;
};

/** Texts by language tag: en, ar, de, id, ja, ko, ms, pt, th, tr, vi, zh. */
export type Texts<T> = Record<string, T>;

export type DemoEpisode = {
  /** From 1. */
  readonly index: number;
  readonly texts: Texts<{ title: string; description?: string }>;
  readonly scene?: Partial<SceneSpec>;
  /** Who may watch it, where that is not as its title. */
  readonly access?: AccessLevel;
};

export type DemoTitle = {
  /** Slug, [a-z0-9-]. */
  readonly id: string;
  readonly kind: "film" | "series";
  readonly year: number;
  readonly access: AccessLevel;
  /** Seconds of its beginning for those who may not watch the whole; none where it is left out. */
  readonly previewS?: number;
  /** Youngest age it is meant for, in years: 0, 6, 12 or 16. */
  readonly rating: number;
  readonly genres: readonly string[];
  readonly originalLanguage: string;
  /** Placeholder colour, #rrggbb. */
  readonly colour: string;
  /** Place among the titles shown large on the front page, from 1. */
  readonly hero?: number;
  /** Seed for play counts; larger is better known. */
  readonly popularity: number;
  readonly texts: Texts<{ title: string; description: string }>;
  readonly scene: SceneSpec;
  readonly poster: PosterSpec;
  readonly episodes: readonly DemoEpisode[];
};

import type { AccessLevel } from "../../contract/catalogue/values.ts";
import type { DemoEpisode, DemoMovie, Texts } from "../demo-movie.ts";
import type { SceneSpec } from "../scenes/spec.ts";
import { DEMO_TEXTS } from "./texts/texts.ts";

/** Short form of a title: its texts are in `texts/`, one file for each language. */
export type Entry = Omit<DemoMovie, "texts" | "episodes" | "seasons" | "credits"> & {
  /** Invented names, some with the part they play. */
  readonly cast: readonly (readonly [name: string, part?: string])[];
  readonly episodes?: readonly {
    readonly scene?: Partial<SceneSpec>;
    readonly access?: AccessLevel;
    readonly season?: number;
    readonly number?: number;
  }[];
  /** Years of its seasons, from the first; their names are in `texts/`. */
  readonly seasonYears?: readonly number[];
};

/** Expands an entry to a title. A single movie gets one episode with the movie's own texts. */
export const toTitle = ({ episodes, cast, seasonYears = [], ...rest }: Entry): DemoMovie => {
  const { id, poster } = rest;
  const texts = textsOf(id);
  const parts: DemoEpisode[] = episodes
    ? episodes.map((episode, i) => ({ ...episode, index: i + 1, texts: textsOf(id, i) }))
    : [{ index: 1, texts }];
  const credits: DemoMovie["credits"] = [
    { role: "director", name: poster.director },
    ...cast.map(([name, part]) => ({ role: "cast" as const, name, part })),
    { role: "music", name: poster.music },
  ];
  const seasons = seasonYears.map((year, i) => ({ season: i + 1, year, texts: seasonNamesOf(id, i) }));
  return { ...rest, texts, credits, episodes: parts, seasons };
};

function seasonNamesOf(id: string, place: number): Texts<{ name: string }> {
  return Object.fromEntries(
    Object.entries(DEMO_TEXTS).flatMap(([locale, titles]) => {
      const name = titles[id]?.seasons?.[place];
      return name ? [[locale, { name }]] : [];
    }),
  );
}

/** The texts of a title, or of its episode `place`, by language; a language without them is left out. */
function textsOf(id: string, place?: number): Texts<{ title: string; description: string }> {
  return Object.fromEntries(
    Object.entries(DEMO_TEXTS).flatMap(([locale, titles]) => {
      const text = place === undefined ? titles[id] : titles[id]?.episodes?.[place];
      return text ? [[locale, { title: text.title, description: text.description }]] : [];
    }),
  );
}

import type { AccessLevel } from "../../contract/catalogue/values.ts";
import type { DemoEpisode, DemoMovie } from "../demo-movie.ts";
import type { SceneSpec } from "../scenes/spec.ts";

/** Short form of a title: texts are [title, description] by language, episodes have titles only. */
export type Entry = Omit<DemoMovie, "texts" | "episodes"> & {
  readonly texts: Record<string, readonly [title: string, description: string]>;
  readonly episodes?: readonly {
    readonly titles: Record<string, string>;
    readonly scene?: Partial<SceneSpec>;
    readonly access?: AccessLevel;
  }[];
};

/** Expands an entry to a title. A single movie gets one episode with the movie's own texts. */
export const toTitle = ({ texts, episodes, ...rest }: Entry): DemoMovie => {
  const spelled = Object.fromEntries(
    Object.entries(texts).map(([tag, [title, description]]) => [tag, { title, description }]),
  );
  const parts: DemoEpisode[] = episodes
    ? episodes.map(({ titles, scene, access }, i) => ({
        index: i + 1,
        texts: Object.fromEntries(Object.entries(titles).map(([tag, title]) => [tag, { title }])),
        ...(scene ? { scene } : {}),
        ...(access ? { access } : {}),
      }))
    : [{ index: 1, texts: spelled }];
  return { ...rest, texts: spelled, episodes: parts };
};

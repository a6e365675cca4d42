import type { TFunction } from "i18next";
import type { AdminMovie, Undoable } from "../../../../contract/index.ts";
import { episodeName } from "../../../lib/episode-words.ts";

type Named = {
  kind: AdminMovie["kind"];
  seasons: readonly unknown[];
  episodes: readonly { index: number; season: number; number: number }[];
};

/** What an episode of a series is called: "Episode 3", and where there are several seasons "S2 E3". */
export function nameOfEpisode(t: TFunction, { kind, seasons, episodes }: Named, index: number): string {
  const episode = episodes.find((one) => one.index === index);
  return episodeName(t, kind === "series" && episode ? episode : { index }, seasons.length);
}

/** Replaced stills are named by their episodes. */
export function namedStills(t: TFunction, movie: Named, items: readonly Undoable[]): Undoable[] {
  return items.map((item) =>
    item.kind === "still" && item.name !== null
      ? { ...item, name: nameOfEpisode(t, movie, Number(item.name)) }
      : item,
  );
}

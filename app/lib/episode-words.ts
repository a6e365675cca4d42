import type { TFunction } from "i18next";

/** An episode by its index, and in a series by its season, 0 = the specials, and its number there. */
export type EpisodePlace = { index: number; season?: number | undefined; number?: number | undefined };

/**
 * What an episode is called: "Episode 3", and in a series with several seasons "S2 E3".
 * @param seasons how many its series has; left out = one
 */
export function episodeName(t: TFunction, { index, season, number }: EpisodePlace, seasons = 1): string {
  if (season === undefined || number === undefined) return t("movie.episode", { index });
  if (season === 0) return t("movie.special", { number });
  return seasons > 1 ? t("movie.seasonEpisode", { season, number }) : t("movie.episode", { index: number });
}

/** The same with its title, "S2 E3 · The storm"; where there is one season, the title stands for both. */
export function episodeTitle(
  t: TFunction,
  { title, ...place }: EpisodePlace & { title: string },
  seasons = 1,
): string {
  if (title === "") return episodeName(t, place, seasons);
  return seasons > 1 ? `${episodeName(t, place, seasons)} · ${title}` : title;
}

/** What a season is called: by its number, and by its name if it has one. */
export function seasonName(
  t: TFunction,
  { season, name }: { season: number; name?: string | undefined },
): string {
  const plain = season === 0 ? t("movie.specials") : t("movie.season", { season });
  return name && name !== plain ? `${plain} · ${name}` : plain;
}

import type { TFunction } from "i18next";
import type { AdminMovie } from "../../../../contract/index.ts";
import { partUrl } from "./movie-parts.ts";

/** What a video is uploaded for: an episode, by its name and the address of its page. */
export function videoTarget(
  movie: AdminMovie,
  { title, index, t }: { title: string; index: number; t: TFunction },
) {
  return {
    movie: movie.id,
    index,
    title: movie.kind === "film" ? title : `${title} · ${t("movie.episode", { index })}`,
    to: partUrl(movie.id, "video", { episode: index }),
  };
}

/** What several videos are uploaded for: a series, with the titles of its episodes in a language. */
export function seriesTarget(movie: AdminMovie, { title, lang }: { title: string; lang: string }) {
  const episodes = movie.episodes.map(({ index, texts, asset }) => ({
    index,
    title: texts[lang as "en"]?.title ?? "",
    replaces: asset !== null,
  }));
  const { id, revision } = movie;
  return {
    movie: id,
    revision,
    title,
    episodes,
    to: (index: number) => partUrl(id, "video", { episode: index }),
  };
}

import type { TFunction } from "i18next";
import type { AdminMovie, Encoding } from "../../../../contract/index.ts";
import { sideBySide } from "../../../lib/formats.ts";
import { writers } from "../../kit/format.ts";
import { nameOfEpisode } from "./episode-names.ts";
import { partUrl } from "./movie-parts.ts";

/** What a video is uploaded for: an episode, by its name and the address of its page. */
export function videoTarget(
  movie: AdminMovie,
  { title, index, t }: { title: string; index: number; t: TFunction },
) {
  return {
    movie: movie.id,
    index,
    title: movie.kind === "film" ? title : `${title} · ${nameOfEpisode(t, movie, index)}`,
    to: partUrl(movie.id, "video", { episode: index }),
  };
}

/** What several videos are uploaded for: a series, with the titles of its episodes in a language. */
export function seriesTarget(movie: AdminMovie, { title, lang }: { title: string; lang: string }) {
  const episodes = movie.episodes.map(({ index, season, number, texts, asset }) => ({
    index,
    season,
    number,
    title: texts[lang as "en"]?.title ?? "",
    replaces: asset !== null,
  }));
  const { id, revision } = movie;
  return {
    movie: id,
    revision,
    title,
    seasons: movie.seasons.map(({ season }) => season),
    episodes,
    to: (index: number) => partUrl(id, "video", { episode: index }),
  };
}

/**
 * The question before another video of an episode: what it ends, the video that is there or an encoding under way.
 * @param title of the movie
 * @returns null if it ends nothing
 */
export function replacingText(
  movie: AdminMovie,
  {
    title,
    index,
    encoding,
    t,
    locale,
  }: { title: string; index: number; encoding: Encoding | null; t: TFunction; locale: string },
): string | null {
  const asset = movie.episodes.find((one) => one.index === index)?.asset;
  const { title: name } = videoTarget(movie, { title, index, t });
  const write = writers(locale);
  const height = asset?.height ? `${asset.height}p` : null;
  const named = `${name} (${sideBySide([height, asset?.durationS ? write.span(asset.durationS) : null])})`;
  const isLive = encoding !== null && ["waiting", "encoding", "paused"].includes(encoding.state);
  const texts = [
    asset?.state === "ready" ? t("admin.upload.replaceAsk", { names: named }) : null,
    isLive ? t("admin.upload.replaceRunning", { name }) : null,
  ];
  return texts.filter(Boolean).join(" ") || null;
}

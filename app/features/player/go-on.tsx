import { Link } from "@remix-run/react";
import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Episode, Movie, ProgressItem } from "../../../contract/index.ts";
import { episodeName } from "../../lib/episode-words.ts";
import { episodeBeside } from "./now-playing.ts";
import { finishedShare } from "./progress-saver.ts";

/**
 * The episode at which to continue a series: the one watched last, or the next one if that was finished.
 * @param index the episode the page shows
 * @param watched the history, one entry per movie
 * @returns an episode; null if there is none, or the page shows it already
 */
export function goOnWith({ id, episodeList }: Movie, index: number, watched: ProgressItem[]): Episode | null {
  const last = watched.find(({ movie }) => movie.id === id);
  if (!last) return null;
  const finished = last.durationS > 0 && last.positionS / last.durationS >= finishedShare;
  const goesOn = (finished ? episodeBeside(episodeList, last.index, 1) : null) ?? last.index;
  if (goesOn === index) return null;
  return episodeList.find((episode) => episode.index === goesOn && episode.ready) ?? null;
}

/** A link to the episode at which to continue. */
export function GoOnLink({ movie, episode }: { movie: Movie; episode: Episode | null }) {
  const { t } = useTranslation();
  if (episode === null) return null;
  const { index, number = index, season } = episode;
  const isPlain = (movie.seasons ?? 1) === 1 && season !== 0;
  return (
    <Link to={`/video/${movie.id}/${index}`} prefetch="intent" className="button button-primary">
      <Play aria-hidden="true" className="size-4.5 fill-current" />
      {isPlain
        ? t("player.continueWith", { index: number })
        : t("player.continueWithPart", { name: episodeName(t, episode, movie.seasons) })}
    </Link>
  );
}

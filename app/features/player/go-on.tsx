import { Link } from "@remix-run/react";
import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Movie, ProgressItem } from "../../../contract/index.ts";
import { finishedShare } from "./progress-saver.ts";

/**
 * The episode at which to continue a series: the one watched last, or the next one if that was finished.
 * @param index the episode the page shows
 * @param watched the history, one entry per movie
 * @returns index of an episode; null if there is none, or the page shows it already
 */
export function goOnWith({ id, episodeList }: Movie, index: number, watched: ProgressItem[]): number | null {
  const last = watched.find(({ movie }) => movie.id === id);
  if (!last) return null;
  const ready = (wanted: number) => episodeList.some((episode) => episode.index === wanted && episode.ready);
  const finished = last.durationS > 0 && last.positionS / last.durationS >= finishedShare;
  const goesOn = finished && ready(last.index + 1) ? last.index + 1 : last.index;
  return goesOn !== index && ready(goesOn) ? goesOn : null;
}

/** A link to the episode at which to continue. */
export function GoOnLink({ base, index }: { base: string; index: number | null }) {
  const { t } = useTranslation();
  if (index === null) return null;
  return (
    <Link to={`${base}/${index}`} prefetch="intent" className="button button-primary">
      <Play aria-hidden="true" className="size-4.5 fill-current" />
      {t("player.continueWith", { index })}
    </Link>
  );
}

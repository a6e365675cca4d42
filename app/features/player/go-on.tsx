import { Link } from "@remix-run/react";
import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Movie, ProgressItem } from "../../../contract/index.ts";
import { finishedShare } from "./progress-saver.ts";

/**
 * Where somebody who opens a series left it: the episode watched last, or the one after it where that was watched to
 * its end.
 * @param index the episode the page shows
 * @param watched what was watched, one entry a title
 * @returns index of an episode; null where there is none, or the page shows it already
 */
export function goOnWith({ id, episodeList }: Movie, index: number, watched: ProgressItem[]): number | null {
  const last = watched.find(({ movie }) => movie.id === id);
  if (!last) return null;
  const ready = (wanted: number) => episodeList.some((episode) => episode.index === wanted && episode.ready);
  const finished = last.durationS > 0 && last.positionS / last.durationS >= finishedShare;
  const goesOn = finished && ready(last.index + 1) ? last.index + 1 : last.index;
  return goesOn !== index && ready(goesOn) ? goesOn : null;
}

/** The way to where a series was left. */
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

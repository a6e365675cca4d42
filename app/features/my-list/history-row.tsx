import { Link } from "@remix-run/react";
import { Play, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { needsVip } from "../../../contract/catalogue/values.ts";
import type { ProgressItem } from "../../../contract/index.ts";
import { writeLength } from "../../lib/duration-words.ts";
import { episodeName } from "../../lib/episode-words.ts";
import { PlacePicture } from "../../ui/artwork.tsx";
import { AccessBadge } from "../../ui/access-badge.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

/** From this share on an episode counts as watched. The API's own bound, see api/domain/playback/progress.ts. */
const watchedFrom = 0.95;

/** A watched episode and its progress: one tap continues it, another removes it from the history. */
export function HistoryRow({ item, eager }: { item: ProgressItem; eager: boolean }) {
  const { t, i18n } = useTranslation();
  const { movie, index, positionS, durationS } = item;
  const share = durationS > 0 ? positionS / durationS : 0;
  const facts = [
    movie.kind === "series" ? episodeName(t, item, movie.seasons) : null,
    share >= watchedFrom
      ? t("history.finished")
      : t("movie.timeLeft", { time: writeLength(durationS - positionS, i18n.language) }),
  ].filter((fact) => fact !== null);
  return (
    <div className="history-row">
      <Link
        to={`/video/${movie.id}${movie.kind === "series" ? `/${index}` : ""}`}
        prefetch="intent"
        className="card-link history-link"
      >
        <span className="still">
          <PlacePicture place={item} eager={eager} sizes="(max-width: 599px) 38vw, 240px" />
          <span className="absolute inset-0 grid place-items-center bg-night/10">
            <span className="grid size-9 place-items-center rounded-full bg-night/60 text-white backdrop-blur-sm">
              <Play aria-hidden="true" className="ms-0.5 size-4 fill-current" />
            </span>
          </span>
          {needsVip(movie.access) ? (
            <span className="poster-badges">
              <AccessBadge access={movie.access} />
            </span>
          ) : null}
          <span className="absolute inset-x-2 bottom-2">
            <ProgressBar
              value={share}
              label={t("movie.watched", { percent: Math.round(Math.min(1, share) * 100) })}
              className="bg-white/45"
            />
          </span>
        </span>
        <span className="min-w-0 self-center">
          <span className="own-words line-clamp-2 block font-semibold">{movie.title}</span>
          <span className="mt-0.5 block text-sm text-ink-soft">{facts.join(" · ")}</span>
        </span>
      </Link>
      <button
        type="submit"
        name="id"
        value={movie.id}
        aria-label={t("history.removeOne", { title: movie.title })}
        className="grid size-11 shrink-0 place-items-center self-center rounded-full text-ink-faint transition-colors hover:bg-mist hover:text-ink"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}

import { Link } from "@remix-run/react";
import { AudioLines } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Episode } from "../../../contract/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

export type EpisodeListProps = {
  movieId: string;
  episodes: Episode[];
  /** The one on the stage. */
  current: number;
  /** How far each was watched, 0 to 1, by its index. */
  shares: Record<number, number>;
};

/** A series' episodes as links, each with its length and how far it was watched. */
export function EpisodeList({ movieId, episodes, current, shares }: EpisodeListProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="episodes-title">
      <h2 id="episodes-title" className="text-lg font-bold tracking-tight">
        {t("player.episodes")}
      </h2>
      <ol className="mt-2 -mx-2 grid gap-1">
        {episodes.map((episode) => (
          <li key={episode.index}>
            <EpisodeLink
              movieId={movieId}
              episode={episode}
              current={episode.index === current}
              share={shares[episode.index] ?? 0}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

type EpisodeLinkProps = { movieId: string; episode: Episode; current: boolean; share: number };

function EpisodeLink({ movieId, episode, current, share }: EpisodeLinkProps) {
  const { t } = useTranslation();
  const minutes = episode.durationS === null ? null : Math.max(1, Math.round(episode.durationS / 60));
  return (
    <Link
      to={`/video/${movieId}/${episode.index}`}
      prefetch="intent"
      aria-current={current ? "true" : undefined}
      className="flex min-h-14 items-start gap-3 rounded-lg px-2 py-2.5 transition-colors hover:bg-mist aria-[current=true]:bg-curtain-tint"
    >
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full text-sm font-bold ${current ? "bg-curtain text-white" : "bg-mist text-ink-soft"}`}
      >
        {current ? <AudioLines aria-hidden="true" className="size-4" /> : episode.index}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="own-words min-w-0 truncate font-semibold">
            {episode.title || t("movie.episode", { index: episode.index })}
          </span>
          <span className="ms-auto shrink-0 text-xs text-ink-faint">
            {episode.ready ? (
              minutes === null ? null : (
                t("movie.minutes", { count: minutes })
              )
            ) : (
              <Badge>{t("movie.soon")}</Badge>
            )}
          </span>
        </span>
        {current ? <span className="sr-only">{t("player.playing")}</span> : null}
        {episode.description ? (
          <span className="own-words line-clamp-2 text-sm text-ink-soft">{episode.description}</span>
        ) : null}
        {share > 0 ? (
          <ProgressBar
            className="mt-1.5"
            value={share}
            label={t("movie.watched", { percent: Math.round(share * 100) })}
          />
        ) : null}
      </span>
    </Link>
  );
}

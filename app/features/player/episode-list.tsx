import { Link } from "@remix-run/react";
import { AudioLines } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Episode } from "../../../contract/index.ts";
import type { AccessLevel } from "../../../contract/models.ts";
import { writeLength } from "../../lib/duration-words.ts";
import { AccessChip } from "./access-chip.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";

export type EpisodeLinksProps = {
  episodes: Episode[];
  /** Index of the episode being played. */
  current: number;
  /** Share of each episode that was watched, 0 to 1, by its index. */
  shares: Record<number, number>;
  /** Address of the movie: an episode's is below it, by its index. */
  base: string;
  /** The level needed for the whole movie; an episode's may differ. */
  access: AccessLevel;
  /** The level the user has. */
  reached: AccessLevel;
  onChosen?: () => void;
};

/** A series' episodes on its page. */
export function EpisodeList(props: EpisodeLinksProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="episodes-title">
      <h2 id="episodes-title" className="text-lg font-bold tracking-tight">
        {t("player.episodes")}
      </h2>
      <EpisodeLinks {...props} />
    </section>
  );
}

/** A series' episodes as links, each with its length and the share that was watched. */
export function EpisodeLinks(props: EpisodeLinksProps) {
  const { episodes, current, shares, base, access, reached, onChosen } = props;
  return (
    <ol className="mt-2 -mx-2 grid gap-1">
      {episodes.map((episode) => (
        <li key={episode.index}>
          <EpisodeLink
            access={access}
            reached={reached}
            to={`${base}/${episode.index}`}
            episode={episode}
            current={episode.index === current}
            share={shares[episode.index] ?? 0}
            onChosen={onChosen}
          />
        </li>
      ))}
    </ol>
  );
}

type EpisodeLinkProps = {
  to: string;
  episode: Episode;
  current: boolean;
  share: number;
  access: AccessLevel;
  reached: AccessLevel;
  onChosen?: () => void;
};

function EpisodeLink({ to, episode, current, share, access, reached, onChosen }: EpisodeLinkProps) {
  const { t, i18n } = useTranslation();
  return (
    <Link
      to={to}
      prefetch="intent"
      onClick={onChosen}
      aria-current={current ? "true" : undefined}
      className="flex min-h-14 items-start gap-3 rounded-lg px-2 py-2.5 transition-colors hover:bg-mist aria-[current=true]:bg-curtain-tint"
    >
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full text-sm font-bold ${current ? "bg-curtain text-white" : "bg-mist text-ink-soft"}`}
      >
        {current ? <AudioLines aria-hidden="true" className="size-4" /> : episode.index}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="own-words min-w-0 wrap-anywhere font-semibold">
            {episode.title || t("movie.episode", { index: episode.index })}
          </span>
          <AccessChip level={episode.access} title={access} reached={reached} />
          <span className="ms-auto shrink-0 text-xs text-ink-faint">
            {episode.ready ? (
              episode.durationS === null ? null : (
                writeLength(episode.durationS, i18n.language)
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

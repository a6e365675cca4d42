import { AudioLines, ChevronDown } from "lucide-react";
import { memo, useId } from "react";
import { useTranslation } from "react-i18next";
import type { Episode, Season } from "../../../contract/index.ts";
import { needsVip, opens, type AccessLevel } from "../../../contract/catalogue/values.ts";
import { writeLength } from "../../lib/duration-words.ts";
import { seasonName } from "../../lib/episode-words.ts";
import { AccessChip } from "./access-chip.tsx";
import type { Series } from "./now-playing.ts";
import { StillPicture } from "../../ui/artwork.tsx";
import { AccessBadge } from "../../ui/access-badge.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import "./episode-list.css";
import { ProgressBar } from "../../ui/progress-bar.tsx";

export type EpisodeLinksProps = Series & { onChosen?: () => void };

/** A series' episodes on its page, not rendered again while another page comes. */
export const EpisodeList = memo(function EpisodeList(props: EpisodeLinksProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="episodes-title">
      <h2 id="episodes-title" className="text-lg font-bold tracking-tight">
        {t("player.episodes")}
      </h2>
      <EpisodeLinks {...props} />
    </section>
  );
});

/** A series' episodes as links, each with its picture, its length and the share that was watched. */
export function EpisodeLinks(props: EpisodeLinksProps) {
  const { episodes, seasons } = props;
  return (
    <div className="episodes">
      {seasons.length > 1 ? <Seasons {...props} /> : <Lines {...props} episodes={episodes} />}
    </div>
  );
}

/** The seasons, of which the one with the current episode is open. Opening another one closes it. */
function Seasons(props: EpisodeLinksProps) {
  const { seasons, episodes, current } = props;
  const name = useId();
  const open = episodes.find(({ index }) => index === current)?.season ?? seasons[0]?.season;
  return seasons.map((season) => (
    <details key={season.season} name={name} className="season" open={season.season === open}>
      <SeasonHead season={season} count={episodes.filter((one) => one.season === season.season).length} />
      {season.description ? <p className="own-words season-text">{season.description}</p> : null}
      <Lines {...props} episodes={episodes.filter((one) => one.season === season.season)} />
    </details>
  ));
}

function SeasonHead({ season, count }: { season: Season; count: number }) {
  const { t } = useTranslation();
  return (
    <summary>
      <span className="own-words season-name">{seasonName(t, season)}</span>
      <span className="season-facts">
        {[season.year, t("movie.episodes", { count })].filter(Boolean).join(" · ")}
      </span>
      <ChevronDown aria-hidden="true" />
    </summary>
  );
}

function Lines({ episodes, current, shares, base, access, reached, onChosen }: EpisodeLinksProps) {
  return (
    <ol>
      {episodes.map((episode) => (
        <li key={episode.index} className="episode">
          <EpisodeLine
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

type EpisodeLineProps = {
  to: `/${string}`;
  episode: Episode;
  current: boolean;
  share: number;
  access: AccessLevel;
  reached: AccessLevel;
  onChosen?: () => void;
};

function EpisodeLine({ to, episode, current, share, access, reached, onChosen }: EpisodeLineProps) {
  const { t, i18n } = useTranslation();
  const { title, description, durationS, ready } = episode;
  const number = numberOf(episode);
  const locked = needsVip(episode.access) && !opens(reached, episode.access);
  return (
    <>
      <EpisodeStill episode={episode} current={current} locked={locked} share={share} />
      <div className="episode-words">
        <PageLink to={to} prefetch="intent" onClick={onChosen} aria-current={current ? "true" : undefined}>
          {title ? <span className="text-ink-faint">{number} </span> : null}
          <span className="own-words">{title || t("movie.episode", { index: number })}</span>
          {current ? <span className="sr-only"> {t("player.playing")}</span> : null}
        </PageLink>
        <p className="episode-facts">
          {ready && durationS !== null ? <span>{writeLength(durationS, i18n.language)}</span> : null}
          {ready ? null : <Badge>{t("movie.soon")}</Badge>}
          {locked ? null : <AccessChip level={episode.access} title={access} reached={reached} />}
        </p>
      </div>
      <Description text={description} />
    </>
  );
}

/** Its number in its season. */
const numberOf = ({ number, index }: Episode) => number ?? index;

/** Characters that two lines hold on any screen. */
const shortText = 70;

/** A long one is cut to two lines, and is shown whole after a tap. */
function Description({ text }: { text: string }) {
  if (text === "") return null;
  if (text.length <= shortText) return <p className="own-words episode-text">{text}</p>;
  return (
    <details className="episode-text">
      <summary className="own-words">{text}</summary>
    </details>
  );
}

type StillProps = { episode: Episode; current: boolean; locked: boolean; share: number };

function EpisodeStill({ episode, current, locked, share }: StillProps) {
  const { t } = useTranslation();
  const { still } = episode;
  return (
    <div className="episode-still">
      {still ? <StillPicture still={still} sizes="(max-width: 599px) 120px, 224px" /> : null}
      {current || !still ? (
        <span className="episode-mark" aria-hidden="true">
          {current ? <AudioLines /> : numberOf(episode)}
        </span>
      ) : null}
      {locked ? <AccessBadge access={episode.access} /> : null}
      {share > 0 ? (
        <ProgressBar value={share} label={t("movie.watched", { percent: Math.round(share * 100) })} />
      ) : null}
    </div>
  );
}

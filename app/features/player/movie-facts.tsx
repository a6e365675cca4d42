import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CollectionName, Episode, Movie } from "../../../contract/index.ts";
import { numberFormat } from "../../lib/formats.ts";
import { writeLength } from "../../lib/duration-words.ts";
import { episodeName } from "../../lib/episode-words.ts";
import { clock } from "./clock.ts";
import { AccessBadge } from "../../ui/access-badge.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { Credits } from "./credits.tsx";
import { ShareButton } from "./share-button.tsx";
import { ShareCard, type Shared } from "./share-card.tsx";

export type MovieFactsProps = {
  movie: Movie;
  episode: Episode | undefined;
  resumeAtS: number;
  shared: Shared;
  /** The actions on the movie. */
  children?: ReactNode;
};

/** What the board of the reader's country says, else the minimum age. */
function AgeBadge({ movie: { rating, ageRating } }: { movie: Movie }) {
  const { t } = useTranslation();
  const age = t("movie.ageLabel", { age: rating });
  if (ageRating)
    return (
      <Badge outline label={rating > 0 ? `${ageRating}, ${age}` : ageRating}>
        {ageRating}
      </Badge>
    );
  return rating > 0 ? (
    <Badge outline label={age}>
      {t("movie.age", { age: rating })}
    </Badge>
  ) : null;
}

/** The collections of a movie, as links. */
function PartOf({ collections }: { collections: CollectionName[] }) {
  const { t } = useTranslation();
  return (
    <p className="mt-2 flex flex-wrap gap-x-2 text-sm text-ink-soft">
      {t("collection.partOf")}
      {collections.map(({ id, name }) => (
        <PageLink key={id} to={`/page/collection/${id}`} prefetch="intent" className="own-words underline">
          {name}
        </PageLink>
      ))}
    </p>
  );
}

/** A movie's facts: name, year, age rating, genres, length, description, people. */
export function MovieFacts({ movie, episode, resumeAtS, shared, children }: MovieFactsProps) {
  const { t, i18n } = useTranslation();
  const series = movie.kind === "series";
  const foreign = movie.originalTitle && movie.originalTitle !== movie.title;
  return (
    <section className="min-w-0">
      <h1 className="own-words text-2xl font-extrabold tracking-tight">{movie.title}</h1>
      {foreign ? (
        <p className="own-words text-sm text-ink-faint" lang={movie.originalLanguage}>
          {movie.originalTitle}
        </p>
      ) : null}
      <p className="mt-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-sm text-ink-soft">
        <AccessBadge access={movie.access} />
        <span>{movie.year}</span>
        <AgeBadge movie={movie} />
        {movie.seasonList && movie.seasons ? (
          <span>
            {t("movie.seasons", { count: movie.seasonList.filter(({ season }) => season > 0).length })}
          </span>
        ) : null}
        {series && movie.episodes > 0 ? <span>{t("movie.episodes", { count: movie.episodes })}</span> : null}
        {!series && episode?.durationS ? <span>{writeLength(episode.durationS, i18n.language)}</span> : null}
        {movie.likedPercent === undefined ? null : (
          <span>
            {t("movie.liked", {
              percent: numberFormat(i18n.language, { style: "percent" }).format(movie.likedPercent / 100),
            })}
          </span>
        )}
        <span>{movie.genreNames.map(({ name }) => name).join(" · ")}</span>
      </p>
      {movie.collections ? <PartOf collections={movie.collections} /> : null}
      {series && episode && movie.episodes > 0 ? (
        <p className="mt-3 font-semibold">
          {episodeName(t, episode, movie.seasons)}
          {episode.title ? ` · ${episode.title}` : null}
        </p>
      ) : null}
      {resumeAtS > 0 ? (
        <p className="mt-3 text-sm font-medium text-curtain-deep">
          {t("player.resumeAt", { time: clock(resumeAtS) })}
        </p>
      ) : null}
      {children ? (
        <div
          className="watch-actions"
          // Browsers leave a button where it is that is in sight by a part.
          onFocus={({ target }) =>
            target.matches(":focus-visible") && target.scrollIntoView({ block: "nearest", inline: "nearest" })
          }
        >
          {children}
          <ShareButton />
        </div>
      ) : null}
      <ShareCard {...shared} />
      <p className="own-words mt-3 max-w-prose leading-relaxed text-ink-soft">{movie.description}</p>
      <Credits people={movie.people} />
    </section>
  );
}

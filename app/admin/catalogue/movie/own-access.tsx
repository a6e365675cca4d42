import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { AdminEpisode, AdminMovie } from "../../../../contract/index.ts";
import { AccessChip } from "../movies/movie-cells.tsx";
import { useWriters } from "../../kit/format.ts";
import { Chip } from "../../kit/page-head.tsx";
import { nameOfEpisode } from "./episode-names.ts";
import { partUrl } from "./movie-parts.ts";

/** An episode's own access level or teaser, if they differ from its movie's. */
export function OwnAccess({ movie, episode }: { movie: AdminMovie; episode: AdminEpisode }) {
  const { t } = useTranslation();
  const write = useWriters();
  const { access, teaserS } = episode;
  return (
    <>
      {access !== null && access !== movie.access ? <AccessChip access={access} /> : null}
      {teaserS !== null && teaserS !== movie.teaserS ? (
        <Chip>{t("admin.movie.teaserChip", { time: write.seconds(teaserS) })}</Chip>
      ) : null}
    </>
  );
}

/** A link to set the first episode free, as most paid series do. */
export function FirstEpisodeLink({ movie }: { movie: AdminMovie }) {
  const { t } = useTranslation();
  const [first] = movie.episodes;
  if (movie.kind !== "series" || movie.access === "free" || !first) return null;
  return (
    <p className="z-hint -mt-2">
      {t("admin.movie.episodeLevels")}{" "}
      <Link
        to={`${partUrl(movie.id, "episodes", { episode: first.index })}#episode-access`}
        className="z-link whitespace-nowrap"
      >
        {nameOfEpisode(t, movie, first.index)}
      </Link>
    </p>
  );
}

import { Link } from "@remix-run/react";
import { ChevronRight, CircleAlert, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { AdminMovie } from "../../../../contract/index.ts";
import { Chip } from "../../kit/page-head.tsx";
import { partNames, partUrl } from "./movie-parts.ts";
import type { Check, PartState } from "./overview.server.ts";
import { Panel } from "./panel.tsx";

/** A movie's poster beside its parts, each with what it has and what it lacks. */
export function OverviewPanel({
  movie,
  states,
}: {
  movie: Pick<AdminMovie, "id" | "artwork">;
  states: readonly PartState[];
}) {
  const { t } = useTranslation();
  const { id, artwork } = movie;
  return (
    <Panel id="overview" title={t("admin.movie.overview")}>
      <div className="z-overview">
        <img
          src={`${artwork.path}/poster-160.webp?v=${artwork.version}`}
          alt={t("admin.movie.poster")}
          width={160}
          height={240}
          className="z-overview-poster"
          style={{ backgroundColor: artwork.colour }}
        />
        <ul className="min-w-0">
          {states.map(({ part, text, lacking }) => (
            <li key={part}>
              <Link to={partUrl(id, part)} prefetch="intent" className="z-part">
                <span className="font-semibold">{t(partNames[part])}</span>
                <Chip tone={lacking ? "gold" : undefined}>
                  <bdi>{text}</bdi>
                </Chip>
                <ChevronRight aria-hidden="true" className="flip size-4" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** What a movie lacks for viewers, each a link to the part where it is added. */
export function ChecksPanel({ id, checks }: { id: string; checks: readonly Check[] }) {
  const { t } = useTranslation();
  return (
    <Panel id="checks" title={t("admin.movie.missingParts")}>
      {checks.length === 0 ? (
        <p className="z-faint">{t("admin.movie.nothingMissing")}</p>
      ) : (
        <ul className="grid gap-1">
          {checks.map(({ part, text, serious }) => {
            const Sign = serious ? CircleAlert : TriangleAlert;
            return (
              <li key={text}>
                <Link to={partUrl(id, part)} className="z-check-link" data-serious={serious}>
                  <Sign aria-hidden="true" className="size-4" />
                  <span>{text}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

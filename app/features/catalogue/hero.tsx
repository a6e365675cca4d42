import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { HeroCard } from "../../../contract/index.ts";
import { Backdrop } from "../../ui/artwork.tsx";
import { Badge, VipBadge } from "../../ui/badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";

/** The movies of the day, one screen each, swiped or scrolled sideways. Needs no script. */
export function Hero({ items }: { items: HeroCard[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("home.featured")} className="hero">
      <ul className="hero-track" tabIndex={0} aria-label={t("home.featured")}>
        {items.map((movie, order) => (
          <li key={movie.id} className="hero-slide">
            {/* Half the resolution of a phone: the picture is soft behind the text, and users wait for it first. */}
            <Backdrop
              artwork={movie.artwork}
              className="hero-picture"
              eager={order === 0}
              first={order === 0}
              sizes="(max-width: 599px) 50vw, 960px"
            />
            <div className="hero-words">
              <h2 className="hero-title own-words">{movie.title}</h2>
              <Facts movie={movie} />
              <p className="hero-text own-words">{movie.description}</p>
              <div className="mt-1 flex items-center justify-between gap-4">
                <PageLink
                  to={`/video/${movie.id}`}
                  prefetch="intent"
                  className="button button-primary"
                  aria-label={`${t("home.play")}: ${movie.title}`}
                >
                  <Play aria-hidden="true" className="size-4.5 fill-current" />
                  {t("home.play")}
                </PageLink>
                {items.length > 1 ? <Dots here={order} total={items.length} /> : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ movie }: { movie: HeroCard }) {
  const { t } = useTranslation();
  return (
    <p
      className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-soft @min-[600px]/page:text-sm"
      data-account={movie.access === "signed-in" || undefined}
    >
      {movie.access === "vip" ? <VipBadge label={t("movie.vip")} /> : null}
      {movie.ready ? null : <Badge>{t("movie.soon")}</Badge>}
      <span>{movie.year}</span>
      {movie.kind === "series" ? <span>{t("movie.episodes", { count: movie.episodes })}</span> : null}
      {movie.genreNames.length > 0 ? (
        <span>
          {movie.genreNames
            .slice(0, 2)
            .map(({ name }) => name)
            .join(" · ")}
        </span>
      ) : null}
    </p>
  );
}

/** Marks the current slide. Part of the slide itself, so that it is right without scripts. */
function Dots({ here, total }: { here: number; total: number }) {
  const { t } = useTranslation();
  return (
    <span className="hero-dots" role="img" aria-label={t("home.position", { index: here + 1, total })}>
      {Array.from({ length: total }, (_, order) => (
        <span key={order} data-here={order === here} />
      ))}
    </span>
  );
}

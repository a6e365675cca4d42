import type { TFunction } from "i18next";
import { ChevronLeft, ChevronRight, Play } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { needsVip } from "../../../contract/catalogue/values.ts";
import type { HeroCard } from "../../../contract/index.ts";
import { useDocument } from "../../lib/document-context.ts";
import { useKeptHtml } from "../../performance/kept-html.ts";
import { Backdrop } from "../../ui/artwork.tsx";
import { Badge, VipBadge } from "../../ui/badge.tsx";
import { PageLink } from "../../ui/page-link.tsx";
import { premiereIn, usePosterWords, type PosterWords } from "../../ui/poster-face.tsx";

/** What a slide says besides its movie. */
type Words = { t: TFunction; words: PosterWords };

/**
 * The movies of the day, one screen each: swiped, scrolled sideways, or moved by a mouse with links to the slides, which
 * need no script.
 */
export function Hero({ items }: { items: HeroCard[] }) {
  const { t } = useTranslation();
  const words = usePosterWords();
  const { hero: style } = useDocument().brand;
  const slides = () => <Slides items={items} t={t} words={words} />;
  const html = useKeptHtml(["hero", items, words], slides);
  return (
    <section
      aria-label={t("home.featured")}
      className="hero"
      data-style={style === "melt" ? undefined : style}
    >
      <ul
        className="hero-track"
        tabIndex={0}
        aria-label={t("home.featured")}
        {...(html === null ? { children: slides() } : { dangerouslySetInnerHTML: { __html: html } })}
      />
    </section>
  );
}

/** Without hooks, as all below it: the server keeps their markup. */
function Slides({ items, t, words }: Words & { items: HeroCard[] }) {
  const callOf = ({ premiereOn }: HeroCard) =>
    premiereOn ? t("movie.coming", { date: premiereIn(words.locale, premiereOn) }) : t("home.play");
  return items.map((movie, order) => (
    <li key={movie.id} id={slideId(movie)} className="hero-slide">
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
        <Facts movie={movie} t={t} words={words} />
        <p className="hero-text own-words">{movie.description}</p>
        <div className="mt-1 flex items-center justify-between gap-4">
          <PageLink
            to={`/video/${movie.id}`}
            prefetch="intent"
            className="button button-primary"
            aria-label={`${callOf(movie)}: ${movie.title}`}
          >
            {movie.premiereOn ? null : <Play aria-hidden="true" className="size-4.5 fill-current" />}
            {callOf(movie)}
          </PageLink>
          {items.length > 1 ? <Steps items={items} here={order} t={t} /> : null}
        </div>
      </div>
    </li>
  ));
}

function Facts({ movie, t, words }: Words & { movie: HeroCard }) {
  return (
    <p
      className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-ink-soft @min-[600px]/page:text-sm"
      data-account={movie.access === "signed-in" || undefined}
    >
      {needsVip(movie.access) ? <VipBadge label={words.tiers[movie.access]} /> : null}
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

const slideId = ({ id }: HeroCard) => `featured-${id}`;

/** The current slide's mark between links to the slides beside it; after the last one comes the first. */
function Steps({ items, here, t }: { items: HeroCard[]; here: number; t: TFunction }) {
  const slideAt = (order: number) => slideId(items.at(order % items.length)!);
  const row = t("home.featured");
  return (
    <div className="hero-steps">
      <a
        href={`#${slideAt(here - 1)}`}
        className="hero-step"
        aria-label={t("home.backward", { row })}
        onClick={showSlide}
      >
        <ChevronLeft aria-hidden="true" className="flip size-5" />
      </a>
      <Dots here={here} total={items.length} t={t} />
      <a
        href={`#${slideAt(here + 1)}`}
        className="hero-step"
        aria-label={t("home.forward", { row })}
        onClick={showSlide}
      >
        <ChevronRight aria-hidden="true" className="flip size-5" />
      </a>
    </div>
  );
}

/** Moves the slides alone: neither the page nor its address. The focus stays on the same link, of the new slide. */
function showSlide(event: MouseEvent<HTMLAnchorElement>): void {
  const link = event.currentTarget;
  const slide = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!slide) return;
  event.preventDefault();
  const same = [...slide.querySelectorAll<HTMLElement>(".hero-step")].find(
    (one) => one.getAttribute("aria-label") === link.getAttribute("aria-label"),
  );
  same?.focus({ preventScroll: true });
  slide.scrollIntoView({ block: "nearest", inline: "start" });
}

/** Marks the current slide. Part of the slide itself, so that it is right without scripts. */
function Dots({ here, total, t }: { here: number; total: number; t: TFunction }) {
  return (
    <span className="hero-dots" role="img" aria-label={t("home.position", { index: here + 1, total })}>
      {Array.from({ length: total }, (_, order) => (
        <span key={order} data-here={order === here} />
      ))}
    </span>
  );
}

import { useKeptHtml } from "../../performance/kept-html.ts";
import { useGradually } from "../../performance/use-gradually.ts";
import { PosterCard } from "../../ui/poster-card.tsx";
import { usePosterWords, type PosterMovie } from "../../ui/poster-face.tsx";
import { Rail } from "./rail.tsx";

/** Posters loaded at once in a row of the first screen; the rest load when they are near. */
const visibleAtFirst = 5;

/** In pixels, of a poster on a phone. */
const narrowest = 85;
/** Widths of a page, in pixels, for which the height of a row does not depend on its names (rows.css). */
const isPhone = () => innerWidth < 600;
/** Posters that a phone shows of a row before it is scrolled; all others come next. */
const inView = { first: () => (isPhone() ? Math.ceil(innerWidth / narrowest) : Infinity), step: Infinity };

type Props = {
  title: string;
  /** URL of the row's full list. */
  to?: `/${string}`;
  items: PosterMovie[];
  /** On the first screen. */
  eager?: boolean;
};

/** A titled row of posters. */
export function PosterRail({ title, to, items, eager = false }: Props) {
  const words = usePosterWords();
  const shown = useGradually(items.length, inView);
  const posters = () => (
    <>
      {items.slice(0, shown).map((movie, order) => (
        <li key={movie.id} className="rail-poster">
          <PosterCard movie={movie} eager={eager && order < visibleAtFirst} words={words} />
        </li>
      ))}
    </>
  );
  const html = useKeptHtml(["posters", items, eager, words], posters);
  return (
    <Rail title={title} {...(to && { to })} html={html}>
      {html === null ? posters() : null}
    </Rail>
  );
}

import { Link } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { AdminMovie } from "../../../../contract/index.ts";
import { partNames, partsOf, partUrl, type MoviePart } from "./movie-parts.ts";

/** A page of a movie beside the links to the others: a row that scrolls on phones, a list where there is room. */
export function MovieParts({
  movie,
  current,
  children,
}: {
  movie: Pick<AdminMovie, "id" | "kind" | "trailerOf">;
  current: MoviePart;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { id } = movie;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => scrollToCurrent(nav.current), [current]);
  const link = (to: string, name: string, here: boolean) => (
    <li key={to}>
      <Link to={to} prefetch="intent" className="z-tab" aria-current={here ? "page" : undefined}>
        {name}
      </Link>
    </li>
  );
  return (
    <div className="z-parts">
      <nav ref={nav} aria-label={t("admin.movie.parts")}>
        <ul className="z-tabs">
          {link(`/z/page/movie/detail/${id}`, t("admin.movie.overview"), false)}
          {partsOf(movie).map((part) => link(partUrl(id, part), t(partNames[part]), part === current))}
        </ul>
      </nav>
      <div className="grid min-w-0 grid-cols-1 gap-4">{children}</div>
    </div>
  );
}

/** Scrolls a row sideways until its current link is in view, and nothing else. */
export function scrollToCurrent(nav: HTMLElement | null): void {
  const row = nav?.querySelector<HTMLElement>(".z-tabs");
  const link = row?.querySelector<HTMLElement>("[aria-current=page]");
  if (!row || !link) return;
  const [outer, inner] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
  row.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

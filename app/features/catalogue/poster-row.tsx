import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { HomeRow } from "../../../contract/index.ts";
import { useKeptHtml } from "../../performance/kept-html.ts";
import { PosterCard } from "../../ui/poster-card.tsx";
import { usePosterWords, type PosterMovie } from "../../ui/poster-face.tsx";
import { Rail } from "./rail.tsx";

/** Posters loaded at once in a row of the first screen; the rest load when they are near. */
const visibleAtFirst = 5;

type Row = Omit<HomeRow, "items"> & { items: PosterMovie[] };

/** The rows with what posters show, since a page is sent with its data. A movie of several rows is sent once. */
export function rowsOfPosters(rows: HomeRow[]): Row[] {
  const posters = new Map<string, PosterMovie>();
  const posterOf = ({ id, title, access, ready, premiereOn, artwork }: PosterMovie): PosterMovie => {
    const poster = posters.get(id) ?? { id, title, access, ready, premiereOn, artwork };
    posters.set(id, poster);
    return poster;
  };
  return rows.map((row) => ({ ...row, items: row.items.map(posterOf) }));
}

/** One row of the home page. */
export function PosterRow({ row, eager }: { row: Row; eager: boolean }) {
  const { t } = useTranslation();
  const words = usePosterWords();
  const posters = () => (
    <>
      {row.items.map((movie, order) => (
        <li key={movie.id} className="rail-poster">
          <PosterCard movie={movie} eager={eager && order < visibleAtFirst} words={words} />
        </li>
      ))}
    </>
  );
  const html = useKeptHtml(["posters", row.items, eager, words], posters);
  return (
    <Rail title={titleOf(row, t)} {...addressOf(row)} html={html}>
      {html === null ? posters() : null}
    </Rail>
  );
}

function titleOf(row: Row, t: TFunction): string {
  if (row.kind === "genre") return row.genre?.name ?? "";
  if (row.kind === "picked") return row.name ?? "";
  return t(`home.${row.kind}`);
}

/** URL of the full list of a row; a row of chosen movies shows all of them already. */
function addressOf({ kind, genre }: Row): { to?: `/${string}` } {
  if (kind === "picked") return {};
  return { to: `/page/search?list=${kind}${genre ? `&genre=${genre.id}` : ""}` };
}

import type { TFunction } from "i18next";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { HomeRow } from "../../../contract/index.ts";
import type { PosterMovie } from "../../ui/poster-face.tsx";
import { PosterRail } from "./poster-rail.tsx";

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
export const PosterRow = memo(function PosterRow({ row, eager }: { row: Row; eager: boolean }) {
  const { t } = useTranslation();
  return <PosterRail title={titleOf(row, t)} {...addressOf(row)} items={row.items} eager={eager} />;
});

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

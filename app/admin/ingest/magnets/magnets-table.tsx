import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Magnet } from "../../../../contract/ingest/admin-magnets.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { ChosenFilter, FilterBar } from "../../kit/filter-bar.tsx";
import { Refresh } from "../../kit/live.tsx";
import { Pager } from "../../kit/pager.tsx";
import { magnetStates } from "../../../../contract/ingest/values.ts";
import type { MagnetQuery } from "./magnet-query.ts";
import { Far, Pace, Problem, StateChips } from "./magnet-state.tsx";
import { Time } from "../../kit/time.tsx";

/** Every magnet with its state. */
export function MagnetsTable({
  items,
  next,
  query,
  moving,
  none,
}: {
  items: readonly Magnet[];
  next: string | null;
  query: MagnetQuery;
  /** A magnet progresses by itself. */
  moving: boolean;
  /** The text for an empty list. */
  none: string;
}) {
  const { t } = useTranslation();
  const columns: Column<Magnet>[] = [
    {
      id: "name",
      label: t("admin.magnet.name"),
      lead: true,
      cell: ({ id, name }) => (
        <Link to={`/z/page/magnet?id=${id}`} className="z-link" dir="auto">
          {name}
        </Link>
      ),
    },
    {
      id: "state",
      label: t("admin.movie.state"),
      full: true,
      cell: (magnet) => (
        <span className="grid justify-items-start gap-1">
          <StateChips magnet={magnet} />
          <Problem magnet={{ ...magnet, detail: null }} />
        </span>
      ),
    },
    { id: "far", label: t("admin.magnet.far"), full: true, cell: (magnet) => <Far magnet={magnet} /> },
    { id: "pace", label: t("admin.magnet.pace"), cell: (magnet) => <Pace magnet={magnet} /> },
    { id: "added", label: t("admin.magnet.addedAt"), cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <>
      <FilterBar action="/z/page/magnet" label={t("admin.magnet.find")} filtered={query.state !== undefined}>
        <ChosenFilter
          name="state"
          value={query.state}
          options={magnetStates.map((value) => ({ value, label: t(`admin.magnet.state.${value}`) }))}
        />
        <Refresh moving={moving} />
      </FilterBar>
      <DataTable
        caption={t("admin.section.magnets")}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        empty={query.state === undefined ? none : t("admin.list.noMatch")}
      />
      <Pager next={next} />
    </>
  );
}

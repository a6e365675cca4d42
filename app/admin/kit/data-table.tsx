import { Link, useActionData, useSearchParams } from "@remix-run/react";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { bulkForm } from "./bulk-bar.tsx";
import { queryWith } from "./list-url.ts";
import type { Outcome } from "./outcome.ts";
import { useTicks } from "./use-ticks.ts";

export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The list can be sorted by this column, under this name and first in this direction. */
  sort?: { by: string; first: "asc" | "desc" };
  /** Figures are aligned to the end of their column. */
  figures?: boolean;
  /** The name of the row: the heading of its card. */
  lead?: boolean;
  /** On a card it takes the whole width. */
  full?: boolean;
};

export type DataTableProps<Row> = {
  /** The table's content, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** As in the address; without it, the list has its own order. */
  order?: { sort: string; direction: "asc" | "desc" };
  /** Rows can be selected for a bulk action, which gets their keys under this name. */
  choosing?: { name: string; label: (row: Row) => string };
  /** The text for a table without rows. */
  empty: string;
};

/**
 * A list as a table; in a narrow container, as cards, each cell under its name (css/table.css). Links sort it, and
 * checkboxes select rows for a form elsewhere on the page. Scripts add: select all, and shift-click.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, order, choosing, empty } = props;
  const { t } = useTranslation();
  const outcome = useActionData<Outcome>();
  const ticks = useTicks(rows.map(rowKey).join(" "), outcome?.done);
  const body = useRows({ columns, rows, rowKey, choosing, chosen: outcome?.chosen });
  if (rows.length === 0) return <p className="z-none">{empty}</p>;
  return (
    // The styles remove the table's display and so its semantics: the roles restore them.
    <table
      role="table"
      className="z-table"
      ref={ticks.table}
      onChange={ticks.onChange}
      onClick={ticks.onClick}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {choosing ? (
            <th role="columnheader" scope="col" className="z-pick" data-plain={!ticks.ready || undefined}>
              <span className="sr-only">{t("admin.list.choose")}</span>
              {ticks.ready ? (
                <label>
                  <input
                    ref={ticks.all}
                    type="checkbox"
                    className="z-tick"
                    data-all
                    aria-label={t("admin.list.chooseAll")}
                  />
                </label>
              ) : null}
            </th>
          ) : null}
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} order={order} />
          ))}
        </tr>
      </thead>
      {body}
    </table>
  );
}

type Rows<Row> = Pick<DataTableProps<Row>, "columns" | "rows" | "rowKey" | "choosing"> & {
  /** Rows that stay selected after a bulk action. */
  chosen: string[] | undefined;
};

/** The rows, made again for other ones alone: the router renders the table again for each of its states. */
function useRows<Row>({ columns, rows, rowKey, choosing, chosen }: Rows<Row>): ReactNode {
  return useMemo(
    () => (
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row" key={rowKey(row)}>
            {choosing ? (
              <td role="cell" className="z-pick">
                <label>
                  <input
                    type="checkbox"
                    className="z-tick"
                    form={bulkForm}
                    name={choosing.name}
                    value={rowKey(row)}
                    defaultChecked={chosen?.includes(rowKey(row)) ?? false}
                    aria-label={choosing.label(row)}
                  />
                </label>
              </td>
            ) : null}
            {columns.map(({ id, label, cell, figures, lead, full }) => (
              <td
                role="cell"
                key={id}
                data-label={label}
                data-figures={figures || undefined}
                data-lead={lead || undefined}
                data-full={full || undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    ),
    [columns, rows, rowKey, choosing, chosen],
  );
}

function HeadCell<Row>({ column, order }: { column: Column<Row>; order: DataTableProps<Row>["order"] }) {
  const [search] = useSearchParams();
  const { sort, label, figures } = column;
  if (!sort) {
    return (
      <th role="columnheader" scope="col" data-plain="true" data-figures={figures || undefined}>
        {label}
      </th>
    );
  }
  const on = order?.sort === sort.by;
  const turned = order?.direction === "asc" ? "desc" : "asc";
  const direction = on ? turned : sort.first;
  const Icon = !on ? ArrowUpDown : order.direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={on ? (order.direction === "asc" ? "ascending" : "descending") : "none"}
      data-figures={figures || undefined}
    >
      <Link
        to={queryWith(search, { sort: sort.by, direction })}
        preventScrollReset
        className="z-sort"
        data-on={on}
      >
        {label}
        <Icon aria-hidden="true" className="size-3.5" />
      </Link>
    </th>
  );
}

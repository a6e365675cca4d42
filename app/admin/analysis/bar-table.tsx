import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { PageLink } from "../../ui/page-link.tsx";
import type { Bars } from "./view.ts";

/** Named values with bars next to them: a chart that is also a table. */
export function BarTable({ bars }: { bars: Bars }) {
  const { id, title, columns, rows, none } = bars;
  return (
    <section className="z-panel z-bars" aria-labelledby={`bars-${id}`}>
      <header className="z-panel-head">
        <h2 id={`bars-${id}`}>{title}</h2>
        <CsvLink to={bars.csv} of={title} />
      </header>
      {rows.length === 0 ? (
        <p className="z-faint">{none}</p>
      ) : (
        <table aria-labelledby={`bars-${id}`}>
          <thead>
            <tr>
              <th scope="col">{columns.name}</th>
              <th scope="col">{columns.value}</th>
              {columns.change ? <th scope="col">{columns.change}</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, own, to, value, share, change }) => (
              <tr key={key}>
                <th scope="row">
                  <span dir={own ? "auto" : undefined} className="block wrap-anywhere">
                    {to ? (
                      <PageLink to={to} className="underline decoration-1 underline-offset-4">
                        {name}
                      </PageLink>
                    ) : (
                      name
                    )}
                  </span>
                  <span className="z-bar-track" aria-hidden="true">
                    <span style={{ inlineSize: `${Math.max(1, Math.round(share * 1_000) / 10)}%` }} />
                  </span>
                </th>
                <td>{value}</td>
                {columns.change ? <td>{change ?? "–"}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Downloads a panel as a file. */
export function CsvLink({ to, of }: { to: string | null; of: string }) {
  const { t } = useTranslation();
  if (to === null) return null;
  return (
    <a href={to} download className="z-csv" aria-label={`${t("admin.list.csv")}: ${of}`}>
      <Download aria-hidden="true" className="size-4" />
      {t("admin.list.csv")}
    </a>
  );
}

import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { LineError, MovieImport } from "../../../../contract/catalogue/admin-imports.ts";
import { importEncodings, importSeparators, isMoving } from "../../../../contract/catalogue/values.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { SelectField } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";

const encodingNames = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 BE",
} as const;

/** How the file was read: to be confirmed, or read again another way. */
export function ReadingPanel({ one, editable }: { one: MovieImport; editable: boolean }) {
  const { t } = useTranslation();
  const { encoding, separator, columns, sample, state } = one;
  const known = columns.flatMap(({ as }) => as ?? []);
  const unknown = columns.flatMap(({ name, as }) => (as === null ? [name] : []));
  const changes = !isMoving(state) && one.startedAt === null && editable;
  const facts: [string, string][] = [
    ...(changes || !encoding || !separator
      ? []
      : ([
          [t("admin.csv.encoding"), encodingNames[encoding]],
          [t("admin.csv.separator"), t(`admin.csv.${separator}`)],
        ] as [string, string][])),
    [t("admin.csv.columns"), known.join(", ")],
    [t("admin.csv.unknown"), unknown.join(", ")],
  ];
  return (
    <section className="z-panel grid gap-4" aria-labelledby="reading">
      <h2 id="reading" className="mb-0!">
        {t("admin.csv.reading")}
      </h2>
      {changes ? (
        <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3">
          <SelectField
            field={{ id: "encoding", name: "encoding", initialValue: encoding ?? "utf-8" }}
            label={t("admin.csv.encoding")}
            options={importEncodings.map((value) => ({ value, label: encodingNames[value] }))}
          />
          <SelectField
            field={{ id: "separator", name: "separator", initialValue: separator ?? "comma" }}
            label={t("admin.csv.separator")}
            options={importSeparators.map((value) => ({ value, label: t(`admin.csv.${value}`) }))}
          />
          <button type="submit" name="intent" value="check" className="z-button">
            {t("admin.csv.again")}
          </button>
        </Form>
      ) : null}
      {columns.length > 0 ? (
        <dl className="z-facts">
          {facts
            .filter(([, value]) => value !== "")
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
        </dl>
      ) : null}
      {sample.length > 0 ? <Sample columns={columns} sample={sample} /> : null}
    </section>
  );
}

/** Only columns with something in them: an export has two for every language. */
function Sample({ columns, sample }: Pick<MovieImport, "columns" | "sample">) {
  const { t } = useTranslation();
  const filled = columns
    .map((_one, at) => at)
    .filter((at) => sample.some((row) => (row[at] ?? "").trim() !== ""));
  return (
    <figure className="grid gap-2">
      <figcaption className="z-title">{t("admin.csv.sample")}</figcaption>
      <div className="z-sample" role="region" aria-label={t("admin.csv.sample")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {filled.map((at) => (
                <th key={at} scope="col" data-unknown={columns[at]!.as === null || undefined} dir="auto">
                  {columns[at]!.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((row, line) => (
              <tr key={line}>
                {filled.map((at) => (
                  <td key={at} dir="auto">
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** The first lines that can't be imported, or were not, each with its reason. */
export function ErrorsPanel({ errors }: { errors: MovieImport["errors"] }) {
  const { t } = useTranslation();
  const write = useWriters();
  if (errors.length === 0) return null;
  type Row = MovieImport["errors"][number] & { at: number };
  const reasonOf = ({ reason }: LineError) =>
    reason === "conflict" || reason === "missing" || reason === "deleted" || reason === "cells"
      ? t(`admin.csv.reason.${reason}`)
      : t(`errors.field.${reason}`);
  return (
    <section aria-labelledby="errors">
      <h2 id="errors" className="z-title">
        {t("admin.csv.errors")}
      </h2>
      <DataTable<Row>
        caption={t("admin.csv.errors")}
        rows={errors.map((error, at) => ({ ...error, at }))}
        rowKey={({ at }) => String(at)}
        columns={[
          { id: "line", label: t("admin.csv.line"), cell: ({ line }) => write.number(line) },
          { id: "column", label: t("admin.csv.column"), cell: ({ field }) => <bdi>{field || "–"}</bdi> },
          { id: "reason", label: t("admin.csv.reasonName"), full: true, cell: reasonOf },
        ]}
        empty=""
      />
      {errors.length >= mostShown ? (
        <p className="z-faint mt-2">{t("admin.csv.more", { number: write.number(errors.length) })}</p>
      ) : null}
    </section>
  );
}

const mostShown = 50;

import { Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MovieImportRow } from "../../../../contract/catalogue/admin-imports.ts";
import { importExtensions } from "../../../../contract/catalogue/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { ActorName } from "../../kit/actor-name.tsx";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { FileField } from "../../kit/forms/fields.tsx";
import { CountWords, StateChip } from "./import-state.tsx";
import { Time } from "../../kit/time.tsx";

const accept = ["text/csv", ...importExtensions.map((one) => `.${one}`)].join(",");

/** The form that sends a file. @param error why the last one was refused */
export function SendFile({ error }: { error: string | undefined }) {
  const { t } = useTranslation();
  const busy = useNavigation().formMethod === "POST";
  return (
    <section className="z-panel">
      <CheckedForm method="post" encType="multipart/form-data" className="z-form">
        <FileField
          field={{ id: "csv-file", name: "file", errors: error ? [error] : undefined }}
          label={t("admin.csv.file")}
          accept={accept}
        />
        <button type="submit" className="z-button z-button-primary justify-self-start" aria-busy={busy}>
          {t("admin.csv.check")}
        </button>
      </CheckedForm>
    </section>
  );
}

/** The imports of the last days. */
export function ImportList({ items }: { items: readonly MovieImportRow[] }) {
  const { t } = useTranslation();
  const columns: Column<MovieImportRow>[] = [
    {
      id: "sent",
      label: t("admin.csv.sent"),
      lead: true,
      cell: ({ id, createdAt }) => (
        <Link to={`/z/management/import/${id}`} className="z-link">
          <Time at={createdAt} />
        </Link>
      ),
    },
    { id: "state", label: t("admin.movie.state"), cell: (one) => <StateChip one={one} /> },
    { id: "by", label: t("admin.csv.by"), cell: ({ by }) => <ActorName actor={by} /> },
    {
      id: "counts",
      label: t("admin.csv.line"),
      full: true,
      cell: (one) => <CountWords counts={one.counts} />,
    },
  ];
  return (
    <section aria-labelledby="imports">
      <h2 id="imports" className="z-title">
        {t("admin.csv.list")}
      </h2>
      <DataTable
        caption={t("admin.csv.list")}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        empty={t("admin.csv.none")}
      />
    </section>
  );
}

import { getFormProps } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import type { TFunction } from "i18next";
import { Ban, Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { mostCodes, mostCodeUses } from "../../../contract/commerce/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { DataTable, type Column } from "../kit/data-table.tsx";
import { FilterBar, TypedFilter } from "../kit/filter-bar.tsx";
import { TextField } from "../kit/forms/fields.tsx";
import { TierField } from "../kit/forms/tier-field.tsx";
import { useEditForm } from "../kit/forms/use-edit-form.ts";
import type { Outcome } from "../kit/outcome.ts";
import { CodeChip, CodeTable } from "./code-table.tsx";
import { DurationFields } from "./duration-fields.tsx";
import type { BatchLine } from "./view.ts";
import { TierWord } from "../kit/tier-word.tsx";
import { LastDayField } from "../kit/time.tsx";

/** Batches of codes: how many of each are used, the file of its codes, and a way to end it. */
export function BatchTable({
  batches,
  editable,
  q,
}: {
  batches: BatchLine[];
  editable: boolean;
  q: string | undefined;
}) {
  const { t } = useTranslation();
  const found = batches.find((batch) => batch.found)?.found;
  return (
    <>
      <FilterBar action="/z/management/codes" label={t("admin.code.find")} filtered={q !== undefined}>
        <TypedFilter name="q" label={t("admin.code.search")} value={q} />
      </FilterBar>
      {found ? (
        <section className="mb-4" aria-labelledby="found">
          <h2 id="found" className="z-label mb-1">
            {t("admin.code.foundOne")}
          </h2>
          <CodeTable codes={[found]} editable={editable} />
        </section>
      ) : null}
      <DataTable
        caption={t("admin.section.codes")}
        columns={columnsOf(t, editable)}
        rows={batches}
        rowKey={({ id }) => id}
        empty={t(q === undefined ? "admin.code.none" : "admin.list.noMatch")}
      />
    </>
  );
}

function columnsOf(t: TFunction, editable: boolean): Column<BatchLine>[] {
  return [
    {
      id: "name",
      label: t("login.name"),
      lead: true,
      cell: ({ id, name, by, made }) => (
        <span className="min-w-0">
          {editable ? (
            // Not fetched before it is wanted: each view of the codes is in the audit log.
            <Link
              to={`/z/management/codes/${id}`}
              prefetch="none"
              className="own-words z-link z-strong block"
            >
              {name}
            </Link>
          ) : (
            <span className="own-words z-strong block">{name}</span>
          )}
          <span className="z-faint block">
            {made}
            {by ? (
              <>
                {" · "}
                <bdi>{by}</bdi>
              </>
            ) : null}
          </span>
        </span>
      ),
    },
    {
      id: "time",
      label: t("admin.plan.count"),
      cell: ({ time, tier }) => (
        <>
          {time}
          <TierWord tier={tier} />
        </>
      ),
    },
    {
      id: "used",
      label: t("admin.code.used"),
      figures: true,
      cell: ({ used, revoked }) => (
        <span>
          <bdi>{used}</bdi>
          {revoked ? (
            <span className="z-faint block">{t("admin.code.revokedCount", { number: revoked })}</span>
          ) : null}
        </span>
      ),
    },
    {
      id: "state",
      label: t("admin.user.status"),
      cell: ({ state }) => <CodeChip state={state} />,
    },
    { id: "until", label: t("admin.code.expires"), figures: true, cell: ({ until }) => until ?? "–" },
    {
      id: "actions",
      label: t("admin.job.actions"),
      full: true,
      cell: (batch) => (editable ? <BatchActions batch={batch} /> : null),
    },
  ];
}

function BatchActions({ batch: { id, name, revision, state } }: { batch: BatchLine }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap gap-2">
      <a
        href={`/z/management/codes.csv?id=${id}`}
        download
        className="z-button"
        aria-label={`${t("admin.list.csv")}: ${name}`}
      >
        <Download aria-hidden="true" className="size-4" />
        {t("admin.list.csv")}
      </a>
      {state === "revoked" ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="revoke" />
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="revision" value={revision} />
          <button type="submit" className="z-button" aria-label={`${t("admin.code.revoke")}: ${name}`}>
            <Ban aria-hidden="true" className="size-4" />
            {t("admin.code.revoke")}
          </button>
        </Form>
      )}
    </span>
  );
}

type BatchFields = Record<
  "key" | "name" | "count" | "unit" | "tier" | "codes" | "uses" | "expires" | "reason",
  string
>;

/**
 * The form of a new batch.
 * @param formKey random, one per page: a form that is sent twice creates one batch
 */
export function BatchForm({ formKey, outcome }: { formKey: string; outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const { form, fields } = useEditForm<BatchFields>({
    id: "batch",
    outcome,
    defaultValue: {
      key: formKey,
      name: "",
      count: "1",
      unit: "month",
      tier: "1",
      codes: "10",
      uses: "1",
      expires: "",
      reason: "",
    },
  });
  return (
    <section className="z-panel" aria-labelledby="make-codes">
      <h2 id="make-codes">{t("admin.code.make")}</h2>
      <CheckedForm method="post" {...getFormProps(form)} preventScrollReset className="z-form">
        <input type="hidden" name="intent" value="make" />
        <input type="hidden" name="key" value={fields.key.initialValue ?? formKey} />
        <TextField
          field={fields.name}
          label={t("admin.code.name")}
          hint={t("admin.code.nameHint")}
          required
        />
        <div className="z-row items-start!">
          <DurationFields count={fields.count} unit={fields.unit} />
          <TierField field={fields.tier} />
        </div>
        <div className="z-row items-start!">
          <TextField
            field={fields.codes}
            label={t("admin.code.number")}
            type="number"
            min={1}
            max={mostCodes}
            required
          />
          <TextField
            field={fields.uses}
            label={t("admin.code.uses")}
            hint={t("admin.code.usesHint")}
            type="number"
            min={1}
            max={mostCodeUses}
            required
          />
        </div>
        <LastDayField field={fields.expires} label={t("admin.code.expires")} />
        <TextField field={fields.reason} label={t("admin.user.note")} />
        <button type="submit" className="z-button z-button-primary justify-self-start">
          {t("admin.code.make")}
        </button>
      </CheckedForm>
    </section>
  );
}

import { getFormProps } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { Eye, EyeOff, Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ListEditor } from "../../kit/list-editor.tsx";
import { Chip } from "../../kit/page-head.tsx";
import { LocalisedField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Option } from "../../kit/options.ts";
import type { Outcome } from "../../kit/outcome.ts";
import type { Plan } from "./write-rows.server.ts";

type Row = Plan["rows"][number];

/** The home page's rows in order, each of which can be moved, shown or hidden. */
export function RowsList({
  plan,
  open,
  editable,
  nameOf,
}: {
  plan: Plan;
  /** Position of the row being edited. */
  open: number | null;
  editable: boolean;
  nameOf: (row: Row) => string;
}) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-label={t("admin.section.rows")}>
      <ListEditor
        editable={editable}
        lines={plan.rows.map((row, at) => {
          const name = nameOf(row);
          const picked = row.kind === "picked";
          return {
            key: `${row.kind} ${row.genre} ${at}`,
            id: `row-${at}`,
            name,
            open: at === open,
            fields: { revision: plan.revision, at },
            content: (
              <>
                <span className={`min-w-0 flex-1 ${row.on ? "" : "text-ink-faint"}`}>
                  {picked ? (
                    <Link
                      to={`?row=${at}#row-movies`}
                      className="z-link block truncate"
                      dir="auto"
                      draggable={false}
                    >
                      {name}
                    </Link>
                  ) : (
                    <span className="block truncate" dir="auto">
                      {name}
                    </span>
                  )}
                </span>
                {picked ? <Chip>{t("admin.row.picked")}</Chip> : null}
                {row.on ? null : <Chip>{t("profile.off")}</Chip>}
              </>
            ),
            buttons: [
              row.on
                ? { intent: "off", label: `${t("admin.row.hide")}: ${name}`, icon: EyeOff }
                : { intent: "on", label: `${t("admin.row.show")}: ${name}`, icon: Eye },
              ...(picked
                ? [{ intent: "remove", label: `${t("admin.form.remove")}: ${name}`, icon: Trash2 }]
                : []),
            ],
          };
        })}
      />
      {editable ? (
        <Link to="?row=new#row-name" className="z-button">
          <Plus aria-hidden="true" className="size-4" />
          {t("admin.row.add")}
        </Link>
      ) : null}
    </section>
  );
}

/** The name of a row that is picked by hand, in every language. */
export function RowEditor({
  plan,
  at,
  languages,
  outcome,
  editable,
}: {
  plan: Plan;
  /** Null = a new one. */
  at: number | null;
  languages: readonly Option[];
  outcome: Outcome | undefined;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const row = at === null ? null : plan.rows[at];
  const { form, fields } = useEditForm<{ names: Record<string, string> }>({
    id: "row",
    outcome,
    defaultValue: { names: row?.names ?? {} },
  });
  return (
    <section className="z-panel" aria-labelledby="row-name">
      <h2 id="row-name">{t(row ? "admin.row.names" : "admin.row.add")}</h2>
      {row ? null : <p className="z-faint mb-3">{t("admin.row.addHint")}</p>}
      <Form method="post" {...getFormProps(form)} preventScrollReset>
        <fieldset disabled={!editable} className="z-form">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="revision" value={plan.revision} />
          <input type="hidden" name="at" value={at ?? "new"} />
          <input type="hidden" name="base" value={JSON.stringify(row?.names ?? {})} />
          <LocalisedField field={fields.names} languages={languages} />
          {editable ? (
            <button type="submit" className="z-button z-button-primary justify-self-start">
              {t("profile.save")}
            </button>
          ) : null}
        </fieldset>
      </Form>
    </section>
  );
}

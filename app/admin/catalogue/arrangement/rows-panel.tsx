import { getFormProps } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { ArrowDown, ArrowUp, Eye, EyeOff, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Chip } from "../../kit/page-head.tsx";
import { AreaField, LocalisedField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Option } from "../../kit/options.ts";
import type { Outcome } from "../../kit/outcome.ts";
import type { Plan } from "./write-rows.server.ts";

type Row = Plan["rows"][number];

/** The home page's rows in order: buttons move, show or hide each one. */
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
  const last = plan.rows.length - 1;
  return (
    <section className="z-panel" aria-label={t("admin.section.rows")}>
      <ol className="z-order">
        {plan.rows.map((row, at) => {
          const name = nameOf(row);
          const button = (change: string, label: string, icon: ReactNode, disabled = false) => (
            <Change
              revision={plan.revision}
              at={at}
              change={change}
              label={`${label}: ${name}`}
              disabled={disabled}
            >
              {icon}
            </Change>
          );
          return (
            <li key={`${row.kind} ${row.genre} ${at}`} data-open={at === open}>
              <span className={`min-w-0 flex-1 ${row.on ? "" : "text-ink-faint"}`}>
                {row.kind === "picked" ? (
                  <Link to={`?row=${at}`} className="z-link block truncate" preventScrollReset dir="auto">
                    {name}
                  </Link>
                ) : (
                  <span className="block truncate" dir="auto">
                    {name}
                  </span>
                )}
              </span>
              {row.kind === "picked" ? <Chip>{t("admin.row.picked")}</Chip> : null}
              {row.on ? null : <Chip>{t("profile.off")}</Chip>}
              {editable ? (
                <span className="flex flex-none">
                  {button(
                    "up",
                    t("admin.form.up"),
                    <ArrowUp aria-hidden="true" className="size-4" />,
                    at === 0,
                  )}
                  {button(
                    "down",
                    t("admin.form.down"),
                    <ArrowDown aria-hidden="true" className="size-4" />,
                    at === last,
                  )}
                  {row.on
                    ? button("off", t("admin.row.hide"), <EyeOff aria-hidden="true" className="size-4" />)
                    : button("on", t("admin.row.show"), <Eye aria-hidden="true" className="size-4" />)}
                  {row.kind === "picked"
                    ? button(
                        "remove",
                        t("admin.form.remove"),
                        <Trash2 aria-hidden="true" className="size-4" />,
                      )
                    : null}
                </span>
              ) : null}
            </li>
          );
        })}
      </ol>
      {editable ? (
        <Link to="?row=new" className="z-button" preventScrollReset>
          <Plus aria-hidden="true" className="size-4" />
          {t("admin.row.add")}
        </Link>
      ) : null}
    </section>
  );
}

function Change(props: {
  revision: number;
  at: number;
  change: string;
  label: string;
  disabled: boolean;
  children: ReactNode;
}) {
  const { revision, at, change, label, disabled, children } = props;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={change} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="at" value={at} />
      <button
        type="submit"
        className="z-icon-button disabled:opacity-30"
        disabled={disabled}
        aria-label={label}
      >
        {children}
      </button>
    </Form>
  );
}

/** A custom row: its name in every language, and its movies. */
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
  const { form, fields } = useEditForm<{ movies: string; names: Record<string, string> }>({
    id: "row",
    outcome,
    defaultValue: { movies: (row?.movies ?? []).join("\n"), names: row?.names ?? {} },
  });
  return (
    <section className="z-panel" aria-labelledby="row-title">
      <h2 id="row-title">{t(row ? "admin.row.picked" : "admin.row.add")}</h2>
      <Form method="post" {...getFormProps(form)} preventScrollReset>
        <fieldset disabled={!editable} className="z-form">
          <input type="hidden" name="intent" value="save" />
          <input type="hidden" name="revision" value={plan.revision} />
          <input type="hidden" name="at" value={at ?? "new"} />
          <AreaField
            field={fields.movies}
            label={t("admin.section.movies")}
            hint={t("admin.row.moviesHint")}
            rows={6}
          />
          {row && row.titles.length > 0 ? (
            <ul className="z-faint">
              {row.titles.map(({ id, title }) => (
                <li key={id} dir="auto">
                  <Link to={`/z/page/movie/detail/${id}`} className="z-link">
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
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

import { getFormProps } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { Eye } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestText, longestTextTitle } from "../../../../contract/service/values.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import { ActorName } from "../../kit/actor-name.tsx";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { AreaField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { Chip } from "../../kit/page-head.tsx";
import { Time } from "../../kit/time.tsx";

export type TextDetail = OutputOf<"z/text/detail">;
type TextForm = { version: string; title: string; body: string; reason: string };

/** Editor of a text page: title, body in the markup of text pages, preview, save. */
export function TextEditor({
  text,
  locale,
  outcome,
}: {
  /** Null = no text in this language yet. */
  text: TextDetail | null;
  locale: string;
  outcome: Outcome | undefined;
}) {
  const { t } = useTranslation();
  const { form, fields, conflict } = useEditForm<TextForm>({
    id: "text",
    outcome,
    defaultValue: {
      version: String(text?.latest ?? 0),
      title: text?.title ?? "",
      body: text?.body ?? "",
      reason: "",
    },
  });
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      preventScrollReset
      className="z-form max-w-none!"
      aria-label={t("admin.text.edit")}
    >
      <input type="hidden" name="version" value={fields.version.initialValue ?? text?.latest ?? 0} />
      <ConflictPanel form={form} conflict={conflict} />
      <div lang={locale} className="contents">
        <TextField field={fields.title} label={t("admin.text.title")} maxLength={longestTextTitle} />
        <AreaField
          field={fields.body}
          label={t("admin.text.body")}
          hint={t("admin.text.bodyHint")}
          rows={16}
          maxLength={longestText}
        />
      </div>
      <TextField field={fields.reason} label={t("admin.user.note")} hint={t("admin.user.noteHint")} />
      <div className="z-save">
        <button type="submit" name="intent" value="save" className="z-button z-button-primary">
          {t("profile.save")}
        </button>
        <button type="submit" name="intent" value="preview" className="z-button">
          <Eye aria-hidden="true" className="size-4" />
          {t("admin.text.preview")}
        </button>
      </div>
    </Form>
  );
}

/** Earlier versions, each to read or to restore. */
export function Versions({ text, path, editable }: { text: TextDetail; path: string; editable: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="versions">
      <h2 id="versions">{t("admin.text.versions")}</h2>
      <ol className="z-events">
        {text.versions.map(({ version, title, updatedAt, actor, original }) => (
          <li key={version}>
            <span className="min-w-0 flex-1">
              <Link to={`${path}?version=${version}`} className="z-link" preventScrollReset>
                {t("admin.text.version", { version })}
              </Link>{" "}
              {version === text.latest ? <Chip tone="good">{t("admin.text.newest")}</Chip> : null}
              <span className="own-words block truncate">{title}</span>
              <span className="z-faint block">
                <Time at={updatedAt} /> · {original ? t("admin.text.original") : <ActorName actor={actor} />}
              </span>
            </span>
            {editable && version !== text.latest ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="restore" />
                <input type="hidden" name="version" value={text.latest} />
                <input type="hidden" name="restore" value={version} />
                <button
                  type="submit"
                  className="z-button"
                  aria-label={t("admin.text.restoreOne", { version })}
                >
                  {t("admin.text.restore")}
                </button>
              </Form>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

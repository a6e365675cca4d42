import { getFormProps } from "@conform-to/react";
import { Form, Link } from "@remix-run/react";
import { ExternalLink, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestDescription, longestName } from "../../../../contract/catalogue/values.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { AreaField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Option } from "../../kit/options.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { LanguageTabs } from "../movie/language-tabs.tsx";
import { SaveButton } from "../movie/panel.tsx";

export type OpenCollection = OutputOf<"z/collection/detail">;

type Props = {
  /** Null = a new one. */
  collection: OpenCollection | null;
  name: string;
  lang: string;
  languages: readonly Option[];
  outcome: Outcome | undefined;
  editable: boolean;
};
type TextForm = Record<"id" | "revision" | "locale" | "name" | "description", string>;

/** A collection's name and description in one language; without a collection, the form for a new one. */
export function CollectionEditor(props: Props) {
  const { collection, name, lang, languages, editable } = props;
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="collection-title">
      <h2 id="collection-title" className={collection ? "own-words" : undefined}>
        {collection ? name : t("admin.collection.new")}
      </h2>
      {collection ? (
        <LanguageTabs
          languages={languages}
          current={lang}
          written={Object.keys(collection.texts)}
          label={name}
        />
      ) : null}
      <TextsForm key={lang} {...props} />
      {collection ? (
        <div className="mt-6 flex flex-wrap gap-3 border-t border-line pt-4">
          {collection.movies.some(({ state }) => state === "published") ? (
            <Link to={`/page/collection/${collection.id}`} className="z-button">
              <ExternalLink aria-hidden="true" className="flip size-4" />
              {t("admin.collection.view")}
            </Link>
          ) : (
            <p className="z-faint self-center">{t("admin.collection.shown")}</p>
          )}
          {editable ? <DeleteForm id={collection.id} /> : null}
        </div>
      ) : null}
    </section>
  );
}

function TextsForm({ collection, lang, outcome, editable }: Props) {
  const { t } = useTranslation();
  const text = collection?.texts[lang as "en"];
  const { form, fields, revision, conflict, base } = useEditForm<TextForm>({
    id: `collection-${lang}`,
    outcome,
    defaultValue: {
      id: "",
      revision: collection ? String(collection.revision) : "",
      locale: lang,
      name: text?.name ?? "",
      description: text?.description ?? "",
    },
    base: {
      [`texts.${lang}.name`]: text?.name ?? null,
      [`texts.${lang}.description`]: text?.description ?? "",
    },
  });
  return (
    <CheckedForm method="post" {...getFormProps(form)} preventScrollReset>
      <fieldset disabled={!editable} className="z-form max-w-none!">
        <input type="hidden" name="intent" value={collection ? "texts" : "create"} />
        <input type="hidden" name="locale" value={lang} />
        <input type="hidden" name="base" value={base} />
        <ConflictPanel form={form} conflict={conflict} />
        {collection ? (
          <>
            <input type="hidden" name="id" value={collection.id} />
            <input type="hidden" name="revision" value={revision ?? collection.revision} />
          </>
        ) : (
          <TextField
            field={fields.id}
            label={t("admin.user.id")}
            hint={t("admin.collection.idHint")}
            maxLength={64}
            required
          />
        )}
        <div lang={lang} className="contents">
          <TextField
            field={fields.name}
            label={t("login.name")}
            hint={lang === "en" ? undefined : t("admin.collection.without")}
            maxLength={longestName}
          />
          <AreaField
            field={fields.description}
            label={t("admin.movie.description")}
            rows={4}
            maxLength={longestDescription}
          />
        </div>
      </fieldset>
      {editable ? (
        <div className="mt-3">
          <SaveButton />
        </div>
      ) : null}
    </CheckedForm>
  );
}

function DeleteForm({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="id" value={id} />
      <button type="submit" className="z-button z-button-danger">
        <Trash2 aria-hidden="true" className="size-4" />
        {t("admin.collection.delete")}
      </button>
    </Form>
  );
}

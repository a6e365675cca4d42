import { getFormProps } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestTitle, mostRating } from "../../../../contract/catalogue/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import type { Option } from "../../kit/options.ts";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Outcome } from "../../kit/outcome.ts";
import { useChoices } from "./choices.ts";
import { Panel, SaveButton } from "./panel.tsx";

type CreateForm = Record<
  "key" | "title" | "originalLanguage" | "id" | "kind" | "access" | "year" | "rating",
  string
>;

/** A new movie with its required fields only. Its own page has the rest. */
export function CreatePanel({
  formKey,
  locale,
  year,
  languages,
  outcome,
}: {
  /** Random, one per page: a form that is sent twice creates one movie. */
  formKey: string;
  locale: string;
  year: number;
  languages: readonly Option[];
  outcome: Outcome | undefined;
}) {
  const { t } = useTranslation();
  const choices = useChoices();
  const { form, fields } = useEditForm<CreateForm>({
    id: "create",
    outcome,
    defaultValue: {
      key: formKey,
      title: "",
      originalLanguage: locale,
      id: "",
      kind: "film",
      access: "free",
      year: String(year),
      rating: "0",
    },
  });
  return (
    <Panel id="new" title={t("admin.movie.new")}>
      <Link to="/z/page/movie/tmdb" className="z-button mb-3">
        {t("admin.tmdb.find")}
      </Link>
      <CheckedForm method="post" {...getFormProps(form)} className="z-form">
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="key" value={fields.key.initialValue ?? formKey} />
        <TextField field={fields.title} label={t("admin.movie.title")} maxLength={longestTitle} />
        <div className="z-row">
          <SelectField
            field={fields.originalLanguage}
            label={t("admin.movie.originalLanguage")}
            options={languages}
          />
          <SelectField field={fields.kind} label={t("search.kind")} options={choices.kinds} />
          <SelectField field={fields.access} label={t("admin.movie.access")} options={choices.access} />
        </div>
        <div className="z-row">
          <TextField field={fields.year} type="number" label={t("search.year")} />
          <TextField
            field={fields.rating}
            type="number"
            label={t("admin.movie.rating")}
            min={0}
            max={mostRating}
          />
        </div>
        <TextField field={fields.id} label={t("admin.user.id")} hint={t("admin.movie.idHint")} />
        <SaveButton label={t("admin.movie.create")} />
      </CheckedForm>
    </Panel>
  );
}

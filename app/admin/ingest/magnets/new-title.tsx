import { useTranslation } from "react-i18next";
import { longestTitle, mostRating, years } from "../../../../contract/catalogue/values.ts";
import { useAccessOptions } from "../../kit/access-levels.ts";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import type { Option } from "../../kit/options.ts";
import type { TypedChoice } from "./magnet-outcome.ts";

type Name = "title" | "originalLanguage" | "movieKind" | "access" | "year" | "rating";

/** The required fields of a draft for the downloaded files. */
export function NewMovie({
  typed,
  errors,
  languages,
}: {
  typed: TypedChoice;
  errors: Record<string, string>;
  languages: readonly Option[];
}) {
  const { t } = useTranslation();
  const field = (name: Name) => ({
    id: `new-${name}`,
    name,
    initialValue: typed[name],
    errors: errors[name] ? [errors[name]] : undefined,
  });
  return (
    <div className="grid gap-3">
      <TextField field={field("title")} label={t("admin.movie.title")} maxLength={longestTitle} />
      <div className="z-row">
        <SelectField
          field={field("movieKind")}
          label={t("search.kind")}
          options={[
            { value: "film", label: t("search.aFilm") },
            { value: "series", label: t("search.series") },
          ]}
        />
        <SelectField
          field={field("originalLanguage")}
          label={t("admin.movie.originalLanguage")}
          options={languages}
        />
        <SelectField field={field("access")} label={t("admin.movie.access")} options={useAccessOptions()} />
      </div>
      <div className="z-row">
        <TextField
          field={field("year")}
          label={t("search.year")}
          type="number"
          min={years.first}
          max={years.last}
        />
        <TextField
          field={field("rating")}
          label={t("admin.movie.rating")}
          type="number"
          min={0}
          max={mostRating}
        />
      </div>
    </div>
  );
}

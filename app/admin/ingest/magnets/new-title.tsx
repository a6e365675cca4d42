import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { longestTitle, mostRating, years } from "../../../../contract/catalogue/values.ts";
import { accessOptions } from "../../kit/access-levels.ts";
import type { Option } from "../../kit/options.ts";
import type { TypedChoice } from "./magnet-outcome.ts";

type Name = "title" | "originalLanguage" | "movieKind" | "access" | "year" | "rating";

/** The required fields of a draft for the downloaded files. */
export function NewTitle({
  typed,
  errors,
  languages,
}: {
  typed: TypedChoice;
  errors: Record<string, string>;
  languages: readonly Option[];
}) {
  const { t } = useTranslation();
  const field = (name: Name, label: string, control: (props: object) => ReactNode) => (
    <div className="z-field">
      <label className="z-label" htmlFor={`new-${name}`}>
        {label}
      </label>
      {control({
        id: `new-${name}`,
        name,
        className: "z-control",
        defaultValue: typed[name],
        "aria-invalid": errors[name] ? true : undefined,
        "aria-describedby": errors[name] ? `new-${name}-note` : undefined,
      })}
      {errors[name] ? (
        <p id={`new-${name}-note`} className="z-error" role="alert">
          {errors[name]}
        </p>
      ) : null}
    </div>
  );
  const select = (options: readonly Option[]) =>
    function Options(props: object) {
      return (
        <select {...props}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    };
  return (
    <div className="grid gap-3">
      {field("title", t("admin.movie.title"), (props) => (
        <input {...props} maxLength={longestTitle} dir="auto" />
      ))}
      <div className="z-row">
        {field(
          "movieKind",
          t("search.kind"),
          select([
            { value: "film", label: t("search.aFilm") },
            { value: "series", label: t("search.series") },
          ]),
        )}
        {field("originalLanguage", t("admin.movie.originalLanguage"), select(languages))}
        {field("access", t("admin.movie.access"), select(accessOptions(t)))}
      </div>
      <div className="z-row">
        {field("year", t("search.year"), (props) => (
          <input {...props} type="number" min={years.first} max={years.last} />
        ))}
        {field("rating", t("admin.movie.rating"), (props) => (
          <input {...props} type="number" min={0} max={mostRating} />
        ))}
      </div>
    </div>
  );
}

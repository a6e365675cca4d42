import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestTitle } from "../../../../contract/catalogue/values.ts";
import type { Option } from "../../kit/options.ts";
import { TextField, Tick } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import type { FoundMovie, TypedChoice } from "./magnet-outcome.ts";
import { NewMovie } from "./new-title.tsx";

type ExistingProps = {
  typed: TypedChoice;
  /** What the search found; null = not searched. */
  found: FoundMovie[] | null;
  /** The movie chosen before, if any. */
  named: FoundMovie | null;
  error: string | null;
  /** The search is under way. */
  busy: boolean;
};

/** What the chosen files become: a new movie, or episodes of one that exists. */
export function TargetFields({
  typed,
  errors,
  found,
  named,
  languages,
  busy,
}: Omit<ExistingProps, "error"> & { errors: Record<string, string>; languages: readonly Option[] }) {
  const { t } = useTranslation();
  return (
    <fieldset className="z-field z-target max-w-2xl">
      <legend className="z-label">{t("admin.magnet.becomes")}</legend>
      <Tick
        type="radio"
        name="target"
        value="new"
        defaultChecked={typed.target === "new"}
        label={t("admin.magnet.newTitle")}
      />
      <div className="z-target-part">
        <NewMovie typed={typed} errors={errors} languages={languages} />
      </div>
      <Tick
        type="radio"
        name="target"
        value="existing"
        defaultChecked={typed.target === "existing"}
        label={t("admin.magnet.existing")}
      />
      <div className="z-target-part">
        <Existing typed={typed} found={found} named={named} error={errors.movie ?? null} busy={busy} />
      </div>
    </fieldset>
  );
}

function Existing({ typed, found, named, error, busy }: ExistingProps) {
  const { t } = useTranslation();
  const write = useWriters();
  const titles = [...(named && !found?.some(({ id }) => id === named.id) ? [named] : []), ...(found ?? [])];
  return (
    <div className="z-field">
      <TextField
        field={{ id: "find-title", name: "q", initialValue: typed.q, errors: error ? [error] : undefined }}
        label={t("admin.movie.search")}
        type="search"
        maxLength={longestTitle}
      >
        {/* The search writes nothing: a number that is not right yet must not stop it. */}
        <button
          type="submit"
          name="intent"
          value="find"
          formNoValidate
          className="z-button flex-none"
          aria-busy={busy}
        >
          <Search aria-hidden="true" className="size-4" />
          {t("admin.list.search")}
        </button>
      </TextField>
      {found?.length === 0 ? <p className="z-faint">{t("admin.list.noMatch")}</p> : null}
      {titles.map(({ id, title, kind, year, episodes, isTrailer }) => (
        <Tick
          key={id}
          type="radio"
          name="movie"
          value={id}
          defaultChecked={typed.movie === id}
          label={
            <>
              <bdi>{title}</bdi>{" "}
              <span className="z-faint">
                {t(isTrailer ? "movie.trailer" : kind === "film" ? "search.aFilm" : "search.series")} · {year}{" "}
                · {t("admin.magnet.episodes", { number: write.number(episodes) })}
              </span>
            </>
          }
        />
      ))}
    </div>
  );
}

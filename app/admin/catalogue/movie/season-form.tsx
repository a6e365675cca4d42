import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { longestDescription, longestName, years } from "../../../../contract/catalogue/values.ts";
import type { AdminSeason } from "../../../../contract/index.ts";
import { seasonName } from "../../../lib/episode-words.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { AreaField, TextField } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { Option } from "../../kit/options.ts";
import type { PanelProps } from "./facts-panels.tsx";
import { LanguageTabs } from "./language-tabs.tsx";
import { Panel, SaveBar } from "./panel.tsx";

type SeasonValues = Record<"revision" | "season" | "locale" | "to" | "name" | "description" | "year", string>;
type Props = PanelProps & { season: AdminSeason; languages: readonly Option[]; lang: string };

/** The highest number of a season, and of an episode in it. */
export const highestNumber = 9999;

/** A season's number and year, and its name and description in one language. */
export function SeasonPanel(props: Props) {
  const { movie, season, languages, lang } = props;
  const { t } = useTranslation();
  const name = seasonName(t, { season: season.season });
  return (
    <Panel id="season" title={name}>
      <LanguageTabs languages={languages} current={lang} written={Object.keys(season.texts)} label={name} />
      <SeasonForm key={JSON.stringify([lang, season, movie.id])} {...props} />
    </Panel>
  );
}

function SeasonForm({ movie, season, outcome, editable, languages, lang }: Props) {
  const { t } = useTranslation();
  const text = season.texts[lang as "en"];
  const { form, fields, revision, conflict, base } = useEditForm<SeasonValues>({
    id: `season-${season.season}-${lang}`,
    outcome,
    defaultValue: {
      revision: String(movie.revision),
      season: String(season.season),
      locale: lang,
      to: String(season.season),
      name: text?.name ?? "",
      description: text?.description ?? "",
      year: season.year === null ? "" : String(season.year),
    },
    base: {
      to: season.season,
      year: season.year,
      [`texts.${lang}.name`]: text?.name ?? "",
      [`texts.${lang}.description`]: text?.description ?? "",
    },
  });
  return (
    <CheckedForm method="post" {...getFormProps(form)} preventScrollReset>
      <fieldset disabled={!editable} className="z-form max-w-none!">
        <input type="hidden" name="intent" value="season-save" />
        <input type="hidden" name="season" value={season.season} />
        <input type="hidden" name="locale" value={lang} />
        <input type="hidden" name="revision" value={revision ?? movie.revision} />
        <input type="hidden" name="base" value={base} />
        <ConflictPanel form={form} conflict={conflict} />
        <div className="z-row items-start!">
          <TextField
            field={fields.to}
            type="number"
            label={t("admin.season.number")}
            hint={t("admin.season.numberHint")}
            min={0}
            max={highestNumber}
            required
          />
          <TextField
            field={fields.year}
            type="number"
            label={t("search.year")}
            min={years.first}
            max={years.last}
          />
        </div>
        <div lang={lang} className="contents">
          <TextField
            field={fields.name}
            label={t("admin.season.name")}
            hint={t("admin.season.nameHint")}
            maxLength={longestName}
          />
          <AreaField
            field={fields.description}
            label={t("admin.movie.description")}
            rows={3}
            maxLength={longestDescription}
          />
        </div>
      </fieldset>
      {editable ? <SaveBar language={languages.find(({ value }) => value === lang)?.label} /> : null}
    </CheckedForm>
  );
}

import { getFormProps, type FieldMetadata, type FormMetadata } from "@conform-to/react";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import {
  longestDescription,
  longestName,
  longestTitle,
  longestTeaserS,
} from "../../../../contract/catalogue/values.ts";
import type { AccessLevel } from "../../../../contract/models.ts";
import type { AdminEpisode, AdminMovie } from "../../../../contract/index.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { useAccessOptions } from "../../kit/access-levels.ts";
import type { Option } from "../../kit/options.ts";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { AreaField, FieldGroup, SelectField, TextField, type FieldSource } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import { EntryButtons } from "./entry-buttons.tsx";
import type { PanelProps } from "./facts-panels.tsx";
import { SaveBar } from "./panel.tsx";
import { SetToPosition } from "./preview-player.tsx";
import { highestNumber } from "./season-form.tsx";
import { useWriters } from "../../kit/format.ts";

type EpisodeValues = Record<
  | "revision"
  | "index"
  | "locale"
  | "season"
  | "number"
  | "title"
  | "description"
  | "introFromS"
  | "introToS"
  | "creditsFromS"
  | "access"
  | "teaserS",
  string
> & {
  /** `titles`: those in the other languages, as JSON, so that they move with their chapter. */
  chapters: { startS: string; title: string; titles: string }[];
};

type Fields<Name extends keyof EpisodeValues> = { [Key in Name]: FieldMetadata<EpisodeValues[Key]> };

const figure = (value: number | null) => (value === null ? "" : String(value));

/** The initial values of the form: the episode, with its texts in one language. */
function valuesOf(
  episode: AdminEpisode,
  { lang, revision }: { lang: string; revision: number },
): EpisodeValues {
  const text = episode.texts[lang as "en"];
  return {
    revision: String(revision),
    index: String(episode.index),
    season: String(episode.season),
    number: String(episode.number),
    locale: lang,
    title: text?.title ?? "",
    description: text?.description ?? "",
    introFromS: figure(episode.introFromS),
    introToS: figure(episode.introToS),
    creditsFromS: figure(episode.creditsFromS),
    access: episode.access ?? "",
    teaserS: figure(episode.teaserS),
    chapters: episode.chapters.map(({ startS, titles }) => ({
      startS: String(startS),
      title: titles[lang as "en"] ?? "",
      titles: JSON.stringify(titles),
    })),
  };
}

/** The whole episode, by the names of the call: its number alone does not tell that it is still the same one. */
function beganWith({
  season,
  number,
  texts,
  introFromS,
  introToS,
  creditsFromS,
  chapters,
  access,
  teaserS,
  asset,
}: AdminEpisode) {
  const words = Object.entries(texts).flatMap(([locale, { title, description }]) => [
    [`texts.${locale}.title`, title],
    [`texts.${locale}.description`, description],
  ]);
  const marks = { introFromS, introToS, creditsFromS, chapters, access, teaserS, asset: asset?.id ?? null };
  return { season, number, ...marks, ...(Object.fromEntries(words) as Record<string, string>) };
}

type Place = ReturnType<typeof placeIn>;
/** The bounds of a field for a place in the video, in seconds. */
function placeIn({ asset }: AdminEpisode) {
  const max = asset?.durationS ?? undefined;
  return { type: "number" as const, min: 0, ...(max !== undefined && { max }) };
}

/** The form of an episode. A film's has its markers and chapters alone. */
export function EpisodeForm({
  movie,
  episode,
  outcome,
  editable,
  languages,
  lang,
}: PanelProps & { episode: AdminEpisode; languages: readonly Option[]; lang: string }) {
  const { t } = useTranslation();
  const { form, fields, revision, conflict, base } = useEditForm<EpisodeValues>({
    id: `episode-${episode.index}-${lang}`,
    outcome,
    defaultValue: valuesOf(episode, { lang, revision: movie.revision }),
    base: beganWith(episode),
  });
  const isFilm = movie.kind === "film";
  // A film has one episode and its access is set on the movie.
  const ownAccess = !isFilm || episode.access !== null || episode.teaserS !== null;
  const place = placeIn(episode);
  return (
    <CheckedForm method="post" {...getFormProps(form)} preventScrollReset>
      <fieldset disabled={!editable} className="z-form max-w-none!">
        <input type="hidden" name="intent" value="episode-save" />
        <input type="hidden" name="index" value={episode.index} />
        <input type="hidden" name="locale" value={lang} />
        <input type="hidden" name="revision" value={revision ?? movie.revision} />
        <input type="hidden" name="base" value={base} />
        <ConflictPanel form={form} conflict={conflict} />
        {isFilm ? null : <PlaceFields fields={fields} />}
        {/* A film's one episode has no name: what was saved of one stays. */}
        <div lang={lang} className={isFilm ? "hidden" : "contents"}>
          <TextField field={fields.title} label={t("admin.movie.episodeTitle")} maxLength={longestTitle} />
          <AreaField
            field={fields.description}
            label={t("admin.movie.description")}
            rows={3}
            maxLength={longestDescription}
          />
        </div>
        {ownAccess ? <OwnAccessFields movie={movie} fields={fields} /> : null}
        <div className="z-row">
          <PlaceField field={fields.introFromS} label={t("admin.movie.intro")} place={place} />
          <PlaceField field={fields.introToS} label={t("admin.movie.introTo")} place={place} />
          <PlaceField field={fields.creditsFromS} label={t("admin.movie.credits")} place={place} />
        </div>
        <Chapters form={form} field={fields.chapters} place={place} editable={editable} />
        {editable ? (
          <div>
            <button
              {...form.insert.getButtonProps({
                name: fields.chapters.name,
                defaultValue: { startS: "", title: "", titles: "{}" },
              })}
              className="z-button"
            >
              <Plus aria-hidden="true" className="size-4" />
              {t("admin.movie.addChapter")}
            </button>
          </div>
        ) : null}
      </fieldset>
      {editable ? <SaveBar language={languages.find(({ value }) => value === lang)?.label} /> : null}
    </CheckedForm>
  );
}

function PlaceFields({ fields }: { fields: Fields<"season" | "number"> }) {
  const { t } = useTranslation();
  const bounds = { type: "number", min: 0, max: highestNumber, required: true } as const;
  return (
    <div className="z-row items-start!">
      <TextField
        field={fields.season}
        label={t("admin.season.of")}
        hint={t("admin.season.numberHint")}
        {...bounds}
      />
      <TextField field={fields.number} label={t("admin.season.episodeNumber")} {...bounds} />
    </div>
  );
}

function OwnAccessFields({ movie, fields }: { movie: AdminMovie; fields: Fields<"access" | "teaserS"> }) {
  const { t } = useTranslation();
  const levels = useAccessOptions((fields.access.initialValue as AccessLevel | undefined) || movie.access);
  const write = useWriters();
  const ofTitle = levels.find(({ value }) => value === movie.access)!;
  return (
    <div id="episode-access" className="z-row scroll-mt-24 items-start!">
      <SelectField
        field={fields.access}
        label={t("admin.movie.access")}
        options={[{ value: "", label: t("admin.movie.asTitleIs", { level: ofTitle.label }) }, ...levels]}
      />
      <TextField
        field={fields.teaserS}
        type="number"
        label={t("admin.movie.teaser")}
        hint={t("admin.movie.teaserOwnHint", { time: write.seconds(movie.teaserS) })}
        min={0}
        max={longestTeaserS}
      />
    </div>
  );
}

/** A place in the video, in seconds, typed or taken from the player. */
function PlaceField({ field, label, place }: { field: FieldSource; label: string; place: Place }) {
  return (
    <TextField field={field} label={label} {...place}>
      <SetToPosition field={field} label={label} />
    </TextField>
  );
}

function Chapters({
  form,
  field,
  place,
  editable,
}: {
  form: FormMetadata<EpisodeValues>;
  field: FieldMetadata<EpisodeValues["chapters"]>;
  place: Place;
  editable: boolean;
}) {
  const { t } = useTranslation();
  const chapters = field.getFieldList();
  return (
    <FieldGroup field={field} label={t("admin.movie.chapters")}>
      <ol className="z-entries">
        {chapters.map((chapter, index) => {
          const { startS, title, titles } = chapter.getFieldset();
          return (
            <li key={chapter.key ?? index}>
              <input type="hidden" name={titles.name} value={titles.initialValue ?? "{}"} />
              <div className="z-row min-w-0 flex-1">
                <PlaceField field={startS} label={t("admin.movie.chapterStart")} place={place} />
                <TextField field={title} label={t("admin.movie.title")} maxLength={longestName} />
              </div>
              {editable ? (
                <EntryButtons form={form} name={field.name} index={index} count={chapters.length} />
              ) : null}
            </li>
          );
        })}
      </ol>
    </FieldGroup>
  );
}

import { getFormProps, type FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestTeaserS } from "../../../../contract/catalogue/values.ts";
import type { AdminMovie } from "../../../../contract/index.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import type { Option } from "../../kit/options.ts";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { CheckField, FieldGroup, SelectField, TextField, Tick } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import type { MovieOutcome } from "./movie-outcome.ts";
import { useChoices } from "./choices.ts";
import { FirstEpisodeLink } from "./own-access.tsx";
import { Panel, SaveBar } from "./panel.tsx";
import { useZone } from "../../kit/zone.ts";
import { fieldTime } from "../../../lib/zone.ts";
import { ZoneField } from "../../kit/time.tsx";

export type PanelProps = { movie: AdminMovie; outcome: MovieOutcome | undefined; editable: boolean };

type FactsForm = Record<
  | "revision"
  | "kind"
  | "access"
  | "teaserS"
  | "year"
  | "rating"
  | "originalLanguage"
  | "tags"
  | "hero"
  | "embeddable"
  | "ageRatings",
  string
> & { genres: string[] };

function factsOf(movie: AdminMovie) {
  const {
    kind,
    access,
    teaserS,
    year,
    rating,
    ageRatings,
    originalLanguage,
    tags,
    hero,
    embeddable,
    genres,
  } = movie;
  return {
    kind,
    access,
    teaserS,
    year,
    rating,
    ageRatings,
    originalLanguage,
    tags,
    hero,
    embeddable,
    genres,
  };
}

/** The same as the form has it. */
function formOf(movie: AdminMovie): FactsForm {
  return {
    revision: String(movie.revision),
    kind: movie.kind,
    access: movie.access,
    teaserS: String(movie.teaserS),
    year: String(movie.year),
    rating: String(movie.rating),
    ageRatings: movie.ageRatings.join(", "),
    originalLanguage: movie.originalLanguage,
    tags: movie.tags.join(", "),
    hero: movie.hero === null ? "" : String(movie.hero),
    embeddable: movie.embeddable ? "on" : "",
    genres: movie.genres,
  };
}

/** A movie's facts, and who may watch it. */
export function FactsPanel({
  movie,
  outcome,
  editable,
  genres,
  languages,
}: PanelProps & { genres: readonly Option[]; languages: readonly Option[] }) {
  const { t } = useTranslation();
  const choices = useChoices(movie.access);
  const { form, fields, revision, conflict, base } = useEditForm<FactsForm>({
    id: "facts",
    outcome,
    defaultValue: formOf(movie),
    base: factsOf(movie),
  });
  const known = languages.some(({ value }) => value === movie.originalLanguage)
    ? languages
    : [...languages, { value: movie.originalLanguage, label: movie.originalLanguage }];
  return (
    <Panel id="facts-panel" title={t("admin.movie.facts")}>
      <CheckedForm method="post" {...getFormProps(form)} preventScrollReset>
        <fieldset disabled={!editable} className="z-form">
          <input type="hidden" name="intent" value="facts" />
          <input type="hidden" name="revision" value={revision ?? movie.revision} />
          <input type="hidden" name="base" value={base} />
          <ConflictPanel form={form} conflict={conflict} />
          <div className="z-row">
            <SelectField field={fields.kind} label={t("search.kind")} options={choices.kinds} />
            <SelectField
              field={fields.originalLanguage}
              label={t("admin.movie.originalLanguage")}
              options={known}
            />
          </div>
          <div className="z-row items-start!">
            <SelectField field={fields.access} label={t("admin.movie.access")} options={choices.access} />
            <TextField
              field={fields.teaserS}
              type="number"
              label={t("admin.movie.teaser")}
              hint={t("admin.movie.teaserHint", { most: longestTeaserS })}
              min={0}
              max={longestTeaserS}
            />
          </div>
          <FirstEpisodeLink movie={movie} />
          <div className="z-row">
            <TextField field={fields.year} type="number" label={t("search.year")} />
            <TextField field={fields.rating} type="number" label={t("admin.movie.rating")} />
            <TextField field={fields.hero} type="number" label={t("admin.movie.hero")} />
          </div>
          <p className="z-hint -mt-2">{t("admin.movie.heroHint")}</p>
          <TextField
            field={fields.ageRatings}
            label={t("admin.movie.ageRatings")}
            hint={t("admin.movie.ageRatingsHint")}
          />
          <GenreTicks field={fields.genres} genres={genres} />
          <CollectionLinks ids={movie.collections} />
          <TextField field={fields.tags} label={t("admin.movie.tags")} hint={t("admin.movie.tagsHint")} />
          <CheckField
            field={fields.embeddable}
            label={t("admin.movie.embeddable")}
            hint={t("admin.movie.embeddableHint")}
          />
        </fieldset>
        {editable ? <SaveBar /> : null}
      </CheckedForm>
    </Panel>
  );
}

/** A collection's titles are chosen on its own page. */
function CollectionLinks({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <p className="z-faint">
      {t("admin.section.collections")}:{" "}
      {ids.length === 0 ? (
        <Link to="/z/management/collections" className="z-link">
          {t("admin.collection.none")}
        </Link>
      ) : null}
      {ids.map((id, at) => (
        <span key={id}>
          {at > 0 ? ", " : null}
          <Link to={`/z/management/collections?collection=${id}`} className="z-link">
            <bdi>{id}</bdi>
          </Link>
        </span>
      ))}
    </p>
  );
}

function GenreTicks({ field, genres }: { field: FieldMetadata<string[]>; genres: readonly Option[] }) {
  const { t } = useTranslation();
  const chosen = new Set<unknown>([field.initialValue].flat());
  return (
    <FieldGroup field={field} label={t("search.genre")}>
      <div className="flex flex-wrap gap-x-5">
        {genres.map(({ value, label }) => (
          <Tick
            key={value}
            label={label}
            name={field.name}
            value={value}
            defaultChecked={chosen.has(value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

type ScheduleForm = Record<"revision" | "status" | "publishAt" | "hideAt" | "premiereOn", string>;

/** Whether a movie is published, from when and until when. Without a video it can be announced. */
export function SchedulePanel({
  movie,
  outcome,
  editable,
  announceable,
}: PanelProps & { announceable: boolean }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { statuses } = useChoices();
  const { form, fields, revision, conflict, base } = useEditForm<ScheduleForm>({
    id: "schedule",
    outcome,
    defaultValue: {
      revision: String(movie.revision),
      status: movie.status,
      publishAt: fieldTime(movie.publishAt, zone),
      hideAt: fieldTime(movie.hideAt, zone),
      premiereOn: movie.premiereOn ?? "",
    },
    base: {
      status: movie.status,
      publishAt: movie.publishAt,
      hideAt: movie.hideAt,
      premiereOn: movie.premiereOn,
    },
  });
  return (
    <Panel id="schedule-panel" title={t("admin.movie.schedule")}>
      <CheckedForm method="post" {...getFormProps(form)} preventScrollReset>
        <fieldset disabled={!editable} className="z-form">
          <input type="hidden" name="intent" value="schedule" />
          <ZoneField />
          <input type="hidden" name="revision" value={revision ?? movie.revision} />
          <input type="hidden" name="base" value={base} />
          <ConflictPanel form={form} conflict={conflict} />
          <SelectField field={fields.status} label={t("admin.movie.state")} options={statuses} />
          <TextField
            field={fields.publishAt}
            type="datetime-local"
            label={t("admin.movie.publishAt")}
            hint={t("admin.movie.publishHint", { zone })}
          />
          <TextField
            field={fields.hideAt}
            type="datetime-local"
            label={t("admin.movie.hideAt")}
            hint={t("admin.movie.hideHint", { zone })}
          />
          {announceable ? (
            <TextField
              field={fields.premiereOn}
              type="date"
              label={t("admin.movie.premiere")}
              hint={t("admin.movie.premiereHint")}
            />
          ) : null}
        </fieldset>
        {editable ? <SaveBar /> : null}
      </CheckedForm>
    </Panel>
  );
}

import { Form, Link } from "@remix-run/react";
import { Check, Download, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestSubtitleLabel } from "../../../../contract/ingest/values.ts";
import type { AdminEpisode, AdminMovie, SubtitleTrack } from "../../../../contract/index.ts";
import type { FormSource } from "../../../lib/send-directly.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { TextField } from "../../kit/forms/fields.tsx";
import type { Option } from "../../kit/options.ts";
import { useWriters } from "../../kit/format.ts";
import { Chip } from "../../kit/page-head.tsx";
import type { MovieOutcome, RefusedSubtitles } from "./movie-outcome.ts";
import { CaptionsForm, type Making } from "./captions-form.tsx";
import { Panel } from "./panel.tsx";
import { AddSubtitles, ReplaceSubtitles, ShiftSubtitles, type AboutSubtitles } from "./subtitle-forms.tsx";

const sourceTones = {
  file: undefined,
  sidecar: undefined,
  uploaded: "good",
  automatic: "gold",
  checked: "good",
} as const satisfies Record<SubtitleTrack["source"], string | undefined>;

type Props = {
  movie: AdminMovie;
  episode: AdminEpisode;
  tracks: readonly SubtitleTrack[];
  languages: readonly Option[];
  making: Making | null;
  outcome: MovieOutcome | undefined;
  editable: boolean;
  forms: FormSource | null;
};

/** An episode's subtitles by language: their content, their source, and the actions on them. */
export function SubtitlesPanel(props: Props) {
  const { movie, episode, tracks, languages, making, outcome, editable, forms } = props;
  const { t } = useTranslation();
  const refused = outcome?.subtitles?.index === episode.index ? outcome.subtitles : null;
  const about = { movieId: movie.id, revision: movie.revision, index: episode.index, forms };
  const ready = episode.asset?.state === "ready";
  return (
    <Panel id="subtitles" title={t("admin.movie.subtitles")}>
      {tracks.length === 0 ? (
        <p className="z-faint">{t("admin.movie.noSubtitles")}</p>
      ) : (
        <ul className="grid gap-3">
          {tracks.map((track) => (
            <li key={track.id + track.first.map(({ fromS, text }) => fromS + text).join()}>
              <Track
                track={track}
                about={about}
                editable={editable}
                refused={refused?.track === track.id ? refused : null}
              />
            </li>
          ))}
        </ul>
      )}
      {editable && ready ? (
        <AddSubtitles
          // The new track is in the list, and the form resets.
          key={JSON.stringify(episode.subtitles)}
          about={about}
          languages={languages}
          first={languages.find(({ value }) => value.toLowerCase().startsWith(movie.originalLanguage))?.value}
          refused={refused && refused.track === null ? refused : null}
        />
      ) : null}
      {ready && making ? (
        <CaptionsForm making={making} index={episode.index} languages={languages} editable={editable} />
      ) : null}
      {editable && !ready ? <p className="z-faint mt-3">{t("admin.subtitle.noFilm")}</p> : null}
    </Panel>
  );
}

type TrackProps = { track: SubtitleTrack; about: AboutSubtitles; refused: RefusedSubtitles | null };

function Track({ track, about, refused, editable }: TrackProps & { editable: boolean }) {
  const { t } = useTranslation();
  const write = useWriters();
  const { id, locale, label, kind, source, edited, offsetMs, cues, endsS, first } = track;
  const file = `/z/page/movie/detail/${about.movieId}/subtitles.vtt?${new URLSearchParams({ episode: `${about.index}`, track: id })}`;
  return (
    <article className="z-track ps-3.5 pe-2 pt-2 pb-1" aria-label={label}>
      <header className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
        <h3 className="font-[650] wrap-anywhere">
          <bdi>{label}</bdi>
        </h3>
        <span className="col-span-full row-start-2 mb-1.5 flex flex-wrap gap-1">
          <Chip>
            <bdi>{locale}</bdi>
          </Chip>
          {kind === "captions" ? <Chip tone="ink">{t("admin.subtitle.captions")}</Chip> : null}
          <Chip tone={sourceTones[source]}>{t(`admin.subtitle.source.${source}`)}</Chip>
          {edited ? <Chip>{t("admin.subtitle.edited")}</Chip> : null}
          {offsetMs === 0 ? null : <Chip tone="gold">{write.moved(offsetMs)}</Chip>}
        </span>
        <span className="flex">
          <a
            href={file}
            download
            className="z-icon-button"
            aria-label={`${t("admin.subtitle.download")}: ${label}`}
          >
            <Download aria-hidden="true" className="size-4" />
          </a>
          {editable ? (
            <Form method="post" preventScrollReset>
              <Hidden about={about} intent="subtitle-delete" track={id} />
              <input type="hidden" name="label" value={label} />
              <button
                type="submit"
                className="z-icon-button"
                aria-label={`${t("admin.form.remove")}: ${label}`}
              >
                <Trash2 aria-hidden="true" className="size-4" />
              </button>
            </Form>
          ) : null}
        </span>
      </header>
      <p className="z-faint">
        {t("admin.subtitle.facts", { number: write.number(cues), time: write.place(endsS) })}
      </p>
      <ol className="z-cues mt-1.5 mb-1 grid gap-0.5 pe-1.5 text-sm/normal">
        {first.map(({ fromS, text }, at) => (
          <li key={at}>
            <span className="z-faint tabular-nums">{write.place(fromS)}</span>
            <span dir="auto" lang={locale}>
              {text}
            </span>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-x-4">
        <Link to={linesUrl(about, id)} className="z-link text-sm">
          {t(editable ? "admin.cue.edit" : "admin.cue.show")}
        </Link>
        {editable && source === "automatic" ? <CheckForm about={about} track={id} /> : null}
      </div>
      {editable ? <ChangeTrack track={track} about={about} refused={refused} /> : null}
    </article>
  );
}

/** Says that a person has checked automatic subtitles. */
function CheckForm({ about, track }: { about: AboutSubtitles; track: string }) {
  const { t } = useTranslation();
  return (
    <Form method="post" preventScrollReset>
      <Hidden about={about} intent="subtitle-check" track={track} />
      <button type="submit" className="z-button" title={t("admin.captions.checkHint")}>
        <Check aria-hidden="true" className="size-4" />
        {t("admin.captions.check")}
      </button>
    </Form>
  );
}

const linesUrl = ({ movieId, index }: AboutSubtitles, track: string) =>
  `/z/page/movie/detail/${movieId}/lines?${new URLSearchParams({ episode: `${index}`, track })}`;

/** Renames, shifts or replaces a track; open when its last change was refused. */
function ChangeTrack({ track, about, refused }: TrackProps) {
  const { t } = useTranslation();
  const { id, label } = track;
  return (
    <details className="z-more" open={refused !== null}>
      <summary>{t("admin.subtitle.change")}</summary>
      <div className="grid gap-4 pe-1.5 pt-1 pb-3">
        <CheckedForm method="post" preventScrollReset>
          <Hidden about={about} intent="subtitle-save" track={id} />
          <TextField
            field={{ id: `label-${id}`, name: "label", key: label, initialValue: label }}
            label={t("admin.subtitle.label")}
            maxLength={longestSubtitleLabel}
            required
          >
            <button type="submit" className="z-button flex-none">
              {t("profile.save")}
            </button>
          </TextField>
        </CheckedForm>
        <ShiftSubtitles track={track} about={about} refused={refused?.field === "seconds" ? refused : null} />
        <ReplaceSubtitles
          track={track}
          about={about}
          refused={refused?.field === "seconds" ? null : refused}
        />
      </div>
    </details>
  );
}

function Hidden({ about, intent, track }: { about: AboutSubtitles; intent: string; track: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="revision" value={about.revision} />
      <input type="hidden" name="index" value={about.index} />
      <input type="hidden" name="subtitle" value={track} />
    </>
  );
}

import { Form, useNavigation } from "@remix-run/react";
import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SubtitleTrack } from "../../../../contract/index.ts";
import type { Option } from "../../kit/options.ts";
import { useWriters } from "../../kit/format.ts";
import type { RefusedSubtitles } from "./movie-outcome.ts";
import { longestSubtitleLabel, mostSubtitleBytes } from "../../../../contract/ingest/values.ts";
import type { AboutSubtitles } from "./subtitle-file.ts";

type OfTrack = { about: AboutSubtitles; track: SubtitleTrack; refused: RefusedSubtitles | null };

/** Shows a track later or earlier, or at its file's times. */
export function ShiftSubtitles({ about, track, refused }: OfTrack) {
  const { t } = useTranslation();
  const id = `shift-${track.id}`;
  return (
    <Form method="post" preventScrollReset className="z-field">
      <input type="hidden" name="intent" value="subtitle-shift" />
      <input type="hidden" name="revision" value={about.revision} />
      <input type="hidden" name="index" value={about.index} />
      <input type="hidden" name="subtitle" value={track.id} />
      <label className="z-label" htmlFor={id}>
        {t("admin.subtitle.shift")}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          // After a successful correction, the next one starts at zero.
          key={track.offsetMs}
          name="seconds"
          type="text"
          inputMode="text"
          placeholder="-1.5"
          dir="ltr"
          autoComplete="off"
          maxLength={12}
          className="z-control max-w-40"
          defaultValue={refused?.typed.seconds ?? ""}
          aria-invalid={refused ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        <button type="submit" className="z-button flex-none">
          {t("admin.subtitle.shiftSend")}
        </button>
      </div>
      <p id={`${id}-note`} className={refused ? "z-error" : "z-hint"} role={refused ? "alert" : undefined}>
        {refused?.error ?? t("admin.subtitle.shiftHint")}
      </p>
    </Form>
  );
}

/** Replaces the file of a track. */
export function ReplaceSubtitles({ about, track, refused }: OfTrack) {
  const { t } = useTranslation();
  return (
    <FileForm
      {...{ about, refused }}
      id={`replace-${track.id}`}
      label={t("admin.subtitle.replace")}
      send={t("admin.subtitle.replaceSend")}
    >
      <input type="hidden" name="track" value={track.id} />
      <input type="hidden" name="locale" value={track.locale} />
      <input type="hidden" name="kind" value={track.kind} />
    </FileForm>
  );
}

/** Adds subtitles in one more language. */
export function AddSubtitles({
  about,
  languages,
  first,
  refused,
}: {
  about: AboutSubtitles;
  languages: readonly Option[];
  /** The suggested language. */
  first: string | undefined;
  refused: RefusedSubtitles | null;
}) {
  const { t } = useTranslation();
  const wrong = refused?.field === "locale" ? refused.error : null;
  return (
    <details className="z-more mt-2" open={refused !== null}>
      <summary>{t("admin.subtitle.add")}</summary>
      <FileForm
        {...{ about }}
        refused={wrong ? null : refused}
        id="subtitle-file"
        label={t("admin.subtitle.file")}
        send={t("admin.subtitle.send")}
      >
        <div className="z-row">
          <div className="z-field">
            <label className="z-label" htmlFor="subtitle-locale">
              {t("admin.subtitle.language")}
            </label>
            <select
              id="subtitle-locale"
              name="locale"
              className="z-control"
              defaultValue={refused?.typed.locale ?? first}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? "subtitle-locale-note" : undefined}
            >
              {languages.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          <div className="z-field">
            <label className="z-label" htmlFor="subtitle-kind">
              {t("admin.subtitle.kind")}
            </label>
            <select
              id="subtitle-kind"
              name="kind"
              className="z-control"
              defaultValue={refused?.typed.kind || "subtitles"}
            >
              <option value="subtitles">{t("admin.movie.subtitles")}</option>
              <option value="captions">{t("admin.subtitle.captionsLong")}</option>
            </select>
          </div>
        </div>
        {wrong ? (
          <p id="subtitle-locale-note" className="z-error" role="alert">
            {wrong}
          </p>
        ) : null}
        <div className="z-field">
          <label className="z-label" htmlFor="subtitle-label">
            {t("admin.subtitle.label")}
          </label>
          <input
            id="subtitle-label"
            name="label"
            className="z-control"
            maxLength={longestSubtitleLabel}
            dir="auto"
            defaultValue={refused?.typed.label}
            aria-describedby="subtitle-label-note"
          />
          <p id="subtitle-label-note" className="z-hint">
            {t("admin.subtitle.labelHint")}
          </p>
        </div>
      </FileForm>
    </details>
  );
}

function FileForm({
  about,
  id,
  label,
  send,
  refused,
  children,
}: {
  about: AboutSubtitles;
  id: string;
  label: string;
  send: string;
  refused: RefusedSubtitles | null;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const write = useWriters();
  const busy = useNavigation().formAction?.includes("send=subtitles") ?? false;
  const { movieId, index, revision } = about;
  return (
    <Form
      method="post"
      action={`/z/page/movie/detail/${movieId}?episode=${index}&send=subtitles`}
      encType="multipart/form-data"
      preventScrollReset
      className="grid gap-3"
    >
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="index" value={index} />
      {children}
      <div className="z-field">
        <label className="z-label" htmlFor={id}>
          {label}
        </label>
        <input
          id={id}
          type="file"
          name="file"
          accept=".srt,.vtt,.ass,.ssa,text/vtt"
          className="z-file"
          aria-invalid={refused ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        <p id={`${id}-note`} className={refused ? "z-error" : "z-hint"} role={refused ? "alert" : undefined}>
          {refused?.error ?? t("admin.subtitle.fileHint", { size: write.bytes(mostSubtitleBytes) })}
        </p>
      </div>
      <button type="submit" className="z-button justify-self-start" aria-busy={busy}>
        <Upload aria-hidden="true" className="size-4" />
        {send}
      </button>
    </Form>
  );
}

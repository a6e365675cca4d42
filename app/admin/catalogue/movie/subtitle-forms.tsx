import { useNavigation } from "@remix-run/react";
import { Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { SubtitleTrack } from "../../../../contract/index.ts";
import type { FormSource } from "../../../lib/send-directly.ts";
import { useDirectUpload } from "../../../lib/use-direct-upload.ts";
import { FileField, SelectField, TextField } from "../../kit/forms/fields.tsx";
import type { Option } from "../../kit/options.ts";
import { useWriters } from "../../kit/format.ts";
import type { RefusedSubtitles } from "./movie-outcome.ts";
import { longestSubtitleLabel, mostSubtitleBytes } from "../../../../contract/ingest/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";

/** The episode whose subtitles a form changes, the revision of its movie, and how scripts send a file. */
export type AboutSubtitles = { movieId: string; revision: number; index: number; forms: FormSource | null };
type OfTrack = { about: AboutSubtitles; track: SubtitleTrack; refused: RefusedSubtitles | null };

/** Shows a track later or earlier, or at its file's times. */
export function ShiftSubtitles({ about, track, refused }: OfTrack) {
  const { t } = useTranslation();
  return (
    <CheckedForm method="post" preventScrollReset>
      <input type="hidden" name="intent" value="subtitle-shift" />
      <input type="hidden" name="revision" value={about.revision} />
      <input type="hidden" name="index" value={about.index} />
      <input type="hidden" name="subtitle" value={track.id} />
      <TextField
        field={{
          id: `shift-${track.id}`,
          name: "seconds",
          // After a successful correction, the next one starts at zero.
          key: String(track.offsetMs),
          initialValue: refused?.typed.seconds,
          errors: refused ? [refused.error] : undefined,
        }}
        label={t("admin.subtitle.shift")}
        hint={t("admin.subtitle.shiftHint")}
        placeholder="-1.5"
        dir="ltr"
        maxLength={12}
        className="max-w-40"
      >
        <button type="submit" className="z-button flex-none">
          {t("admin.subtitle.shiftSend")}
        </button>
      </TextField>
    </CheckedForm>
  );
}

/** Replaces the file of a track. */
export function ReplaceSubtitles({ about, track, refused }: OfTrack) {
  const { t } = useTranslation();
  return (
    <FileForm
      about={about}
      refused={refused}
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
        about={about}
        refused={wrong ? null : refused}
        id="subtitle-file"
        label={t("admin.subtitle.file")}
        send={t("admin.subtitle.send")}
      >
        <div className="z-row items-start!">
          <SelectField
            field={{
              id: "subtitle-locale",
              name: "locale",
              initialValue: refused?.typed.locale ?? first,
              errors: wrong ? [wrong] : undefined,
            }}
            label={t("admin.subtitle.language")}
            options={languages}
          />
          <SelectField
            field={{
              id: "subtitle-kind",
              name: "kind",
              initialValue: refused?.typed.kind || "subtitles",
            }}
            label={t("admin.subtitle.kind")}
            options={[
              { value: "subtitles", label: t("admin.movie.subtitles") },
              { value: "captions", label: t("admin.subtitle.captionsLong") },
            ]}
          />
        </div>
        <TextField
          field={{ id: "subtitle-label", name: "label", initialValue: refused?.typed.label }}
          label={t("admin.subtitle.label")}
          hint={t("admin.subtitle.labelHint")}
          maxLength={longestSubtitleLabel}
        />
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
  const { movieId, index, revision, forms } = about;
  const upload = { kind: "subtitles", forms, maxBytes: mostSubtitleBytes, file: "file" } as const;
  const { onSubmit, sending } = useDirectUpload({ ...upload, preventScrollReset: true });
  return (
    <CheckedForm
      method="post"
      action={`/z/page/movie/detail/${movieId}/subtitles?episode=${index}&send=subtitles`}
      encType="multipart/form-data"
      preventScrollReset
      onSubmit={onSubmit}
      className="grid gap-3"
    >
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="index" value={index} />
      {children}
      <FileField
        field={{ id, name: "file", errors: refused ? [refused.error] : undefined }}
        label={label}
        hint={t("admin.subtitle.fileHint", { size: write.bytes(mostSubtitleBytes) })}
        accept=".srt,.vtt,.ass,.ssa,text/vtt"
      />
      <button type="submit" className="z-button justify-self-start" aria-busy={busy || sending}>
        <Upload aria-hidden="true" className="size-4" />
        {send}
      </button>
    </CheckedForm>
  );
}

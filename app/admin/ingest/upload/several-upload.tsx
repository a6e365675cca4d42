import { useRevalidator } from "@remix-run/react";
import type { TFunction } from "i18next";
import { Upload } from "lucide-react";
import { useId, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { succeeded } from "../../../../contract/envelope.ts";
import type { ApiClient } from "../../../api-client/create-client.ts";
import { listFormat } from "../../../lib/formats.ts";
import { useConfirm } from "../../../ui/confirm-dialog.tsx";
import { clearFile, FileInput } from "../../../ui/file-input.tsx";
import { useWriters } from "../../kit/format.ts";
import { numberEpisodes } from "../number-episodes.ts";
import { guessEpisode } from "./guess-episode.ts";
import { useUploads } from "./uploads-provider.tsx";
import { isVideo, videoKinds } from "./video-kinds.ts";

/** A series that gets several videos at once. */
export type SeveralTarget = {
  movie: string;
  title: string;
  revision: number;
  /** The episodes it has, in order; `replaces` = with a video already. */
  episodes: readonly { index: number; title: string; replaces: boolean }[];
  /** Address of an episode's video. */
  to: (index: number) => string;
};

type Row = { file: File; refused: "noVideo" | "tooLarge" | null; episode: number | null };
type Props = { series: SeveralTarget; maxBytes: number; api: Pick<ApiClient, "post"> };

const quiet = { loading: false, toast: false };

/**
 * Many videos of a series: which episode each is for is guessed from its name, and shown to be confirmed. Missing
 * episodes are added. Needs scripts; without them each episode has its own form.
 */
export function SeveralUpload({ series, maxBytes, api }: Props) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const write = useWriters();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [rows, setRows] = useState<Row[]>([]);
  const [error, setError] = useState<string | null>(null);
  const start = useStart({ series, api });
  const choose = () => {
    setError(null);
    const last = series.episodes.length;
    setRows(rowsOf([...(input.current?.files ?? [])], { maxBytes, last }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const chosen = rows.filter(({ episode }) => episode !== null);
    const numbers = new Set(chosen.map(({ episode }) => episode));
    if (numbers.size < chosen.length) return setError(t("admin.upload.twice"));
    if (chosen.length === 0) return setError(t("admin.upload.noneChosen"));
    const begin = async () => {
      const failed = await start(chosen.map(({ file, episode }) => ({ file, index: episode! })));
      setError(failed);
      if (failed === null) clearFile(input.current);
    };
    const replaced = series.episodes.filter(({ index, replaces }) => replaces && numbers.has(index));
    if (replaced.length === 0) return begin();
    const names = listFormat(i18n.language).format(
      replaced.map(({ index, title }) => nameOf(t, { index, title })),
    );
    confirm({ description: t("admin.upload.replaceAsk", { names }), onOk: begin });
  };
  return (
    <form className="z-several" onSubmit={(event) => void submit(event)} data-several="">
      <label htmlFor={`${id}-files`} className="z-label">
        {t("admin.upload.files")}
      </label>
      <FileInput
        id={`${id}-files`}
        ref={input}
        several={{
          choose: t("admin.upload.choose"),
          chosen: (count) => t("admin.list.chosen", { number: write.number(count) }),
        }}
        accept={videoKinds}
        aria-describedby={`${id}-hint`}
        onChange={choose}
      />
      <p id={`${id}-hint`} className="z-hint">
        {t("admin.upload.severalHint")}
      </p>
      {rows.length > 0 ? (
        <>
          <Rows rows={rows} series={series} onChange={setRows} />
          {error ? (
            <p className="z-error" role="alert">
              {error}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <button type="submit" className="z-button z-button-primary">
              <Upload aria-hidden="true" className="size-4" />
              {t("admin.upload.start")}
            </button>
            <button type="button" className="z-button" onClick={() => clearFile(input.current)}>
              <span className="inline-block first-letter:uppercase">{t("dialog.cancel")}</span>
            </button>
          </div>
        </>
      ) : null}
    </form>
  );
}

type RowsProps = { rows: readonly Row[]; series: SeveralTarget; onChange: (rows: Row[]) => void };

/** The chosen files, each with the episode it is for. */
function Rows({ rows, series, onChange }: RowsProps) {
  const { t } = useTranslation();
  const write = useWriters();
  const most = Math.max(series.episodes.length + rows.length, ...rows.map(({ episode }) => episode ?? 0));
  const numbers = Array.from({ length: most }, (_, at) => at + 1);
  const optionOf = (index: number) => {
    const known = series.episodes.find((one) => one.index === index);
    const name = nameOf(t, { index, title: known?.title });
    if (!known) return t("admin.upload.added", { name });
    return known.replaces ? t("admin.upload.replaces", { name }) : name;
  };
  const set = (row: Row, value: string) =>
    onChange(rows.map((one) => (one === row ? { ...one, episode: value ? Number(value) : null } : one)));
  return (
    <ul className="z-several-files">
      {rows.map((row, at) => (
        <li key={at}>
          <span className="min-w-0">
            <span className="block truncate text-sm" dir="auto">
              {row.file.name}
            </span>
            <span className="z-faint">{write.bytes(row.file.size)}</span>
          </span>
          {row.refused ? (
            <span className="z-problem">{t(`admin.upload.${row.refused}`)}</span>
          ) : (
            <select
              className="z-control"
              aria-label={t("admin.upload.episodeOf", { name: row.file.name })}
              value={row.episode ?? ""}
              onChange={(event) => set(row, event.target.value)}
            >
              <option value="">{t("admin.upload.skip")}</option>
              {numbers.map((index) => (
                <option key={index} value={index}>
                  {optionOf(index)}
                </option>
              ))}
            </select>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf(t: TFunction, { index, title }: { index: number; title: string | undefined }): string {
  return [t("movie.episode", { index }), title].filter(Boolean).join(" · ");
}

/** @returns what adds the missing episodes and starts the uploads; it resolves to what went wrong, or null */
function useStart({ series, api }: Pick<Props, "series" | "api">) {
  const { t } = useTranslation();
  const uploads = useUploads();
  const { revalidate } = useRevalidator();
  return async (files: readonly { file: File; index: number }[]): Promise<string | null> => {
    if (!uploads) return null;
    let { revision } = series;
    const last = Math.max(...files.map(({ index }) => index));
    for (let count = series.episodes.length; count < last; count += 1) {
      const answer = await api.post("z/episode/create", { id: series.movie, revision }, quiet);
      if (!succeeded(answer)) {
        revalidate();
        return answer.m || t("admin.upload.failed");
      }
      revision = answer.d.revision;
    }
    const { movie, to } = series;
    const titleOf = (index: number) => `${series.title} · ${t("movie.episode", { index })}`;
    uploads.add(
      files.map(({ file, index }) => ({
        file,
        target: { movie, index, title: titleOf(index), to: to(index) },
      })),
    );
    revalidate();
    return null;
  };
}

/** A number far beyond the last episode is rather a year or a running number: the admin says what it is. */
const mostBeyond = 100;

function rowsOf(files: readonly File[], { maxBytes, last }: { maxBytes: number; last: number }): Row[] {
  const rows = files.map((file): Row => {
    const refused = !isVideo(file.name) ? "noVideo" : file.size > maxBytes ? "tooLarge" : null;
    return { file, refused, episode: null };
  });
  const fine = rows.filter(({ refused }) => refused === null);
  const numbers = numberEpisodes(fine.map(({ file }) => ({ name: file.name, ...guessEpisode(file.name) })));
  return rows.map((row) => {
    const episode = numbers[fine.indexOf(row)] ?? null;
    return { ...row, episode: episode !== null && episode <= last + mostBeyond ? episode : null };
  });
}

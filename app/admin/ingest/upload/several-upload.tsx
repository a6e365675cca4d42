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
import { episodeName, seasonName } from "../../../lib/episode-words.ts";
import { numberEpisodes, type Numbered } from "../number-episodes.ts";
import { guessEpisode } from "./guess-episode.ts";
import { useUploads } from "./use-uploads.ts";
import { isVideo, videoKinds } from "./video-kinds.ts";

/** A series that gets several videos at once. */
export type SeveralTarget = {
  movie: string;
  title: string;
  revision: number;
  /** Its seasons in order, the specials last. */
  seasons: readonly number[];
  /** The episodes it has, in order; `replaces` = with a video already. */
  episodes: readonly (Numbered & { index: number; title: string; replaces: boolean })[];
  /** Address of an episode's video. */
  to: (index: number) => string;
};

type Row = { file: File; refused: "noVideo" | "tooLarge" | null; episode: string | null };
type Props = { series: SeveralTarget; maxBytes: number; api: Pick<ApiClient, "get" | "post"> };

/** An episode as the value of an option, as in `2x3`. */
const nameOf = ({ season, number }: Numbered) => `${season}x${number}`;

function placeOf(name: string): Numbered {
  const [season = 0, number = 0] = name.split("x").map(Number);
  return { season, number };
}

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
    setRows(rowsOf([...(input.current?.files ?? [])], { maxBytes, series }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const chosen = rows.filter(({ episode }) => episode !== null);
    const numbers = new Set(chosen.map(({ episode }) => episode));
    if (numbers.size < chosen.length) return setError(t("admin.upload.twice"));
    if (chosen.length === 0) return setError(t("admin.upload.noneChosen"));
    const begin = async () => {
      const failed = await start(chosen.map(({ file, episode }) => ({ file, episode: episode! })));
      setError(failed);
      if (failed === null) clearFile(input.current);
    };
    const replaced = series.episodes.filter((one) => one.replaces && numbers.has(nameOf(one)));
    if (replaced.length === 0) return begin();
    const names = listFormat(i18n.language).format(replaced.map((one) => wordsOf(t, one, series)));
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
  const offered = offeredFor(rows, series);
  const optionOf = (place: Numbered) => {
    const known = series.episodes.find((one) => nameOf(one) === nameOf(place));
    const name = wordsOf(t, known ?? { ...place, title: "" }, series);
    if (!known) return t("admin.upload.added", { name });
    return known.replaces ? t("admin.upload.replaces", { name }) : name;
  };
  const set = (row: Row, value: string) =>
    onChange(rows.map((one) => (one === row ? { ...one, episode: value || null } : one)));
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
              {offered.map(({ season, places }) => (
                <optgroup key={season} label={seasonName(t, { season })}>
                  {places.map((place) => (
                    <option key={nameOf(place)} value={nameOf(place)}>
                      {optionOf(place)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * The episodes to choose from, by season: those that there are, those that the names say, and in each season as many
 * further ones as there are files.
 */
function offeredFor(
  rows: readonly Row[],
  { seasons, episodes }: SeveralTarget,
): { season: number; places: Numbered[] }[] {
  const guessed = rows.flatMap(({ episode }) => (episode === null ? [] : [placeOf(episode)]));
  const known = seasons.length > 0 ? seasons : [1];
  const all = [...new Set([...known, ...guessed.map(({ season }) => season)])];
  const inOrder = all.sort((a, b) => Number(a === 0) - Number(b === 0) || a - b);
  return inOrder.map((season) => {
    const numbers = [...episodes, ...guessed].filter((one) => one.season === season);
    const last = Math.max(0, ...numbers.map(({ number }) => number));
    const further = rows.map((_row, at) => last + at + 1);
    const offered = [...new Set([...numbers.map(({ number }) => number), ...further])];
    return { season, places: offered.sort((a, b) => a - b).map((number) => ({ season, number })) };
  });
}

function wordsOf(
  t: TFunction,
  { title, ...place }: Numbered & { title: string },
  { seasons }: Pick<SeveralTarget, "seasons">,
): string {
  const isOther = !seasons.includes(place.season) && seasons.length > 0;
  const name = episodeName(t, { index: place.number, ...place }, isOther ? 2 : seasons.length);
  return [name, title].filter(Boolean).join(" · ");
}

/** @returns what adds the missing episodes and starts the uploads; it resolves to what went wrong, or null */
function useStart({ series, api }: Pick<Props, "series" | "api">) {
  const { t } = useTranslation();
  const uploads = useUploads();
  const { revalidate } = useRevalidator();
  return async (files: readonly { file: File; episode: string }[]): Promise<string | null> => {
    if (!uploads) return null;
    const { movie, to } = series;
    const refused = (message: string) => {
      revalidate();
      return message || t("admin.upload.failed");
    };
    let { revision } = series;
    const known = new Set(series.episodes.map(nameOf));
    for (const { episode } of files.filter((one) => !known.has(one.episode))) {
      const answer = await api.post("z/episode/create", { id: movie, revision, ...placeOf(episode) }, quiet);
      if (!succeeded(answer)) return refused(answer.m);
      revision = answer.d.revision;
    }
    // An episode between others has moved those behind it.
    const made = await api.get("z/movie/detail", { id: movie }, quiet);
    if (!succeeded(made)) return refused(made.m);
    const { episodes, seasons } = made.d;
    uploads.add(
      files.flatMap(({ file, episode }) => {
        const found = episodes.find((one) => nameOf(one) === episode);
        if (!found) return [];
        const title = `${series.title} · ${episodeName(t, found, seasons.length)}`;
        return [{ file, target: { movie, index: found.index, title, to: to(found.index) } }];
      }),
    );
    revalidate();
    return null;
  };
}

/** A number far beyond the last episode is rather a year or a running number: the admin says what it is. */
const mostBeyond = 100;

function rowsOf(
  files: readonly File[],
  { maxBytes, series }: { maxBytes: number; series: SeveralTarget },
): Row[] {
  const rows = files.map((file): Row => {
    const refused = !isVideo(file.name) ? "noVideo" : file.size > maxBytes ? "tooLarge" : null;
    return { file, refused, episode: null };
  });
  const fine = rows.filter(({ refused }) => refused === null);
  const named = fine.map(({ file }) => ({ name: file.name, ...guessEpisode(file.name) }));
  const usual = Math.max(1, ...series.seasons);
  const places = numberEpisodes(named, usual);
  return rows.map((row) => {
    const place = places[fine.indexOf(row)] ?? null;
    const last = series.episodes.filter(({ season }) => season === place?.season);
    const isNear = place && place.number <= Math.max(0, ...last.map(({ number }) => number)) + mostBeyond;
    return { ...row, episode: isNear ? nameOf(place) : null };
  });
}

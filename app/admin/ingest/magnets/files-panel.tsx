import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MagnetDetail, MagnetFile } from "../../../../contract/ingest/admin-magnets.ts";
import { episodeName } from "../../../lib/episode-words.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { useWriters } from "../../kit/format.ts";
import { Meter } from "../../kit/meter.tsx";
import { useTrackWords, useWhyNot } from "./sidecars.tsx";

/** A magnet's files after the choice: the progress and the target of each. */
export function FilesPanel({ magnet }: { magnet: MagnetDetail }) {
  const { t } = useTranslation();
  const write = useWriters();
  const trackWords = useTrackWords();
  const whyNot = useWhyNot();
  const taken = magnet.list.filter(({ chosen }) => chosen).toSorted(byEpisode);
  // One season alone is not named, unless it is another one than the first.
  const seasons = taken.some(({ season }) => season !== null && season !== 1) ? 2 : 1;
  const columns: Column<MagnetFile>[] = [
    {
      id: "path",
      label: t("admin.magnet.file"),
      lead: true,
      cell: (file) => (
        <>
          <bdi dir="auto">{file.path}</bdi>
          {file.subtitles?.problem ? (
            <span className="z-problem block font-normal">{whyNot(file)}</span>
          ) : null}
        </>
      ),
    },
    {
      id: "episode",
      label: t("admin.magnet.becomes"),
      cell: (file) => {
        const { episode, season, number, subtitles } = file;
        const place = {
          index: episode!,
          ...(season !== null && { season }),
          ...(number !== null && { number }),
        };
        const words = episodeName(t, place, seasons);
        const part = subtitles ? "subtitles" : "video";
        const to = `/z/page/movie/detail/${magnet.movie}/${part}?episode=${episode}`;
        return (
          <>
            {magnet.movie ? (
              <Link to={to} className="z-link">
                {words}
              </Link>
            ) : (
              words
            )}
            {subtitles ? <span className="z-faint block font-normal">{trackWords(file)}</span> : null}
          </>
        );
      },
    },
    { id: "bytes", label: t("admin.magnet.size"), figures: true, cell: ({ bytes }) => write.bytes(bytes) },
    {
      id: "far",
      label: t("admin.magnet.far"),
      full: true,
      cell: ({ path, bytes, doneBytes }) => (
        <Meter share={bytes > 0 ? Math.min(1, doneBytes / bytes) : 1} label={path} />
      ),
    },
  ];
  return (
    <section className="grid gap-3" aria-labelledby="files-title">
      <h2 id="files-title" className="z-title">
        {t("admin.magnet.taken")}
      </h2>
      <DataTable
        caption={t("admin.magnet.taken")}
        columns={columns}
        rows={taken}
        rowKey={({ index }) => String(index)}
        empty={t("admin.magnet.noneTaken")}
      />
      <OtherFiles files={magnet.list.filter(({ chosen }) => !chosen)} />
    </section>
  );
}

/** Each episode's video first, then the files added with it. */
function byEpisode(a: MagnetFile, b: MagnetFile): number {
  return (
    (a.episode ?? 0) - (b.episode ?? 0) ||
    Number(a.subtitles !== null) - Number(b.subtitles !== null) ||
    a.index - b.index
  );
}

/** Files that are not used; for subtitles, with the reason. */
export function OtherFiles({ files }: { files: readonly MagnetFile[] }) {
  const { t } = useTranslation();
  const write = useWriters();
  const trackWords = useTrackWords();
  const whyNot = useWhyNot();
  if (files.length === 0) return null;
  return (
    <details className="z-more z-others">
      <summary>{t("admin.magnet.others", { number: write.number(files.length) })}</summary>
      <ul className="grid text-sm/normal">
        {files.map((file) => (
          <li
            key={file.index}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 wrap-anywhere"
          >
            <bdi dir="auto">{file.path}</bdi>
            <span className="z-faint tabular-nums">
              {file.subtitles ? <bdi>{trackWords(file)} · </bdi> : null}
              <bdi>{write.bytes(file.bytes)}</bdi>
            </span>
            {file.subtitles?.left ? <span className="z-faint basis-full">{whyNot(file)}</span> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

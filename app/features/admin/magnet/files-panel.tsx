import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MagnetDetail, MagnetFile } from "../../../../contract/calls/admin-magnet.ts";
import { DataTable, type Column } from "../data-table.tsx";
import { useWriters } from "../format.ts";
import { Meter } from "../meter.tsx";

/** A magnet's files once it is said what becomes of them: how far each is, and where it goes. */
export function FilesPanel({ magnet }: { magnet: MagnetDetail }) {
  const { t } = useTranslation();
  const write = useWriters();
  const taken = magnet.list.filter(({ chosen }) => chosen);
  const columns: Column<MagnetFile>[] = [
    {
      id: "path",
      label: t("admin.magnet.file"),
      lead: true,
      cell: ({ path }) => <bdi dir="auto">{path}</bdi>,
    },
    {
      id: "episode",
      label: t("admin.magnet.becomes"),
      cell: ({ episode }) => {
        const words = t("movie.episode", { index: episode });
        if (!magnet.movie) return words;
        return (
          <Link to={`/z/page/movie/detail/${magnet.movie}?episode=${episode}#video`} className="z-link">
            {words}
          </Link>
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

/** Files that nothing is made of. */
export function OtherFiles({ files }: { files: readonly MagnetFile[] }) {
  const { t } = useTranslation();
  const write = useWriters();
  if (files.length === 0) return null;
  return (
    <details className="z-more">
      <summary>{t("admin.magnet.others", { number: write.number(files.length) })}</summary>
      <ul className="z-other-files">
        {files.map(({ index, path, bytes, kind }) => (
          <li key={index}>
            <bdi dir="auto">{path}</bdi>
            <span className="z-faint tabular-nums">
              {kind === "subtitles" ? `${t("admin.movie.subtitles")} · ` : ""}
              {write.bytes(bytes)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

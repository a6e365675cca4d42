import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { MagnetFile } from "../../../../contract/ingest/admin-magnets.ts";
import { useWriters } from "../../kit/format.ts";
import { mostSubtitleBytes } from "../../../../contract/ingest/values.ts";

/** Names of languages in the reader's language, by tag: browsers and servers know different names. */
export const LanguageNames = createContext<Readonly<Record<string, string>>>({});

/** The files that are added along with a video. */
export function sidecarFiles(video: MagnetFile, list: readonly MagnetFile[]): MagnetFile[] {
  return list.filter(({ subtitles }) => subtitles?.left === null && subtitles.videos[0] === video.index);
}

/** @returns a function that writes a subtitle file's kind and language: `Subtitles · English` */
export function useTrackWords(): (file: MagnetFile) => string {
  const { t } = useTranslation();
  const names = useContext(LanguageNames);
  return ({ subtitles }) => {
    const kind = t(subtitles?.kind === "captions" ? "admin.subtitle.captions" : "admin.movie.subtitles");
    const { locale = "und" } = subtitles ?? {};
    const language = locale === "und" ? t("admin.magnet.noLanguage") : (names[locale] ?? locale);
    return `${kind} · ${language}`;
  };
}

/** The subtitle files of a video to be chosen; a long list is folded. */
export function Sidecars({ files }: { files: readonly MagnetFile[] }) {
  const { t } = useTranslation();
  const write = useWriters();
  const words = useTrackWords();
  if (files.length === 0) return null;
  return (
    <details className="z-more z-beside" open={files.length < 4}>
      <summary>{t("admin.magnet.comesAlong", { number: write.number(files.length) })}</summary>
      <ul>
        {files.map((file) => (
          <li key={file.index}>
            <span className="z-strong">{words(file)}</span> <bdi dir="auto">{file.path}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Why a subtitle file is not taken or could not be read; nothing if it is taken and was read. */
export function useWhyNot(): (file: MagnetFile) => string | null {
  const { t } = useTranslation();
  const write = useWriters();
  const size = write.bytes(mostSubtitleBytes);
  return ({ subtitles }) => {
    if (!subtitles) return null;
    const { left, problem } = subtitles;
    if (problem) {
      const number = problem.number === null ? "" : write.number(problem.number);
      return t(`admin.subtitle.problem.${problem.why}`, { number, size });
    }
    if (left === null) return null;
    if (left === "empty") return t("admin.subtitle.problem.empty");
    return left === "too_large"
      ? t("admin.subtitle.problem.tooLarge", { size })
      : t(`admin.magnet.left.${left}`);
  };
}

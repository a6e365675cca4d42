import { Form, useNavigation } from "@remix-run/react";
import { Check } from "lucide-react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { MagnetDetail, MagnetFile, MagnetService } from "../../../../contract/ingest/admin-magnets.ts";
import type { Option } from "../../kit/options.ts";
import { DataTable, type Column } from "../../kit/data-table.tsx";
import { CheckField, TextField, Tick } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import { Sidecars, sidecarFiles } from "./sidecars.tsx";
import { OtherFiles } from "./files-panel.tsx";
import { filesErrorId, type FoundMovie, type MagnetOutcome, type TypedChoice } from "./magnet-outcome.ts";
import { TargetFields } from "./target-fields.tsx";

type Props = {
  magnet: MagnetDetail;
  service: MagnetService;
  first: TypedChoice;
  choice: MagnetOutcome["choice"];
  /** The movie chosen before, if any. */
  named: FoundMovie | null;
  languages: readonly Option[];
};

/**
 * Chooses which files are taken and what they become. The search for a movie sends the form too: nothing typed is lost.
 */
export function ChooseForm({ magnet, service, first, choice, named, languages }: Props) {
  const { t } = useTranslation();
  const busy = useNavigation().formData?.get("intent");
  const { typed, errors, found } = choice ?? {
    typed: first,
    errors: {} as Record<string, string>,
    found: null,
  };
  const [taken, setTaken] = useState(() => Object.keys(typed.files));
  const [along, setAlong] = useState(typed.subtitles);
  const videos = magnet.list.filter(({ kind }) => kind === "video");
  const sidecars = videos.flatMap((video) => sidecarFiles(video, magnet.list));
  const chosen = videos.filter(({ index }) => taken.includes(String(index)));
  const withThem = along ? chosen.flatMap((video) => sidecarFiles(video, magnet.list)) : [];
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget);
    setTaken(form.getAll("file").map(String));
    setAlong(form.has("subtitles"));
  };
  return (
    <section className="z-panel" aria-labelledby="choose-title">
      <h2 id="choose-title">{t("admin.magnet.choose")}</h2>
      <Form method="post" preventScrollReset className="grid grid-cols-1 gap-4" onChange={onChange}>
        <input type="hidden" name="id" value={magnet.id} />
        {/* Enter in a field presses this button, which saves the choice. */}
        <button type="submit" name="intent" value="choose" hidden tabIndex={-1} aria-hidden="true" />
        <DataTable
          caption={t("admin.magnet.choose")}
          columns={useColumns(typed, errors, magnet)}
          rows={videos}
          rowKey={({ index }) => String(index)}
          empty={t("admin.magnet.problem.no_video")}
        />
        {errors.files ? (
          <p id={filesErrorId} className="z-error" role="alert">
            {errors.files}
          </p>
        ) : null}
        {sidecars.length > 0 ? (
          <CheckField
            field={{ id: "along", name: "subtitles", initialValue: typed.subtitles ? "on" : undefined }}
            label={t("admin.magnet.withSubtitles")}
            hint={t("admin.magnet.withSubtitlesHint")}
          />
        ) : null}
        <Totals files={[...chosen, ...withThem]} service={service} />
        <OtherFiles files={magnet.list.filter((file) => file.kind !== "video" && !sidecars.includes(file))} />
        <TargetFields
          typed={typed}
          errors={errors}
          found={found}
          named={named}
          languages={languages}
          busy={busy === "find"}
        />
        <button
          type="submit"
          name="intent"
          value="choose"
          className="z-button z-button-primary justify-self-start"
          aria-busy={busy === "choose"}
        >
          <Check aria-hidden="true" className="size-4" />
          {t("admin.magnet.chooseSend")}
        </button>
      </Form>
    </section>
  );
}

function useColumns(
  typed: TypedChoice,
  errors: Record<string, string>,
  { list }: MagnetDetail,
): Column<MagnetFile>[] {
  const { t } = useTranslation();
  const write = useWriters();
  const errorsOf = ({ index }: MagnetFile) => {
    const error = errors[`file-${index}`];
    return error ? [error] : undefined;
  };
  return [
    {
      id: "file",
      label: t("admin.magnet.file"),
      lead: true,
      cell: (file) => (
        <>
          <Tick
            name="file"
            value={file.index}
            defaultChecked={String(file.index) in typed.files}
            label={<bdi dir="auto">{file.path}</bdi>}
          />
          <Sidecars files={sidecarFiles(file, list)} />
        </>
      ),
    },
    { id: "bytes", label: t("admin.magnet.size"), figures: true, cell: ({ bytes }) => write.bytes(bytes) },
    {
      id: "season",
      label: t("admin.season.of"),
      cell: (file) => (
        <TextField
          bare
          field={{
            id: `season-${file.index}`,
            name: `season-${file.index}`,
            initialValue: typed.files[file.index]?.season ?? file.guess.season ?? 1,
          }}
          label={`${t("admin.season.of")}: ${file.path}`}
          type="number"
          min={0}
          max={9999}
          className="max-w-24"
        />
      ),
    },
    {
      id: "episode",
      label: t("admin.magnet.episode"),
      cell: (file) => (
        <TextField
          bare
          field={{
            id: `episode-${file.index}`,
            name: `episode-${file.index}`,
            initialValue: typed.files[file.index]?.episode ?? file.guess.episode,
            errors: errorsOf(file),
          }}
          label={`${t("admin.magnet.episode")}: ${file.path}`}
          type="number"
          min={0}
          max={9999}
          className="max-w-24"
        />
      ),
    },
  ];
}

/** The size of the choice, next to the limit of a magnet and the free disk space. Scripts update it live. */
function Totals({ files, service }: { files: readonly MagnetFile[]; service: MagnetService }) {
  const { t } = useTranslation();
  const write = useWriters();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { maxBytes, disk } = service;
  const most = Math.min(maxBytes, disk.usableBytes);
  return (
    <p className="text-sm" aria-live="polite">
      <span className="z-strong tabular-nums">
        {t("admin.magnet.total", { number: write.number(files.length), size: write.bytes(bytes) })}
      </span>{" "}
      <span className="z-faint">
        {t("admin.magnet.room", { most: write.bytes(maxBytes), free: write.bytes(disk.usableBytes) })}
      </span>
      {bytes > most ? (
        <span className="z-error block">
          {t(bytes > maxBytes ? "admin.magnet.problem.too_large" : "admin.magnet.noRoom")}
        </span>
      ) : null}
    </p>
  );
}

import { getFormProps, type FieldMetadata } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { longestSoundName } from "../../../../contract/catalogue/values.ts";
import type { AdminMovie } from "../../../../contract/index.ts";
import { ConflictPanel } from "../../kit/forms/conflict-panel.tsx";
import { CheckField, FieldGroup, TextField, Tick } from "../../kit/forms/fields.tsx";
import { useEditForm } from "../../kit/forms/use-edit-form.ts";
import { EntryButtons } from "./entry-buttons.tsx";
import type { EpisodeSound, EpisodeVideo } from "./episode-extras.server.ts";
import type { PanelProps } from "./facts-panels.tsx";
import { Panel, SaveButton } from "./panel.tsx";

type SoundEntry = { track: string; name: string; describes: string };
type SoundsForm = Record<"revision" | "index" | "asset" | "main", string> & { sounds: SoundEntry[] };
type Props = PanelProps & { video: EpisodeVideo };

/** What an episode's video is made of: its file, its qualities, and its sounds, which can be named and ordered. */
export function SoundsPanel({ video, ...panel }: Props) {
  const { t } = useTranslation();
  const { file, renditions, sounds } = video;
  return (
    <Panel id="sounds" title={t("admin.sound.title")}>
      <dl className="z-facts">
        {file ? (
          <div>
            <dt>{t("admin.sound.file")}</dt>
            <dd className="own-words">
              <bdi>{file}</bdi>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t("admin.sound.renditions")}</dt>
          <dd>
            <ul>
              {renditions.map(({ name, codec, width, height }) => (
                <li key={`${name} ${codec}`}>
                  <bdi>{`${name} · ${codec} · ${width}×${height}`}</bdi>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      {sounds.length === 0 ? <p className="z-faint mt-3">{t("admin.sound.none")}</p> : null}
      {sounds.length === 1 ? <p className="mt-3 text-sm">{factsOf(sounds[0]!)}</p> : null}
      {sounds.length > 1 ? <Arrange {...panel} video={video} /> : null}
    </Panel>
  );
}

function Arrange({ movie, outcome, editable, video }: Props) {
  const { t } = useTranslation();
  const { asset, index, sounds } = video;
  const { form, fields, revision, conflict } = useEditForm<SoundsForm>({
    id: `sounds-${index}`,
    outcome,
    defaultValue: valuesOf(movie, video),
  });
  const entries = fields.sounds.getFieldList();
  return (
    <Form method="post" {...getFormProps(form)} preventScrollReset>
      <fieldset disabled={!editable} className="z-form mt-3 max-w-none!">
        <input type="hidden" name="intent" value="episode-sounds" />
        <input type="hidden" name="revision" value={revision ?? movie.revision} />
        <input type="hidden" name="index" value={index} />
        <input type="hidden" name="asset" value={asset} />
        <ConflictPanel form={form} conflict={conflict} />
        <FieldGroup field={fields.sounds} label={t("admin.sound.order")} hint={t("admin.sound.hint")}>
          <ol className="z-entries">
            {entries.map((entry, at) => (
              <li key={entry.key ?? at}>
                <SoundFields
                  entry={entry}
                  main={fields.main}
                  sound={soundIn(sounds, entry)}
                  label={t("admin.form.entry", { label: t("admin.sound.title"), index: at + 1 })}
                />
                {editable ? (
                  <EntryButtons
                    form={form}
                    name={fields.sounds.name}
                    index={at}
                    count={entries.length}
                    removable={false}
                  />
                ) : null}
              </li>
            ))}
          </ol>
        </FieldGroup>
        {editable ? <SaveButton /> : null}
      </fieldset>
    </Form>
  );
}

function SoundFields({
  entry,
  main,
  sound,
  label,
}: {
  entry: FieldMetadata<SoundEntry>;
  main: FieldMetadata<string>;
  sound: EpisodeSound | undefined;
  label: string;
}) {
  const { t } = useTranslation();
  const { track, name, describes } = entry.getFieldset();
  const value = track.initialValue ?? "";
  return (
    <fieldset className="grid min-w-0 flex-1 gap-1">
      <legend className="sr-only">{label}</legend>
      <input type="hidden" name={track.name} value={value} />
      {sound ? (
        <p className="z-faint">
          <bdi>{factsOf(sound)}</bdi>
        </p>
      ) : null}
      <TextField
        field={name}
        label={t("login.name")}
        placeholder={sound?.ownLabel}
        maxLength={longestSoundName}
      />
      <div className="z-row">
        <Tick
          type="radio"
          name={main.name}
          value={value}
          defaultChecked={main.initialValue === value}
          label={t("admin.sound.isDefault")}
        />
        <CheckField field={describes} label={t("admin.sound.describes")} />
      </div>
    </fieldset>
  );
}

function valuesOf(movie: AdminMovie, { asset, index, sounds }: EpisodeVideo): SoundsForm {
  return {
    revision: String(movie.revision),
    index: String(index),
    asset,
    main: String(sounds.find(({ isDefault }) => isDefault)?.track ?? 0),
    sounds: sounds.map(({ track, name, describes }) => ({
      track: String(track),
      name: name ?? "",
      describes: describes ? "on" : "",
    })),
  };
}

const soundIn = (sounds: readonly EpisodeSound[], entry: FieldMetadata<SoundEntry>) =>
  sounds.find(({ track }) => String(track) === entry.getFieldset().track.initialValue);

/** Names of sound formats by what ffmpeg calls them. */
const codecs: Record<string, string> = {
  aac: "AAC",
  ac3: "AC-3",
  eac3: "E-AC-3",
  dts: "DTS",
  truehd: "TrueHD",
  mp3: "MP3",
  opus: "Opus",
  vorbis: "Vorbis",
  flac: "FLAC",
};

/** Loudspeakers, as listeners know them: 6 channels are 5.1. */
const speakers = (channels: number) =>
  channels === 6 || channels === 8 ? `${channels - 1}.1` : `${channels}.0`;

function factsOf({ language, channels, codec }: EpisodeSound): string {
  const format = codec === null ? null : (codecs[codec] ?? codec);
  return [language, channels ? speakers(channels) : null, format].filter(Boolean).join(" · ");
}

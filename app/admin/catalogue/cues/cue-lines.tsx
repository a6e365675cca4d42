import { useTranslation } from "react-i18next";
import { Play } from "lucide-react";
import { longestCue } from "../../../../contract/ingest/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import { AreaField, TextField, Tick } from "../../kit/forms/fields.tsx";
import { useWriters } from "../../kit/format.ts";
import type { CueList, RefusedCues, TypedCue } from "./cue-outcome.ts";
import { writeTime } from "./cue-time.ts";

type Seek = ((seconds: number) => void) | null;
const asTyped = ({ fromMs, toMs, text }: CueList["items"][number]): TypedCue => {
  return { from: writeTime(fromMs), to: writeTime(toMs), text, gone: false };
};

/** The lines of a page as one form: each with its times and its text, and a mark that deletes it. */
export function CueLines({
  list,
  refused,
  seek,
}: {
  list: CueList;
  refused: RefusedCues | null;
  /** Plays the video from there; null without a player. */
  seek: Seek;
}) {
  const { t } = useTranslation();
  const { items, from, revision, version } = list;
  const typed = refused?.typed ?? items.map(asTyped);
  return (
    <CheckedForm method="post" preventScrollReset className="grid gap-3">
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="version" value={version ?? ""} />
      <input type="hidden" name="from" value={refused?.from ?? from} />
      <input type="hidden" name="count" value={typed.length} />
      <ol className="z-lines" start={refused?.from ?? from}>
        {typed.map((line, at) => (
          <Line
            key={at}
            at={at}
            number={(refused?.from ?? from) + at}
            line={line}
            list={list}
            errors={refused?.errors ?? {}}
            stored={refused?.conflict ? items[at] : undefined}
            seek={seek}
          />
        ))}
      </ol>
      <p className="z-lines-bar">
        <button type="submit" name="intent" value="save" className="z-button z-button-primary">
          {t("admin.cue.save")}
        </button>
      </p>
    </CheckedForm>
  );
}

type LineProps = {
  at: number;
  number: number;
  line: TypedCue;
  list: CueList;
  errors: Record<string, string>;
  /** What another admin has saved meanwhile. */
  stored: CueList["items"][number] | undefined;
  seek: Seek;
};

function Line({ at, number, line, list, errors, stored, seek }: LineProps) {
  const { t } = useTranslation();
  const write = useWriters();
  const shown = write.number(number);
  const now = stored && asTyped(stored);
  const differs = now && (now.from !== line.from || now.to !== line.to || now.text !== line.text);
  return (
    <li
      id={`line-${number}`}
      className="z-line"
      role="group"
      aria-label={t("admin.cue.line", { number: shown })}
    >
      <span className="z-line-number">
        <span className="z-faint tabular-nums">{shown}</span>
        <PlayHere number={shown} ms={list.items[at]?.fromMs} offsetMs={list.offsetMs} seek={seek} />
      </span>
      <CueFields suffix={`-${at}`} line={line} locale={list.locale} errors={errors} bare />
      <Tick
        name={`gone-${at}`}
        value="1"
        defaultChecked={line.gone}
        label={t("admin.cue.delete", { number: shown })}
      />
      {differs ? (
        <p className="z-hint col-span-full" dir="auto">
          {t("admin.cue.stored", { line: `${now.from} – ${now.to} ${now.text}` })}
        </p>
      ) : null}
    </li>
  );
}

function PlayHere({
  number,
  ms,
  offsetMs,
  seek,
}: {
  number: string;
  ms: number | undefined;
  offsetMs: number;
  seek: Seek;
}) {
  const { t } = useTranslation();
  if (!useHydrated() || !seek || ms === undefined) return null;
  return (
    <button
      type="button"
      className="z-icon-button"
      aria-label={t("admin.cue.play", { number })}
      onClick={() => seek(Math.max(0, (ms + offsetMs) / 1000))}
    >
      <Play aria-hidden="true" className="size-4" />
    </button>
  );
}

/** The times and the text of one line. */
export function CueFields({
  suffix,
  line,
  locale,
  errors,
  bare = false,
}: {
  /** Ends the names of its fields. */
  suffix: string;
  line: TypedCue;
  /** Of the text, BCP 47. */
  locale: string;
  errors: Record<string, string>;
  /** Only screen readers get the labels. */
  bare?: boolean;
}) {
  const { t } = useTranslation();
  const field = (name: "from" | "to" | "text") => {
    const own = `${name}${suffix}`;
    const error = errors[own];
    return {
      id: own,
      name: own,
      key: line[name],
      initialValue: line[name],
      errors: error ? [error] : undefined,
    };
  };
  return (
    <>
      <TextField field={field("from")} label={t("admin.list.from")} bare={bare} dir="ltr" maxLength={13} />
      <TextField field={field("to")} label={t("admin.list.to")} bare={bare} dir="ltr" maxLength={13} />
      <AreaField
        field={field("text")}
        label={t("admin.cue.text")}
        bare={bare}
        rows={2}
        lang={locale}
        maxLength={longestCue}
      />
    </>
  );
}

import { Form } from "@remix-run/react";
import { Check, Download, Undo2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { MovieImport } from "../../../../contract/catalogue/admin-imports.ts";
import {
  isMoving,
  lineOutcomes,
  mostImportLines,
  type ImportState,
} from "../../../../contract/catalogue/values.ts";
import { useWriters } from "../../kit/format.ts";
import { Refresh } from "../../kit/live.tsx";
import { Meter } from "../../kit/meter.tsx";
import { Chip } from "../../kit/page-head.tsx";

/** Seconds between two looks of a page without scripts. */
const reloadS = 5;

const tones = { checked: "gold", imported: "good", failed: "red" } as const;

type Counted = Pick<MovieImport, "counts">;

const changesTitles = ({ counts }: Counted) => (counts.create ?? 0) + (counts.change ?? 0) > 0;

export function StateChip({ one }: { one: Counted & { state: ImportState } }) {
  const { t } = useTranslation();
  const { state } = one;
  if (state === "checked" && !changesTitles(one)) return <Chip>{t("admin.csv.nothing")}</Chip>;
  const tone = state in tones ? tones[state as keyof typeof tones] : isMoving(state) ? "ink" : undefined;
  return <Chip tone={tone}>{t(`admin.csv.state.${state}`)}</Chip>;
}

/** The counts of lines in one line of text. */
export function CountWords({ counts }: Counted) {
  const { t } = useTranslation();
  const write = useWriters();
  const words = lineOutcomes.flatMap((outcome) =>
    counts[outcome] ? [`${t(`admin.csv.count.${outcome}`)}: ${write.number(counts[outcome])}`] : [],
  );
  return <>{words.join(" · ") || "–"}</>;
}

/** What an import is doing, how far it is, and what can be done about it. */
export function StatePanel({ one, editable }: { one: MovieImport; editable: boolean }) {
  const { t } = useTranslation();
  const write = useWriters();
  const { id, state, problem, problemLine, counts, share, undoable } = one;
  const moving = isMoving(state);
  const idle = state === "checked" && !changesTitles(one);
  const text =
    state === "failed"
      ? t(`admin.csv.problem.${problem ?? "broken"}`, {
          line: write.number(problemLine ?? 1),
          number: write.number(mostImportLines),
        })
      : idle
        ? t("admin.csv.nothingText")
        : t(`admin.csv.next.${state}`);
  const outcomes = lineOutcomes.filter((outcome) => counts[outcome]);
  return (
    <section className="z-panel grid gap-3" aria-labelledby="state" id="import-state">
      <h2 id="state" className="mb-0!">
        <StateChip one={one} />
      </h2>
      <p className={state === "failed" ? "z-problem" : "text-sm text-ink-soft"} role="status">
        {text} {state === "checked" && !idle && counts.wrong ? t("admin.csv.left") : null}
      </p>
      {moving ? (
        <div className="flex items-center gap-3">
          <div className="flex-1">
            <Meter share={share} label={t(`admin.csv.state.${state}`)} />
          </div>
          <span className="text-sm tabular-nums">{write.percent(Math.floor(share * 100) / 100)}</span>
        </div>
      ) : null}
      {outcomes.length > 0 ? (
        <dl className="z-tiles">
          {outcomes.map((outcome) => (
            <div
              key={outcome}
              className="z-tile"
              data-tone={outcome === "wrong" || outcome === "failed" ? "red" : undefined}
            >
              <dt>{t(`admin.csv.count.${outcome}`)}</dt>
              <dd>{write.number(counts[outcome]!)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {editable ? <Actions one={one} /> : null}
        {outcomes.length > 0 && !moving ? (
          <a href={`/z/management/import/${id}.csv`} download className="z-button">
            <Download aria-hidden="true" className="size-4" />
            {t("admin.csv.result")}
          </a>
        ) : null}
        <Reload moving={moving} />
      </div>
      {undoable ? <p className="z-faint">{t("admin.csv.undoUntil")}</p> : null}
    </section>
  );
}

function Actions({ one }: { one: MovieImport }) {
  const { t } = useTranslation();
  const { state, undoable } = one;
  return (
    <Form method="post" preventScrollReset className="contents">
      {state === "checked" && changesTitles(one) ? (
        <button type="submit" name="intent" value="start" className="z-button z-button-primary">
          <Check aria-hidden="true" className="size-4" />
          {t("admin.csv.start")}
        </button>
      ) : null}
      {state === "checking" || state === "importing" ? (
        <button type="submit" name="intent" value="cancel" className="z-button z-button-danger">
          <X aria-hidden="true" className="size-4" />
          {t("admin.csv.cancel")}
        </button>
      ) : null}
      {undoable ? (
        <button type="submit" name="intent" value="undo" className="z-button">
          <Undo2 aria-hidden="true" className="flip size-4" />
          {t("admin.csv.undo")}
        </button>
      ) : null}
    </Form>
  );
}

/** Without scripts the page reloads by itself, and a link does it at once. */
function Reload({ moving }: { moving: boolean }) {
  return (
    <>
      {moving ? (
        <noscript>
          <meta httpEquiv="refresh" content={String(reloadS)} />
        </noscript>
      ) : null}
      <Refresh moving={moving} />
    </>
  );
}

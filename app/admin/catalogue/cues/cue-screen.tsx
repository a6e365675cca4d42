import { Link } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cuesPerPage } from "../../../../contract/ingest/values.ts";
import { CheckedForm } from "../../../ui/checked-form.tsx";
import { UnsavedGuard } from "../../kit/forms/unsaved-guard.tsx";
import { useWriters } from "../../kit/format.ts";
import { OutcomeNotice } from "../../kit/outcome-notice.tsx";
import { Chip, PageHead } from "../../kit/page-head.tsx";
import { CueFields, CueLines } from "./cue-lines.tsx";
import type { CueList, CueOutcome } from "./cue-outcome.ts";

type Props = {
  list: CueList;
  place: { id: string; index: number; subtitle: string };
  /** The movie's name. */
  title: string;
  /** Address of the video, to play it; null if there is none. */
  preview: string | null;
  outcome: CueOutcome | undefined;
  editable: boolean;
};

/** A subtitle track line by line: a page of lines to correct, and one to add. */
export function CueScreen({ list, place, title, preview, outcome, editable }: Props) {
  const { t } = useTranslation();
  const write = useWriters();
  // Each answer signs its address anew; the player keeps the first one.
  const [first] = useState(preview);
  const [player, setPlayer] = useState<HTMLVideoElement | null>(null);
  const { id, index } = place;
  const { label, locale, source, edited, offsetMs, version, from } = list;
  const refused = outcome?.cues ?? null;
  const seek = player
    ? (seconds: number) => {
        player.currentTime = seconds;
        // A browser that may not play yet shows the place.
        player.play().catch(() => {});
      }
    : null;
  const back = `/z/page/movie/detail/${id}/subtitles?episode=${index}`;
  return (
    <main id="content" className="z-main">
      <PageHead title={title} back={{ to: back, label: t("admin.movie.subtitles") }} />
      <OutcomeNotice outcome={outcome} />
      <UnsavedGuard outcome={outcome} />
      <p className="mb-3 flex flex-wrap items-center gap-2">
        <strong dir="auto" lang={locale}>
          {label}
        </strong>
        <Chip>{t(`admin.subtitle.source.${source}`)}</Chip>
        {edited ? <Chip>{t("admin.subtitle.edited")}</Chip> : null}
      </p>
      {offsetMs === 0 ? null : (
        <p className="z-hint mb-3">{t("admin.cue.offset", { time: write.moved(offsetMs) })}</p>
      )}
      <div className={preview ? "z-beside" : undefined}>
        {preview ? (
          <div className="z-beside-player mb-4">
            <video
              ref={setPlayer}
              controls
              preload="none"
              src={first ?? undefined}
              className="aspect-video w-full max-w-lg rounded-lg bg-ink"
              aria-label={t("admin.text.preview")}
            />
          </div>
        ) : null}
        <div className="grid min-w-0 gap-4">
          <Pages list={list} place={place} />
          {editable ? (
            <>
              <CueLines
                // Another page, or other lines, begins anew; a refused form keeps what was typed.
                key={JSON.stringify([from, version, refused])}
                list={list}
                refused={refused?.form === "lines" ? refused : null}
                seek={seek}
              />
              <AddLine key={`new ${version}`} list={list} outcome={outcome} />
            </>
          ) : (
            <PlainLines list={list} />
          )}
          <Pages list={list} place={place} />
        </div>
      </div>
    </main>
  );
}

function AddLine({ list, outcome }: { list: CueList; outcome: CueOutcome | undefined }) {
  const { t } = useTranslation();
  const refused = outcome?.cues?.form === "new" ? outcome.cues : null;
  const line = refused?.typed[0] ?? { from: "", to: "", text: "", gone: false };
  return (
    <details className="z-more" open={refused !== null}>
      <summary>{t("admin.cue.add")}</summary>
      <CheckedForm method="post" preventScrollReset className="grid gap-3 pt-1 pb-3">
        <input type="hidden" name="revision" value={list.revision} />
        <input type="hidden" name="version" value={list.version ?? ""} />
        <p className="z-hint">{t("admin.cue.timeHint")}</p>
        <div className="z-line">
          <CueFields suffix="-new" line={line} locale={list.locale} errors={refused?.errors ?? {}} />
        </div>
        <button type="submit" name="intent" value="add" className="z-button justify-self-start">
          <Plus aria-hidden="true" className="size-4" />
          {t("admin.cue.addSend")}
        </button>
      </CheckedForm>
    </details>
  );
}

function PlainLines({ list }: { list: CueList }) {
  const write = useWriters();
  return (
    <ol className="z-cues grid gap-1 text-sm/normal">
      {list.items.map(({ fromMs, text }, at) => (
        <li key={at}>
          <span className="z-faint tabular-nums">{write.place(fromMs / 1000)}</span>
          <span dir="auto" lang={list.locale}>
            {text}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Which lines these are, and the pages beside them. */
function Pages({ list, place }: { list: CueList; place: Props["place"] }) {
  const { t } = useTranslation();
  const write = useWriters();
  const { from, total, items } = list;
  const at = (first: number) =>
    `/z/page/movie/detail/${place.id}/lines?${new URLSearchParams({
      episode: `${place.index}`,
      track: place.subtitle,
      from: `${first}`,
    })}`;
  const last = from - 1 + items.length;
  return (
    <nav className="z-pager" aria-label={t("admin.list.pages")}>
      <span>
        {t("admin.cue.range", {
          from: write.number(from),
          to: write.number(last),
          total: write.number(total),
        })}
      </span>
      <span className="z-actions">
        {from > 1 ? (
          <Link to={at(Math.max(1, from - cuesPerPage))} className="z-button" rel="prev">
            {t("admin.cue.previous")}
          </Link>
        ) : null}
        {last < total ? (
          <Link to={at(last + 1)} className="z-button" rel="next">
            {t("admin.list.next")}
          </Link>
        ) : null}
      </span>
    </nav>
  );
}

import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { clock, spokenTime } from "../clock.ts";
import type { Film } from "../film.ts";
import { usePlayerState } from "../use-store.ts";
import type { Shown } from "./idle.ts";
import { previewAt, type Preview } from "./previews.ts";
import "./scrub-bar.css";
import { usePreviews } from "./use-previews.ts";

const keySteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
};

/** Largest width of a preview, in CSS pixels. */
const previewWidth = 160;

/**
 * The position, the loaded parts, and seeking. Runs from left to right in every language, as time does on every player
 * (docs/decisions). To a screen reader it is a slider; under a pointer it is a bar with pictures.
 */
export function ScrubBar({ film, shown }: { film: Film; shown: Shown }) {
  const { store, playback } = film;
  const positionS = usePlayerState(store, (s) => s.positionS);
  const durationS = usePlayerState(store, (s) => s.durationS);
  const bar = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const previews = usePreviews(playback.previews, pointed !== null);
  const dragged = pointed?.dragged === true;
  const placeS = dragged ? pointed.atS : positionS;

  useEffect(() => {
    if (!dragged) return;
    shown.hold(true);
    return () => shown.hold(false);
  }, [dragged, shown]);

  const secondsAt = (event: PointerEvent) => {
    const box = bar.current!.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * durationS;
  };
  const release = (event: PointerEvent) => {
    if (!dragged) return;
    store.request("seek", secondsAt(event));
    // A mouse stays over the bar; a finger is gone.
    setPointed(event.pointerType === "mouse" ? { atS: secondsAt(event), dragged: false } : null);
  };

  return (
    <div
      className="scrub"
      onPointerDown={(event) => {
        if (event.button !== 0 || durationS <= 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPointed({ atS: secondsAt(event), dragged: true });
      }}
      onPointerMove={(event) =>
        (dragged || event.pointerType === "mouse") && setPointed({ atS: secondsAt(event), dragged })
      }
      onPointerUp={release}
      onPointerCancel={() => setPointed(null)}
      onPointerLeave={() => !dragged && setPointed(null)}
      data-dragged={dragged || undefined}
    >
      <Slider film={film} placeS={placeS} durationS={durationS} />
      <div ref={bar} className="scrub-bar" aria-hidden="true">
        <Track film={film} pointed={pointed} placeS={placeS} durationS={durationS} />
        {pointed ? (
          <Moment
            film={film}
            atS={pointed.atS}
            previews={previews}
            at={percent(shareOf(pointed.atS, durationS))}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Position of the pointer, in seconds; dragged or only hovering over the bar. */
type Pointed = { atS: number; dragged: boolean };

/** What keyboards and screen readers use. */
function Slider({ film, placeS, durationS }: { film: Film; placeS: number; durationS: number }) {
  const { t, i18n } = useTranslation();
  const { store, playback } = film;
  const wholeS = Math.floor(placeS);
  const chapter = chapterAt(playback.chapters, placeS);
  const said = useMemo(() => {
    const time = t("controls.ofTotal", {
      time: spokenTime(wholeS, i18n.language),
      total: spokenTime(durationS, i18n.language),
    });
    return chapter ? `${time}, ${chapter}` : time;
  }, [t, i18n.language, wholeS, durationS, chapter]);
  const press = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    store.request("seekBy", step);
  };
  return (
    <input
      type="range"
      className="scrub-input"
      min={0}
      max={Math.max(1, Math.floor(durationS))}
      step={1}
      value={wholeS}
      aria-label={t("controls.seek")}
      aria-valuetext={said}
      onKeyDown={press}
      onChange={(event) => store.request("seek", Number(event.target.value))}
    />
  );
}

type TrackProps = { film: Film; pointed: Pointed | null; placeS: number; durationS: number };

/** The line with its loaded and played parts, the gaps between chapters, and the thumb. */
function Track({ film, pointed, placeS, durationS }: TrackProps) {
  const buffered = usePlayerState(film.store, (s) => s.buffered);
  const share = (seconds: number) => shareOf(seconds, durationS);
  return (
    <>
      <div className="scrub-track">
        {buffered.map(([fromS, toS]) => (
          <span
            key={fromS}
            className="scrub-loaded"
            style={{ left: percent(share(fromS)), width: percent(share(toS) - share(fromS)) }}
          />
        ))}
        {pointed && !pointed.dragged ? (
          <span className="scrub-loaded" style={{ left: 0, width: percent(share(pointed.atS)) }} />
        ) : null}
        <span className="scrub-played" style={{ width: percent(share(placeS)) }} />
        {film.playback.chapters.map(({ startS }) =>
          startS > 0 && startS < durationS ? (
            <span key={startS} className="scrub-gap" style={{ left: percent(share(startS)) }} />
          ) : null,
        )}
      </div>
      <span className="scrub-thumb" style={{ left: percent(share(placeS)) }} />
    </>
  );
}

/** A moment's picture, chapter and time, above the pointer. */
function Moment({ film, previews, atS, at }: { film: Film; previews: Preview[]; atS: number; at: string }) {
  const chapter = chapterAt(film.playback.chapters, atS);
  return (
    <span className="scrub-preview" style={{ "--at": at } as object}>
      <Picture preview={previewAt(previews, atS)} />
      <span className="scrub-words">
        {chapter ? <span className="own-words scrub-chapter">{chapter}</span> : null}
        <span className="scrub-time">{clock(atS)}</span>
      </span>
    </span>
  );
}

function Picture({ preview }: { preview: ReturnType<typeof previewAt> }) {
  if (!preview) return null;
  const { url, x, y, width, height } = preview;
  const scale = previewWidth / width;
  return (
    <span className="scrub-picture" style={{ width: previewWidth, height: Math.round(height * scale) }}>
      <span
        className="scrub-sprite"
        style={{
          width,
          height,
          transform: `scale(${scale})`,
          backgroundImage: `url("${url}")`,
          backgroundPosition: `${-x}px ${-y}px`,
        }}
      />
    </span>
  );
}

/** @returns the name of the chapter at a moment; empty if there is none */
export function chapterAt(chapters: { startS: number; title: string }[], atS: number): string {
  return chapters.findLast(({ startS }) => startS <= atS)?.title ?? "";
}

/** Share of the whole, 0 to 1. */
function shareOf(seconds: number, durationS: number): number {
  return durationS > 0 ? Math.min(1, Math.max(0, seconds / durationS)) : 0;
}

function percent(share: number): string {
  return `${Math.round(share * 100_000) / 1000}%`;
}

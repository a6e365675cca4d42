import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { clock, spokenTime } from "../clock.ts";
import type { NowPlaying } from "../now-playing.ts";
import { usePlayerState } from "../use-store.ts";
import type { Shown } from "./idle.ts";
import { thumbnailAt, type Thumbnail } from "./thumbnails.ts";
import "./scrub-bar.css";
import { useThumbnails } from "./use-thumbnails.ts";

const keySteps: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
};

/** Largest width of a thumbnail, in CSS pixels. */
const widest = 160;
/** Its largest share of the bar's width: a phone's picture is hardly higher than the bar, its words and this. */
const widestShare = 0.35;

/**
 * The position, the loaded parts, and seeking. Runs from left to right in every language, as time does on every player
 * (docs/decisions). To a screen reader it is a slider; under a pointer it is a bar with pictures.
 */
export function ScrubBar({ nowPlaying, shown }: { nowPlaying: NowPlaying; shown: Shown }) {
  const { store, playback } = nowPlaying;
  const positionS = usePlayerState(store, (s) => s.positionS);
  const durationS = usePlayerState(store, (s) => s.durationS);
  const bar = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const thumbnails = useThumbnails(playback.thumbnails, pointed !== null);
  const dragged = pointed?.dragged === true;
  const placeS = dragged ? pointed.atS : positionS;

  useEffect(() => {
    if (!dragged) return;
    shown.hold(true);
    return () => shown.hold(false);
  }, [dragged, shown]);

  const pointedAt = (event: PointerEvent, dragged: boolean): Pointed => {
    const { left, width } = bar.current!.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    return { atS: share * durationS, dragged, widthPx: Math.min(widest, width * widestShare) };
  };
  const release = (event: PointerEvent) => {
    if (!dragged) return;
    const at = pointedAt(event, false);
    store.request("seek", at.atS);
    // A mouse stays over the bar; a finger is gone.
    setPointed(event.pointerType === "mouse" ? at : null);
  };

  return (
    <div
      className="scrub"
      onPointerDown={(event) => {
        if (event.button !== 0 || durationS <= 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setPointed(pointedAt(event, true));
      }}
      onPointerMove={(event) =>
        (dragged || event.pointerType === "mouse") && setPointed(pointedAt(event, dragged))
      }
      onPointerUp={release}
      onPointerCancel={() => setPointed(null)}
      onPointerLeave={() => !dragged && setPointed(null)}
      data-dragged={dragged || undefined}
    >
      <Slider nowPlaying={nowPlaying} placeS={placeS} durationS={durationS} />
      <div ref={bar} className="scrub-bar" aria-hidden="true">
        <Track nowPlaying={nowPlaying} pointed={pointed} placeS={placeS} durationS={durationS} />
        {pointed ? (
          <Moment
            nowPlaying={nowPlaying}
            pointed={pointed}
            thumbnails={thumbnails}
            share={entitlementOf(pointed.atS, durationS)}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Position of the pointer, in seconds; dragged or only hovering over the bar; how wide its picture may be. */
type Pointed = { atS: number; dragged: boolean; widthPx: number };

/** What keyboards and screen readers use. */
function Slider({
  nowPlaying,
  placeS,
  durationS,
}: {
  nowPlaying: NowPlaying;
  placeS: number;
  durationS: number;
}) {
  const { t, i18n } = useTranslation();
  const { store, playback } = nowPlaying;
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

type TrackProps = { nowPlaying: NowPlaying; pointed: Pointed | null; placeS: number; durationS: number };

/** The line with its loaded and played parts, the gaps between chapters, and the thumb. */
function Track({ nowPlaying, pointed, placeS, durationS }: TrackProps) {
  const buffered = usePlayerState(nowPlaying.store, (s) => s.buffered);
  const share = (seconds: number) => entitlementOf(seconds, durationS);
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
        {nowPlaying.playback.chapters.map(({ startS }) =>
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
function Moment({
  nowPlaying,
  thumbnails,
  pointed: { atS, widthPx },
  share,
}: {
  nowPlaying: NowPlaying;
  thumbnails: Thumbnail[];
  pointed: Pointed;
  share: number;
}) {
  const chapter = chapterAt(nowPlaying.playback.chapters, atS);
  return (
    <span className="scrub-thumbnail" style={{ "--at": Math.round(share * 10_000) / 100 } as object}>
      <Picture teaser={thumbnailAt(thumbnails, atS)} widthPx={widthPx} />
      <span className="scrub-words">
        {chapter ? <span className="own-words scrub-chapter">{chapter}</span> : null}
        <span className="scrub-time">{clock(atS)}</span>
      </span>
    </span>
  );
}

function Picture({ teaser, widthPx }: { teaser: Thumbnail | undefined; widthPx: number }) {
  if (!teaser) return null;
  const { url, x, y, width, height } = teaser;
  const scale = widthPx / width;
  return (
    <span className="scrub-picture" style={{ width: widthPx, height: Math.round(height * scale) }}>
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
function entitlementOf(seconds: number, durationS: number): number {
  return durationS > 0 ? Math.min(1, Math.max(0, seconds / durationS)) : 0;
}

function percent(share: number): string {
  return `${Math.round(share * 100_000) / 1000}%`;
}

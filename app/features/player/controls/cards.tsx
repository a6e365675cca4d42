import { Play, SkipForward } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { episodeTitle } from "../../../lib/episode-words.ts";
import { AccessChip } from "../access-chip.tsx";
import type { NowPlaying, Series } from "../now-playing.ts";
import { usePlayerState } from "../use-store.ts";
import "./cards.css";
import { creditsFrom, introAt, leftBeforeNext } from "./moments.ts";
import { usePreferences } from "./use-preferences.ts";
import { useSleep } from "./use-sleep.ts";

/** The button that skips the intro, while it runs. */
export function SkipIntro({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const { store, playback } = nowPlaying;
  const intro = usePlayerState(store, (s) => introAt(playback.intro, s));
  if (!intro) return null;
  return (
    <button
      type="button"
      className="button player-card-button"
      onClick={() => store.request("seek", intro.toS)}
    >
      <SkipForward aria-hidden="true" className="size-4.5" />
      {t("controls.skipIntro")}
    </button>
  );
}

/**
 * The next episode, offered when the credits begin. It starts after a countdown that runs with the video, unless the
 * user cancels, has turned autoplay off, sleeps after this one, saves data, or may not watch it completely.
 */
export function NextCard({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const { store, playback, series, dataSaver, goTo } = nowPlaying;
  const { autoplay } = usePreferences(nowPlaying.preferences);
  const sleeps = useSleep(nowPlaying.sleep).after === "end";
  const { next } = playback;
  const durationS = usePlayerState(store, (s) => s.durationS);
  const rate = usePlayerState(store, (s) => s.rate);
  const fromS = creditsFrom(playback, durationS);
  const inCredits = usePlayerState(store, (s) => s.started && s.resumed && !s.loop && s.positionS >= fromS);
  const ended = usePlayerState(store, (s) => s.phase === "ended");
  const wholeS = usePlayerState(store, (s) => Math.floor(s.positionS));
  // The next one would need the network; and another message has priority then.
  const offline = usePlayerState(store, (s) => s.offline);
  const [refused, setRefused] = useState(false);
  /** Position of the video when the card appeared. */
  const [cameS, setCameS] = useState<number | null>(null);
  const gone = useRef(false);
  const shown = next !== null && inCredits && !refused && !offline;
  if (shown && cameS === null) setCameS(store.state().positionS);
  if (!inCredits && (cameS !== null || refused)) {
    setCameS(null);
    setRefused(false);
  }
  const byItself = shown && autoplay && !sleeps && !dataSaver && !next.locked;
  const offer = byItself && cameS !== null ? { cameS, durationS, rate } : null;
  const leftS = offer && leftBeforeNext(offer, wholeS, ended);
  const index = next?.index;
  useEffect(() => {
    if (leftS !== 0 || index === undefined || gone.current) return;
    gone.current = true;
    goTo(index);
  }, [leftS, index, goTo]);
  if (!shown) return null;
  return (
    <section className="next-card" aria-label={t("controls.nextEpisode")}>
      {next.still ? <img src={next.still} alt="" className="next-still" width={320} height={180} /> : null}
      <div className="next-words" dir="auto">
        <p className="next-kicker">
          {leftS === null ? t("controls.nextEpisode") : t("controls.nextIn", { seconds: leftS })}
        </p>
        <p className="own-words next-title">{episodeTitle(t, next, series?.seasons.length)}</p>
        {next.locked && series ? <NextChip series={series} index={next.index} /> : null}
      </div>
      <div className="next-choices" dir="auto">
        <button type="button" className="button next-no" onClick={() => setRefused(true)}>
          {t("controls.cancel")}
        </button>
        <button type="button" className="button next-yes" onClick={() => goTo(next.index)}>
          <Play aria-hidden="true" className="size-4 fill-current" />
          {t("controls.playNow")}
        </button>
      </div>
      {offer === null || leftS === null ? null : (
        <span
          className="next-bar"
          style={{ "--share": 1 - leftS / (leftBeforeNext(offer, offer.cameS, false) || 1) } as object}
          aria-hidden="true"
        />
      )}
    </section>
  );
}

function NextChip({ series: { episodes, access, reached }, index }: { series: Series; index: number }) {
  const level = episodes.find((one) => one.index === index)?.access;
  if (!level) return null;
  return (
    <p className="next-chip">
      <AccessChip level={level} title={access} reached={reached} />
    </p>
  );
}

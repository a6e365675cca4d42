import { matchLocale } from "../../../../contract/locales.ts";
import type { PlayerStore } from "../player-store.ts";
import { createCollector, type QualityReport, type Surroundings } from "./collect.ts";
import { earlyStartOf } from "./early-start.ts";

export type WatchQualityOptions = {
  store: PlayerStore;
  media: HTMLMediaElement;
  episode: { id: string; index: number };
  /** Length of the whole episode in seconds, if only a teaser plays. */
  wholeS?: number | null;
  /** The page's language. */
  locale: string;
  /** Sends a report; `leaving`: it has to outlive the page. */
  send: (report: QualityReport, leaving: boolean) => void;
  /** The kind of player, if the media element does not show it. */
  player?: (() => Surroundings["player"]) | undefined;
};

/** Reports playback quality until the returned function is called, which ends the sitting. */
export function watchQuality(options: WatchQualityOptions): () => void {
  const { store, media, episode, wholeS = null, locale, send, player } = options;
  const early = "earlyPlayback" in media && media.earlyPlayback !== undefined;
  const collector = createCollector({
    episode,
    wholeS,
    early: earlyStartOf(media, performance),
    sitting: sittingName(),
    send,
    surroundings: () => ({
      player: player?.() ?? (early ? "early" : ofScripts(media) ? "hls" : "native"),
      device: matchMedia("(pointer: coarse)").matches ? "mobile" : "desktop",
      connection: connectionClass(),
      locale: matchLocale(locale) ?? "en",
    }),
  });
  const unsubscribe = store.subscribe(collector.follow);
  const hidden = () => document.visibilityState === "hidden" && collector.leave();
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("pagehide", collector.leave);
  return () => {
    unsubscribe();
    document.removeEventListener("visibilitychange", hidden);
    window.removeEventListener("pagehide", collector.leave);
    collector.leave();
  };
}

/** Fed by scripts, not by the browser alone. */
function ofScripts(media: HTMLMediaElement): boolean {
  return media.currentSrc.startsWith("blob:") || Boolean(media.srcObject);
}

/** 128 random bits; `randomUUID` works on secure pages only. */
function sittingName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function connectionClass(): Surroundings["connection"] {
  const line = (navigator as Navigator & { connection?: { effectiveType?: string } }).connection;
  const known = (["slow-2g", "2g", "3g", "4g"] as const).find((one) => one === line?.effectiveType);
  return known ?? "unknown";
}

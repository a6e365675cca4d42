import { useEffect, useRef, type RefObject } from "react";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { PlayerStore } from "./player-store.ts";
import type { QualityReport } from "./quality/collect.ts";
import { watchQuality } from "./quality/watch-quality.ts";

export type UseQualityOptions = {
  store: PlayerStore;
  media: RefObject<HTMLMediaElement>;
  playback: Pick<PlaybackStart, "id" | "index">;
  locale: string;
  /** Missing where nobody wants to know. */
  report: ((quality: QualityReport, leaving: boolean) => void) | undefined;
};

/** Tells how well a film plays, from here until it leaves the page. */
export function useQuality({
  store,
  media,
  playback: { id, index },
  locale,
  report,
}: UseQualityOptions): void {
  const send = useRef(report);
  send.current = report;
  const wanted = report !== undefined;
  useEffect(() => {
    if (!wanted || !media.current) return;
    const film = { id, index };
    return watchQuality({
      ...{ store, media: media.current, film, locale },
      send: (quality, leaving) => send.current?.(quality, leaving),
    });
  }, [wanted, store, media, id, index, locale]);
}

import { useEffect, useRef, type RefObject } from "react";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { PlayerStore } from "./player-store.ts";
import { watchQuality } from "./quality/watch-quality.ts";

export type UseQualityOptions = {
  store: PlayerStore;
  media: RefObject<HTMLMediaElement>;
  playback: Pick<PlaybackStart, "id" | "index" | "teaser">;
  locale: string;
  /** Null = not available yet. */
  api: Pick<ApiClient, "post"> | null;
};

/** Reports playback quality until the player leaves the page. Fails silently. */
export function useQuality({ store, media, playback, locale, api }: UseQualityOptions): void {
  const { id, index } = playback;
  const wholeS = playback.teaser?.wholeS ?? null;
  const to = useRef(api);
  to.current = api;
  useEffect(() => {
    if (!media.current) return;
    return watchQuality({
      store,
      media: media.current,
      episode: { id, index },
      wholeS,
      locale,
      send: (report, leaving) =>
        void to.current?.post("playback/quality", report, {
          loading: false,
          toast: false,
          keepalive: leaving,
        }),
    });
  }, [store, media, id, index, wholeS, locale]);
}

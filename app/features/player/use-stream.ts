import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { showError } from "../../ui/toaster.tsx";
import type { PlayerStore } from "./player-store.ts";

type UseStreamOptions = {
  store: PlayerStore;
  playback: Pick<PlaybackStart, "id" | "index" | "takesStream">;
  /** Null = not available yet. */
  api: Pick<ApiClient, "post"> | null;
  /** Whether another screen plays it. */
  elsewhere: () => boolean;
};

/** Holds one of the account's streams while an episode plays that takes one. Its code loads for such an episode alone. */
export function useStream({ store, playback, api, elsewhere }: UseStreamOptions): void {
  const { id, index, takesStream } = playback;
  const { revalidate } = useRevalidator();
  const keep = useRef({ post: api?.post, revalidate, elsewhere });
  keep.current = { post: api?.post, revalidate, elsewhere };
  const ready = api !== null;
  useEffect(() => {
    if (!takesStream || !ready) return;
    let stop: (() => void) | null = null;
    let over = false;
    void import("./keep-stream.ts").then(({ keepStream, playerName }) => {
      if (over) return;
      stop = keepStream({
        store,
        episode: { id, index },
        player: playerName(() => sessionStorage),
        post: (...given) => keep.current.post!(...given),
        elsewhere: () => keep.current.elsewhere(),
        onRefused(message) {
          showError(message);
          // The page then shows what plays elsewhere.
          keep.current.revalidate();
        },
      });
    });
    return () => {
      over = true;
      stop?.();
    };
  }, [store, id, index, takesStream, ready]);
}

import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { hushWorker } from "./features/offline/hush.ts";
import { whenIdle } from "./features/offline/when-idle.ts";
import { prefetchPlayback } from "./performance/prefetch-playback.ts";
import { reachedBy } from "./features/player/needs.ts";
import { useSession } from "./features/session/session-provider.tsx";

/**
 * Prefetches the beginning of episodes that the user is likely to open: at a touch of a link, and the home page's first
 * one when idle. Renders nothing.
 */
export function PrefetchPlayback() {
  const { session, state } = useSession();
  const saver = useRouteLoaderData<{ dataSaver: boolean }>("root")?.dataSaver ?? false;
  const ready = state.phase.at === "ready";
  const reached = reachedBy(state.info);
  useEffect(() => {
    if (!session || !ready) return;
    const { prefetch, stop } = prefetchPlayback({
      ask: (input) => session.api.get("playback/start", input, { loading: false, toast: false }),
      saver,
      reached,
      onTap: hushWorker,
    });
    void whenIdle().then(() => {
      const first = document.querySelector<HTMLAnchorElement>(".hero a[href^='/video/']");
      if (first) prefetch(first);
    });
    return stop;
  }, [session, ready, saver, reached]);
  return null;
}

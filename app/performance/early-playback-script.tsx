import { useMatches } from "@remix-run/react";
import type { PlaybackStart } from "../../contract/index.ts";
import { earlySourceOf } from "./early-source.ts";
import { startEarlyPlayback, type EarlyPlayback } from "./early-playback.ts";
import { holdPictures } from "./hold-pictures.ts";

type Found = { stage?: { kind: string; playback?: PlaybackStart }; dataSaver?: boolean } | undefined;

/**
 * A script for the document's head that starts the page's video while the rest of the document is still loading. Before
 * the style sheets: a script behind them would wait for them. Only the server renders it.
 */
export function EarlyPlaybackScript({ nonce }: { nonce: string | undefined }) {
  const found = useMatches().map(({ data }) => data as Found);
  const stage = found.find((data) => data?.stage)?.stage;
  // A copy on the device starts only after its licence has been checked.
  const playback = stage?.kind === "player" ? stage.playback : undefined;
  if (!playback) return null;
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? textFor(playback, found) : " " }}
    />
  );
}

function textFor(playback: PlaybackStart, found: Found[]): string {
  const episode = earlySourceOf(
    playback,
    found.some((data) => data?.dataSaver),
  );
  if (!episode) return " ";
  const settings = JSON.stringify(episode).replaceAll("<", "\\u003c");
  return `(${attachWhenParsed})((${startEarlyPlayback})(${settings}),${holdPictures})`;
}

/** Waits for the video element while the document is parsed. Also sent as text. */
function attachWhenParsed(earlyPlayback: EarlyPlayback | null, hold: typeof holdPictures): void {
  if (!earlyPlayback) return;
  hold(earlyPlayback);
  const look = (): boolean => {
    const video = document.querySelector<HTMLVideoElement>("video[data-player-video]");
    if (!video) return false;
    observer.disconnect();
    earlyPlayback.attach(video);
    return true;
  };
  const observer = new MutationObserver(look);
  if (!look()) observer.observe(document, { childList: true, subtree: true });
}

import { useMatches } from "@remix-run/react";
import type { PlaybackStart } from "../../../../contract/index.ts";
import { filmStartOf } from "./film-start.ts";
import { attachWhenParsed, startFilm } from "./starter.ts";

type Found = { stage?: { kind: string; playback?: PlaybackStart }; dataSaver?: boolean } | undefined;

/**
 * A script for the document's head that begins the page's film while the rest of the document is still on its way.
 * Before the style sheets: a script behind them would wait for them. Written by the server alone.
 */
export function EarlyFilm({ nonce }: { nonce: string | undefined }) {
  const found = useMatches().map(({ data }) => data as Found);
  const stage = found.find((data) => data?.stage)?.stage;
  // A copy on the device is begun by whoever has looked at its licence.
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
  const film = filmStartOf(
    playback,
    found.some((data) => data?.dataSaver),
  );
  if (!film) return " ";
  const settings = JSON.stringify(film).replaceAll("<", "\\u003c");
  return `(${attachWhenParsed})((${startFilm})(${settings}))`;
}

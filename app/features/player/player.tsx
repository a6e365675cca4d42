import { useRevalidator } from "@remix-run/react";
import { RotateCw, TriangleAlert } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PlaybackStart } from "../../../contract/index.ts";
import type { Place } from "./progress-saver.ts";
import { Controls } from "./controls.tsx";
import { useChrome } from "./use-chrome.ts";
import { usePlayer } from "./use-player.ts";
import "./player.css";

export type PlayerProps = {
  playback: PlaybackStart;
  /** URL of the still shown before the first frame. */
  poster: string;
  title: string;
  /** Seconds between two saves of the place. */
  everyS: number;
  /** Fetch nothing of the film before somebody plays it. */
  dataSaver?: boolean;
  save: (place: Place, leaving: boolean) => void;
};

/**
 * The video. As the server sends it, the browser plays it with its own controls from the saved place; scripts then
 * put our controls and the tuned HLS player around the same element. Without scripts a second element stands in its
 * place, whose delivery is recorded as progress, since nobody else could keep the place.
 */
export function Player({ playback, poster, title, everyS, dataSaver = false, save }: PlayerProps) {
  const { t } = useTranslation();
  const media = useRef<HTMLVideoElement>(null);
  const ready = useChrome(media);
  const { revalidate } = useRevalidator();
  const { waiting, failure, retry } = usePlayer({
    media,
    playback,
    everyS,
    dataSaver,
    save,
    renew: revalidate,
  });
  const from = playback.positionS > 0 ? `#t=${playback.positionS}` : "";
  const shared = {
    className: "player-video",
    playsInline: true,
    preload: "none",
    poster,
    "aria-label": title,
  };
  return (
    <div className="player" dir="ltr">
      <noscript>
        <video {...shared} controls>
          <Sources hls={playback.hlsTracked + from} progressive={playback.progressive + from} />
        </video>
      </noscript>
      <media-controller class="player-controller" suppressHydrationWarning>
        <video {...shared} ref={media} slot="media" controls={!ready}>
          <Sources hls={playback.hls + from} progressive={playback.progressive + from} />
        </video>
        {ready ? <Controls /> : null}
      </media-controller>
      {waiting && !failure ? (
        <div
          role="status"
          className="pointer-events-none absolute inset-0 grid place-items-center text-white"
        >
          <span className="spinner player-spinner" aria-hidden="true" />
          <span className="sr-only">{t("player.buffering")}</span>
        </div>
      ) : null}
      {failure ? (
        <div
          role="alert"
          className="absolute inset-0 grid place-items-center bg-night/85 px-6 text-center text-white"
        >
          <div className="grid justify-items-center" dir="auto">
            <TriangleAlert aria-hidden="true" className="size-8 text-gold-bright" />
            <p className="mt-2 text-lg font-bold">{t("player.error")}</p>
            <p className="mt-0.5 text-sm text-white/80">
              {t(failure === "network" ? "player.errorNetwork" : "player.errorDecode")}
            </p>
            <button type="button" className="button button-primary mt-4" onClick={retry}>
              <RotateCw aria-hidden="true" className="size-4.5" />
              {t("player.retry")}
            </button>
          </div>
        </div>
      ) : null}
    </div>
  );
}

function Sources({ hls, progressive }: { hls: string; progressive: string }) {
  const { t } = useTranslation();
  return (
    <>
      <source src={hls} type="application/vnd.apple.mpegurl" />
      <source src={progressive} type="video/mp4" />
      {t("player.noVideo")} <a href={progressive}>{t("player.download")}</a>
    </>
  );
}

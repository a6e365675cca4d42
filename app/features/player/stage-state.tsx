import { Link } from "@remix-run/react";
import { CloudOff, Flag, Play, RotateCw, TriangleAlert } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PlayerState, PlayerStore } from "./player-store.ts";
import { usePlayerState } from "./use-store.ts";

const failureTexts = {
  network: "player.errorNetwork",
  server: "player.errorServer",
  decode: "player.errorDecode",
  expired: "player.errorExpired",
  missing: "player.errorMissing",
  gone: "player.errorGone",
} as const;

export type StageStateProps = {
  store: PlayerStore;
  /** The controls, with their own play button, are loaded. */
  ready: boolean;
  /** A copy on this device is played, which needs no network. */
  kept: boolean;
  retry: () => void;
  /** Address of the feedback form for a position of this episode, in seconds. */
  report: (positionS: number) => string;
};

/** Messages over the picture when playback is not normal. The position is kept in each case. */
export function StageState({ store, ready, kept, retry, report }: StageStateProps) {
  const { t } = useTranslation();
  // After the entitlement has ended, the controls show the level needed; offline, only the network's return helps.
  const offline = usePlayerState(store, (s) => s.offline) && !kept;
  const failure = usePlayerState(store, (s) =>
    (s.needs && ready) || (offline && heals(s.failure)) ? null : s.failure,
  );
  const waiting = usePlayerState(
    store,
    (s) => (s.waiting && s.phase === "playing") || (offline && heals(s.failure)),
  );
  const again = usePlayerState(store, (s) => s.attempt > 0);
  const blocked = usePlayerState(store, (s) => s.blocked);
  if (failure) return <Failed store={store} retry={retry} report={report} text={t(failureTexts[failure])} />;
  if (blocked) {
    return (
      <div className="stage-state stage-blocked">
        <button type="button" className="blocked-play" onClick={() => store.request("play")}>
          <Play aria-hidden="true" className="size-9 fill-current" />
          <span>{t("player.blocked")}</span>
        </button>
      </div>
    );
  }
  if (waiting) {
    return (
      <div role="status" className="stage-state stage-waiting">
        <div className="stage-state-words" dir="auto">
          <span className="spinner player-spinner" aria-hidden="true" />
          <p className={offline || again ? "stage-state-text" : "sr-only"}>
            {t(offline ? "player.offlineWaiting" : again ? "player.retrying" : "player.buffering")}
          </p>
        </div>
      </div>
    );
  }
  if (offline && ready) {
    return (
      <div role="status" className="stage-offline">
        <span dir="auto">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {t("player.offline")}
        </span>
      </div>
    );
  }
  return null;
}

/** A failed request, which may be temporary: playback continues by itself. */
function heals(failure: PlayerState["failure"]): boolean {
  return failure === "network" || failure === "server";
}

type FailedProps = Omit<StageStateProps, "ready" | "kept"> & { text: string };

function Failed({ store, retry, report, text }: FailedProps) {
  const { t } = useTranslation();
  const card = useRef<HTMLDivElement>(null);
  const wholeS = usePlayerState(store, (s) => Math.floor(s.positionS));
  useLayoutEffect(() => {
    const shown = card.current;
    // Moves the focus to the player when the card closes with one of its buttons focused.
    return () => {
      if (shown?.contains(document.activeElement))
        shown.closest<HTMLElement>(".player")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={card} role="alert" className="stage-state stage-failed">
      <div className="stage-state-words" dir="auto">
        <TriangleAlert aria-hidden="true" className="stage-failed-sign" />
        <p className="stage-state-title">{t("player.error")}</p>
        <p className="stage-state-text">{text}</p>
        <div className="stage-failed-ways">
          <button type="button" className="button button-primary" onClick={retry}>
            <RotateCw aria-hidden="true" className="size-4.5" />
            {t("player.retry")}
          </button>
          <Link to={report(wholeS)} className="button stage-failed-report">
            <Flag aria-hidden="true" className="flip size-4.5" />
            {t("feedback.report")}
          </Link>
        </div>
      </div>
    </div>
  );
}

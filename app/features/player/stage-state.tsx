import { CloudOff, Play, RotateCw, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PlayerStore } from "./player-store.ts";
import { usePlayerState } from "./use-store.ts";

const failureTexts = {
  network: "player.errorNetwork",
  decode: "player.errorDecode",
  expired: "player.errorExpired",
  missing: "player.errorMissing",
  gone: "player.errorGone",
} as const;

export type StageStateProps = {
  store: PlayerStore;
  /** The controls, with their own way to play, are there. */
  ready: boolean;
  retry: () => void;
};

/** What stands over the picture when the film does not simply play. Whatever it is, the place is kept. */
export function StageState({ store, ready, retry }: StageStateProps) {
  const { t } = useTranslation();
  // Where the right to watch has ended the controls say what it takes.
  const failure = usePlayerState(store, (s) => (s.needs && ready ? null : s.failure));
  const waiting = usePlayerState(store, (s) => s.waiting && s.phase === "playing");
  const offline = usePlayerState(store, (s) => s.offline);
  const again = usePlayerState(store, (s) => s.attempt > 0);
  const blocked = usePlayerState(store, (s) => s.blocked);
  if (failure) {
    return (
      <div role="alert" className="stage-state stage-failed">
        <div className="stage-state-words" dir="auto">
          <TriangleAlert aria-hidden="true" className="size-8 text-gold-bright" />
          <p className="stage-state-title">{t("player.error")}</p>
          <p className="stage-state-text">{t(failureTexts[failure])}</p>
          <button type="button" className="button button-primary mt-3" onClick={retry}>
            <RotateCw aria-hidden="true" className="size-4.5" />
            {t("player.retry")}
          </button>
        </div>
      </div>
    );
  }
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

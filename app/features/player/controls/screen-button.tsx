import { Airplay, Cast } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { castSurroundings, whyNoCast } from "../cast/cast-state.ts";
import type { Casting } from "../cast/casting.ts";
import type { NowPlaying } from "../now-playing.ts";
import { useCastState } from "../use-casting.ts";
import { usePlayerState } from "../use-store.ts";
import { ControlButton } from "./control-button.tsx";

/** Milliseconds a problem is shown. */
const shownMs = 8_000;

/** The way to another screen: by Google's receivers where the browser has them, else by its own list. */
export function ScreenButton({ nowPlaying: { store, casting } }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const can = usePlayerState(store, (s) => s.can);
  if (casting && whyNoCast(castSurroundings(window)) === null) return <CastButton casting={casting} />;
  if (can.airplay)
    return (
      <ControlButton label={t("controls.airplay")} onClick={() => store.request("airplay")}>
        <Airplay aria-hidden="true" />
      </ControlButton>
    );
  if (can.remote)
    return (
      <ControlButton label={t("controls.remote")} onClick={() => store.request("remote")}>
        <Cast aria-hidden="true" />
      </ControlButton>
    );
  // It says why it can't.
  return casting ? <CastButton casting={casting} /> : null;
}

function CastButton({ casting }: { casting: Casting }) {
  const { t } = useTranslation();
  const { phase, device } = useCastState(casting);
  const isOn = phase === "connected";
  return (
    <ControlButton
      label={isOn ? t("controls.castEnd", { screen: device }) : t("controls.remote")}
      className="control-cast"
      pressed={isOn}
      onClick={casting.tap}
    >
      <Cast aria-hidden="true" className={isOn ? "fill-current" : undefined} />
    </ControlButton>
  );
}

/** What becomes of a tap on the button: that it is on its way, or why it plays nowhere else. */
export function CastNotice({ casting }: { casting: Casting }) {
  const { t } = useTranslation();
  const { phase, problem } = useCastState(casting);
  useEffect(() => {
    if (problem === null) return;
    const timer = setTimeout(casting.seen, shownMs);
    return () => clearTimeout(timer);
  }, [casting, problem]);
  const waits = phase === "loading" || phase === "choosing";
  return (
    <div role="status" className="cast-notice">
      {problem || waits ? (
        <span className="hint-pill" dir="auto">
          <Cast aria-hidden="true" className="size-4.5 shrink-0" />
          {problem ? t(`controls.castProblem.${problem}`) : t("controls.connecting")}
        </span>
      ) : null}
    </div>
  );
}

import {
  Gauge,
  Moon,
  Repeat,
  Settings2,
  Sun,
  Captions as CaptionsIcon,
  Volume2,
  VolumeX,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NowPlaying } from "../now-playing.ts";
import type { PlayerState } from "../player-store.ts";
import { useSleep } from "./use-sleep.ts";

type Hint = { icon: LucideIcon; text: string; share?: number };

/** Milliseconds a hint is shown. */
const hintMs = 1_400;

/** Values announced when they change, by a key, a drag or a menu. */
const told = ["rate", "volume", "muted", "subtitles", "loop", "brightness", "locked", "quality"] as const;

/** A short note on the latest change, shown for a moment and read aloud: the only unprompted announcement here. */
export function Hint({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const { store, playback } = nowPlaying;
  const [latest, setHint] = useState<Hint | null>(null);
  // It stands until playback goes on: the user has slept meanwhile.
  const slept = useSleep(nowPlaying.sleep).slept ? { icon: Moon, text: t("controls.slept") } : null;
  const hint: Hint | null = latest ?? slept;
  useEffect(() => {
    let before = store.state();
    let timer: ReturnType<typeof setTimeout>;
    const word = (state: PlayerState, name: (typeof told)[number]): Hint | null => {
      switch (name) {
        case "rate":
          return { icon: Gauge, text: t("controls.rateNow", { rate: `${state.rate}×` }) };
        case "muted":
        case "volume": {
          const share = state.muted ? 0 : state.volume;
          if (share === 0) return { icon: VolumeX, text: t("controls.muted"), share };
          return {
            icon: Volume2,
            text: t("controls.volumeNow", { percent: Math.round(share * 100) }),
            share,
          };
        }
        case "brightness": {
          const percent = Math.round(state.brightness * 100);
          return { icon: Sun, text: t("controls.brightnessNow", { percent }), share: state.brightness };
        }
        case "subtitles": {
          const label = playback.subtitles.find(({ id }) => id === state.subtitles)?.label;
          const text = label ? t("controls.subtitlesNow", { label }) : t("controls.subtitlesOff");
          return { icon: CaptionsIcon, text };
        }
        case "loop":
          return { icon: Repeat, text: t(state.loop ? "controls.loopOn" : "controls.loopOff") };
        case "quality":
          return {
            icon: Settings2,
            text: t("controls.qualityNow", {
              name: state.quality === "auto" ? t("controls.auto") : state.quality,
            }),
          };
        case "locked":
          return null;
      }
    };
    const unsubscribe = store.subscribe((state, fact) => {
      const last = before;
      before = state;
      if (fact.type !== "reading") return;
      const changed = told.find((name) => state[name] !== last[name]);
      const said = changed ? word(state, changed) : null;
      if (!said) return;
      setHint(said);
      clearTimeout(timer);
      // Double speed is named as long as it is held.
      if (state.rateBeforeHold === null) timer = setTimeout(() => setHint(null), hintMs);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, playback, t]);
  const Icon = hint?.icon;
  return (
    <div className="hint" role="status">
      {hint && Icon ? (
        <span className="hint-pill" dir="auto">
          <Icon aria-hidden="true" className="size-4.5 shrink-0" />
          {hint.text}
          {hint.share === undefined ? null : (
            <span className="hint-meter" aria-hidden="true">
              <span style={{ width: `${hint.share * 100}%` }} />
            </span>
          )}
        </span>
      ) : null}
    </div>
  );
}

import { useTranslation } from "react-i18next";
import type { NowPlaying } from "../../now-playing.ts";
import { keyMap, type KeyName } from "../keyboard.ts";
import { usePlayerState } from "../../use-store.ts";
import { Sheet } from "./sheet.tsx";

/** Keys that belong together share a row, with their action. */
const rows = [
  [["play"], "controls.keys.play"],
  [["hold"], "controls.keys.hold"],
  [["back10", "forward10"], "controls.keys.ten"],
  [["back5", "forward5"], "controls.keys.five"],
  [["quieter", "louder"], "controls.keys.volume"],
  [["mute"], "controls.mute"],
  [["fullscreen"], "controls.fullscreen"],
  [["subtitles"], "controls.keys.subtitles"],
  [["pip"], "controls.pip"],
  [["slower", "faster"], "controls.keys.rate"],
  [["frameBack", "frameForward"], "controls.keys.frame"],
  [["share"], "controls.keys.share"],
  [["previousEpisode", "nextEpisode"], "controls.keys.episode"],
  [["help"], "controls.keys.help"],
] as const satisfies [(KeyName | "hold")[], string][];

/** Keys whose sign differs from their name. Arrows are the same in every language. */
const signs: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** Lists the keys and their actions. */
export function HelpSheet({ nowPlaying, close }: { nowPlaying: NowPlaying; close: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t("controls.help")} box={nowPlaying.box} wide onClose={close}>
      <KeyTable nowPlaying={nowPlaying} />
    </Sheet>
  );
}

export function KeyTable({ nowPlaying }: { nowPlaying: NowPlaying }) {
  const { t } = useTranslation();
  const can = usePlayerState(nowPlaying.store, (s) => s.can);
  const missing = new Set<KeyName | "hold">([
    ...(can.fullscreen ? [] : ["fullscreen" as const]),
    ...(can.pip ? [] : ["pip" as const]),
    ...(can.volume ? [] : (["quieter", "louder"] as const)),
    ...(nowPlaying.series ? [] : (["previousEpisode", "nextEpisode"] as const)),
    ...(nowPlaying.playback.subtitles.length > 0 ? [] : ["subtitles" as const]),
  ]);
  const shown = (key: string) => (key === " " ? t("controls.keys.space") : (signs[key] ?? key.toUpperCase()));
  const keysOf = (name: KeyName | "hold") => {
    if (name === "share") return ["0", "9"];
    return name === "hold" ? [shown(" ")] : [...keyMap[name].keys].map((key) => shown(key));
  };
  return (
    <dl className="key-table">
      {rows
        .filter(([[first]]) => !missing.has(first))
        .map(([names, text]) => (
          <div key={text}>
            <dt>
              {names.flatMap(keysOf).map((key, order) => (
                <span key={key}>
                  {order > 0 && names[0] === "share" ? <span className="key-to">{"–"}</span> : null}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
    </dl>
  );
}

import { useTranslation } from "react-i18next";
import { EpisodeLinks } from "../../episode-list.tsx";
import type { NowPlaying } from "../../now-playing.ts";
import type { SheetName } from "../bar.tsx";
import { HelpSheet } from "./help-sheet.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { Sheet } from "./sheet.tsx";
import "./sheets.css";

export type SheetsProps = { nowPlaying: NowPlaying; name: SheetName; close: () => void };

/** The one open sheet. Sheets have a file of their own, since most playback opens none. */
export function Sheets({ nowPlaying, name, close }: SheetsProps) {
  if (name === "episodes") return <EpisodesSheet nowPlaying={nowPlaying} close={close} />;
  if (name === "help") return <HelpSheet nowPlaying={nowPlaying} close={close} />;
  return (
    <SettingsSheet
      key={name}
      nowPlaying={nowPlaying}
      first={name === "settings" ? "menu" : name}
      close={close}
    />
  );
}

/** All episodes, without leaving the player: also in fullscreen. */
function EpisodesSheet({ nowPlaying, close }: { nowPlaying: NowPlaying; close: () => void }) {
  const { t } = useTranslation();
  const { series, box } = nowPlaying;
  if (!series) return null;
  return (
    <Sheet title={t("player.episodes")} box={box} wide onClose={close}>
      <EpisodeLinks {...series} onChosen={close} />
    </Sheet>
  );
}

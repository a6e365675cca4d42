import { useTranslation } from "react-i18next";
import { EpisodeLinks } from "../../episode-list.tsx";
import type { Film } from "../../film.ts";
import type { SheetName } from "../bar.tsx";
import { HelpSheet } from "./help-sheet.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { Sheet } from "./sheet.tsx";
import "./sheets.css";

export type SheetsProps = { film: Film; name: SheetName; close: () => void };

/** The one open sheet. Sheets have a file of their own, since most playback opens none. */
export function Sheets({ film, name, close }: SheetsProps) {
  if (name === "episodes") return <EpisodesSheet film={film} close={close} />;
  if (name === "help") return <HelpSheet film={film} close={close} />;
  return (
    <SettingsSheet key={name} film={film} first={name === "subtitles" ? "subtitles" : "menu"} close={close} />
  );
}

/** All episodes, without leaving the player: also in fullscreen. */
function EpisodesSheet({ film, close }: { film: Film; close: () => void }) {
  const { t } = useTranslation();
  const { series, box } = film;
  if (!series) return null;
  return (
    <Sheet title={t("player.episodes")} box={box} wide onClose={close}>
      <EpisodeLinks {...series} onChosen={close} />
    </Sheet>
  );
}

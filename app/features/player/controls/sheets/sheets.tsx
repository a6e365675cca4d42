import type { Film } from "../../film.ts";
import type { SheetName } from "../bar.tsx";
import { EpisodesSheet } from "./episodes-sheet.tsx";
import { HelpSheet } from "./help-sheet.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
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

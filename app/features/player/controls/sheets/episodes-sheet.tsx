import { useTranslation } from "react-i18next";
import { EpisodeLinks } from "../../episode-list.tsx";
import type { Film } from "../../film.ts";
import { Sheet } from "./sheet.tsx";

/** All episodes, without leaving the player: also in fullscreen. */
export function EpisodesSheet({ film, close }: { film: Film; close: () => void }) {
  const { t } = useTranslation();
  const { series, box } = film;
  if (!series) return null;
  return (
    <Sheet title={t("player.episodes")} box={box} wide onClose={close}>
      <EpisodeLinks {...series} onChosen={close} />
    </Sheet>
  );
}

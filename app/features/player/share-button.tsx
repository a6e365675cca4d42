import { Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** The event, and the mark on the player, that ask its controls for their sheet with the address. */
export const shareEvent = "share";

/**
 * Opens the player's sheet with the address; where its controls are still loading, as soon as they have come. The last
 * of the movie's actions, as it comes after them. The style sheet hides it where there is no player.
 */
export function ShareButton() {
  const { t } = useTranslation();
  // Without scripts the address is in the browser's own bar alone.
  if (!useHydrated()) return null;
  const share = () => {
    const box = document.querySelector<HTMLElement>(".player");
    if (!box) return;
    box.dataset[shareEvent] = "";
    box.dispatchEvent(new Event(shareEvent));
  };
  return (
    <button type="button" className="button button-quiet watch-share" aria-haspopup="dialog" onClick={share}>
      <Share2 aria-hidden="true" className="size-4.5" />
      {t("player.share")}
    </button>
  );
}

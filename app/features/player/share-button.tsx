import { Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";

/** The event, and the mark on the player, that ask its controls for their sheet with the address. */
export const shareEvent = "share";

/**
 * Opens the player's sheet with the address; where its controls are still loading, as soon as they have come. The style
 * sheet hides it without a player, and without scripts: the address is in the browser's own bar.
 */
export function ShareButton() {
  const { t } = useTranslation();
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

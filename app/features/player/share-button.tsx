import { Share2 } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { opensCard } from "./share-card.tsx";

/** The event, and the mark on the player, that ask its controls for their sheet with the address. */
export const shareEvent = "share";

/**
 * Opens the player's sheet with the address; where its controls are still loading, as soon as they have come. Without a
 * player or without scripts it opens the card with the address. The last of the movie's actions, as it comes after them.
 */
export function ShareButton() {
  const { t } = useTranslation();
  const share = (event: MouseEvent) => {
    const box = document.querySelector<HTMLElement>(".player");
    if (!box) return;
    event.preventDefault();
    box.dataset[shareEvent] = "";
    box.dispatchEvent(new Event(shareEvent));
  };
  return (
    <button
      type="button"
      className="button button-quiet watch-share"
      aria-haspopup="dialog"
      {...opensCard}
      onClick={share}
    >
      <Share2 aria-hidden="true" className="size-4.5" />
      {t("player.share")}
    </button>
  );
}

import { ChevronLeft, X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { directionOf } from "../../../../../contract/locales.ts";
import type { Locale } from "../../../../../contract/locales.ts";
import { dragAway } from "./drag-away.ts";

export type SheetProps = {
  title: string;
  /** The element it belongs to: shown at its lower corner if there is room. */
  box: HTMLElement;
  wide?: boolean;
  onBack?: () => void;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A native modal dialog: focus stays inside, Escape and the back gesture close it, focus returns to its button. It
 * opens from below on a phone, from the side on one held sideways, in the player's corner if there is room, and a finger
 * drags it back there. It is in
 * the top layer, so that it works in fullscreen too, and runs in the page's direction.
 */
export function Sheet({ title, box, wide = false, onBack, onClose, children }: SheetProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    const place = () => {
      const { right, bottom, left } = box.getBoundingClientRect();
      // A page that has scrolled may hold the player above the screen.
      const below = Math.min(innerHeight - bottom, innerHeight / 2);
      const around = { left, right: innerWidth - right, bottom: below };
      for (const [side, px] of Object.entries(around))
        element.style.setProperty(`--box-${side}`, `${Math.max(0, px)}px`);
    };
    place();
    element.showModal();
    addEventListener("resize", place);
    const stopDragging = dragAway(element, () => element.close());
    return () => {
      stopDragging();
      removeEventListener("resize", place);
      element.close();
    };
  }, [box]);
  return (
    <dialog
      ref={dialog}
      dir={directionOf(i18n.language as Locale)}
      aria-labelledby={id}
      className="player-sheet"
      data-wide={wide || undefined}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <header className="sheet-head">
        {onBack ? (
          <button type="button" className="control" aria-label={t("nav.back")} onClick={onBack}>
            <ChevronLeft aria-hidden="true" className="flip" />
          </button>
        ) : null}
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className="control"
          aria-label={t("controls.close")}
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden="true" />
        </button>
      </header>
      <div className="sheet-body">{children}</div>
    </dialog>
  );
}

import { useEffect, useState } from "react";

/** Pixels of the player's width from which a desktop has everything in one bar; the same as in controls.css. */
const wideFrom = 720;

/**
 * Whether the controls are in one bar below the picture, or around it. Their order in the document follows it, so that
 * the tab key moves as the eye reads.
 */
export function useWide(box: HTMLElement): boolean {
  const [wide, setWide] = useState(() => isWide(box));
  useEffect(() => {
    const observer = new ResizeObserver(() => setWide(isWide(box)));
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  return wide;
}

function isWide({ clientWidth, ownerDocument }: HTMLElement): boolean {
  return ownerDocument.documentElement.dataset.device === "desktop" && clientWidth >= wideFrom;
}

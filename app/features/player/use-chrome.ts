import { useEffect, useState, type RefObject } from "react";
import { useTranslation } from "react-i18next";

/** Fetches the controls. @returns true once they can be rendered; until then, and without scripts, the browser's own stay. */
export function useChrome(media: RefObject<HTMLVideoElement>): boolean {
  const { t, i18n } = useTranslation();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let gone = false;
    void firstFrame(media.current)
      .then(() => import("./chrome.ts"))
      .then(({ nameControls }) => {
        if (gone) return;
        nameControls(i18n.language, t);
        setReady(true);
      });
    return () => {
      gone = true;
    };
  }, [i18n, t, media]);
  return ready;
}

/** Resolves at once, but for a film that is starting already: its first picture goes before its controls on a slow line. */
function firstFrame(media: HTMLVideoElement | null): Promise<void> {
  if (!media || media.paused || media.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
    return Promise.resolve();
  return new Promise((resolve) => {
    for (const event of ["loadeddata", "pause", "error"])
      media.addEventListener(event, () => resolve(), { once: true, capture: true });
  });
}

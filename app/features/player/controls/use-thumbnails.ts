import { useEffect, useState } from "react";
import { parseThumbnails, type Thumbnail } from "./thumbnails.ts";

const none: Thumbnail[] = [];

/**
 * The pictures of the bar, loaded on first use.
 * @param url null = there are none
 */
export function useThumbnails(url: string | null, wanted: boolean): Thumbnail[] {
  const [thumbnails, setThumbnails] = useState(none);
  const [asked, setAsked] = useState(false);
  if (wanted && !asked) setAsked(true);
  useEffect(() => {
    if (!asked || !url) return;
    let gone = false;
    fetch(url)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .then((text) => {
        const found = parseThumbnails(text, new URL(url, location.href).href);
        if (!gone) setThumbnails(found);
        // Starts loading the sheet before the pointer has stopped.
        if (found[0]) new Image().src = found[0].url;
      })
      // Pictures are optional; the time is shown without them.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [asked, url]);
  return thumbnails;
}

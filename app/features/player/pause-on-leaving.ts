import { useLocation } from "@remix-run/react";
import { useEffect, type RefObject } from "react";
import { useNavigationTarget } from "../../lib/navigation-target.ts";

/**
 * Pauses the video from the tap on a link to another page until that has come. The position of a playing one is
 * rendered several times a second, and each time React begins the next page anew (decision 070). Episodes of the same
 * movie follow one another without a pause.
 */
export function PauseOnLeaving({ media }: { media: RefObject<HTMLVideoElement> }): null {
  const target = useNavigationTarget();
  const { pathname } = useLocation();
  const leaving = target !== null && withoutEpisode(target.pathname) !== withoutEpisode(pathname);
  useEffect(() => {
    const video = media.current;
    if (!leaving || !video || video.paused) return;
    video.pause();
    return () => {
      // The other page has not come.
      if (video.isConnected) void video.play().catch(() => undefined);
    };
  }, [leaving, media]);
  return null;
}

const withoutEpisode = (path: string) => path.replace(/^(\/video\/[^/]+)\/\d+$/, "$1");

import type { Source, SourceOptions } from "./feed.ts";

/** @returns whether the browser plays HLS by itself (Safari; Chromium from 142 on) */
export function playsHls(media: HTMLMediaElement): boolean {
  return media.canPlayType("application/vnd.apple.mpegurl") !== "";
}

/** @param begun the element plays already, from its own sources */
export function attachNative(
  { media, playback, startS, autoplay, tell }: SourceOptions,
  { begun }: { begun: boolean },
): Source {
  let url = playback.hls;
  const controller = new AbortController();
  const { signal } = controller;
  const load = (fromS: number) => {
    media.src = url;
    media.addEventListener("loadedmetadata", () => (media.currentTime = fromS), { once: true, signal });
  };
  const play = () =>
    void media.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "NotAllowedError") tell({ type: "blocked" });
    });
  // A source element's error is told at the source; the element itself has failed when none is left.
  const listen = { signal, capture: true };
  media.addEventListener(
    "error",
    () => {
      if (!media.error && media.networkState !== HTMLMediaElement.NETWORK_NO_SOURCE) return;
      const failure = media.error?.code === MediaError.MEDIA_ERR_DECODE ? "decode" : "network";
      tell({ type: "failed", failure });
    },
    listen,
  );
  if (!begun) {
    load(Math.max(startS, media.currentTime));
    if (autoplay) play();
  }
  return {
    // The browser chooses by itself, and tells nobody.
    chooseRendition() {},
    chooseAudio() {},
    retry() {
      load(media.currentTime || startS);
      play();
    },
    renew(fresh) {
      url = fresh.hls;
    },
    // What it fetches is the browser's to decide.
    rest() {},
    detach() {
      controller.abort();
      media.removeAttribute("src");
      media.load();
    },
  };
}

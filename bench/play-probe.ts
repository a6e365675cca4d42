/** Milliseconds since the navigation began, or since the tap that began it. */
export type Watched = {
  /** The first frame was handed to the screen. */
  firstFrameMs: number;
  /** Two seconds of the movie have been played: this reveals a player that starts and then stalls or restarts. */
  twoSecondsMs: number;
  /** State of the movie after half a minute, if it had not reached that point; the figures are then invalid. */
  stuck?: string;
};

declare global {
  // Window can only be extended as an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    watched: Promise<Watched>;
  }
}

/**
 * Runs in a page before its own scripts: calls play() on the first video once it has a source, and again if the page
 * changes the source, and records when the movie is visible. It must not use anything outside itself.
 */
export function playAndWatch(): void {
  let began = 0;
  addEventListener("pointerdown", () => (began ||= performance.now()), { capture: true });
  window.watched = new Promise((done) => {
    let firstFrameMs = NaN;
    const attend = (video: HTMLVideoElement): void => {
      const play = (): void =>
        void (video.paused && Number.isNaN(firstFrameMs) && video.play().catch(() => {}));
      play();
      // A new source pauses the pending play.
      video.addEventListener("loadstart", play);
      video.addEventListener("pause", play);
      video.requestVideoFrameCallback((now) => (firstFrameMs = now - began));
      const late = setTimeout(() => {
        clearInterval(check);
        const { paused, readyState, networkState, currentTime, error, buffered } = video;
        const loaded = Array.from({ length: buffered.length }, (_, at) => [
          buffered.start(at),
          buffered.end(at),
        ]);
        const state = { paused, readyState, networkState, currentTime, loaded, error: error?.message };
        done({ firstFrameMs, twoSecondsMs: NaN, stuck: JSON.stringify({ firstFrameMs, ...state }) });
      }, 30_000);
      const check = setInterval(() => {
        if (video.currentTime < 2 || Number.isNaN(firstFrameMs)) return;
        clearInterval(check);
        clearTimeout(late);
        done({ firstFrameMs, twoSecondsMs: performance.now() - began });
      }, 20);
    };
    const look = (): void => {
      const video = document.querySelector("video");
      // During parsing, a video may exist before its sources.
      if (!video || !(video.hasAttribute("src") || video.querySelector("source"))) return;
      observer.disconnect();
      attend(video);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, attributeFilter: ["src"] });
    look();
  });
}

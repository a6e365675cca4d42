/**
 * Milliseconds after the load event, and after the last touch, before background work starts: visible content comes
 * first.
 */
const restMs = 2_000;

/**
 * @returns a promise that resolves when the page has loaded, the user does not touch it, no video is starting and the
 * browser is idle
 */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  let calmSince = performance.now();
  const touch = () => (calmSince = performance.now());
  document.addEventListener("pointerdown", touch, { capture: true, passive: true });
  for (let left = restMs; left > 0; left = calmSince + restMs - performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, left));
    await playbackShown();
  }
  document.removeEventListener("pointerdown", touch, { capture: true });
  // Safari has no such callback; there the delay above has to do.
  await new Promise<void>((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(() => resolve(), { timeout: 5_000 }) : resolve(),
  );
}

/** Resolves at once, unless a video wants to play and has nothing to show yet. */
async function playbackShown(): Promise<void> {
  const video = document.querySelector("video");
  if (!video || video.paused || video.readyState > HTMLMediaElement.HAVE_CURRENT_DATA) return;
  await new Promise<void>((resolve) => {
    for (const event of ["playing", "pause", "error", "emptied"])
      video.addEventListener(event, () => resolve(), { once: true });
  });
}

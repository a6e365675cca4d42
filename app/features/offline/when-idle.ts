/** Milliseconds after the load event before anything is done on the side: what people look at comes first. */
const restMs = 2_000;

/** @returns a promise of the moment when the page has loaded and the browser has nothing else to do */
export async function whenIdle(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve, restMs));
  // Safari has no such callback; there the rest above has to do.
  await new Promise<void>((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(() => resolve(), { timeout: 5_000 }) : resolve(),
  );
}

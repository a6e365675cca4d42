/** Where browsers look for the service worker, and at each visit for a newer one. */
export const workerPath = "/entry.worker.js";

/**
 * Takes the place of the service worker where the operator has switched it off: browsers that have ours fetch this in
 * its stead, and it removes all that ours kept and itself. What waits to be sent stays, for the page to send.
 */
export const farewellWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
`;

export const farewellHeaders = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "no-store",
};

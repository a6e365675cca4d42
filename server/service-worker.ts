/** URL of the service worker; browsers check it for a newer one at each visit. */
export const workerPath = "/entry.worker.js";

/**
 * Replaces the service worker when the operator has switched it off: browsers that have ours fetch this one, which
 * removes all of its caches and then itself. Unsent data stays, for the page to send.
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

import type { HushMessage } from "./protocol.ts";

/** Asks the worker to fetch nothing on the side for a while: somebody waits for something. */
export function hushWorker(): void {
  const message: HushMessage = { type: "hush" };
  navigator.serviceWorker?.controller?.postMessage(message);
}

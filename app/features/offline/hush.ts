import type { HushMessage } from "./protocol.ts";

/** Asks the worker to stop its prefetch for a while: the user waits for something. */
export function hushWorker(): void {
  const message: HushMessage = { type: "hush" };
  navigator.serviceWorker?.controller?.postMessage(message);
}

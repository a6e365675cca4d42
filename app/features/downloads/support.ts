import { askSpace } from "./space.ts";

/** Why this browser can't keep films. */
export type Missing = "worker" | "storage" | "player" | "private";

/** Kept films are read by a service worker, so none of it works without one. The smallest grant worth trying, in bytes. */
const leastQuota = 200_000_000;

/** @returns null where films can be kept */
export async function whatIsMissing(): Promise<Missing | null> {
  const off = document.documentElement.dataset.worker === "off";
  if (!("serviceWorker" in navigator) || off) return "worker";
  // The player of the browser itself asks past the service worker; only what scripts feed it reaches the kept files.
  if (!("MediaSource" in window) && !("ManagedMediaSource" in window)) return "player";
  if (!("caches" in window) || !("indexedDB" in window) || !("locks" in navigator)) return "storage";
  const space = await askSpace();
  if (!space) return "storage";
  try {
    await caches.has("any");
  } catch {
    return "private";
  }
  return space.usedBytes + space.freeBytes < leastQuota ? "private" : null;
}

import { askSpace } from "./space.ts";

/** Why this browser can't download. */
export type Missing = "worker" | "storage" | "player" | "private";

/** Downloads need a service worker to read them. The smallest storage grant worth trying, in bytes. */
const leastQuota = 200_000_000;

/** @returns null if downloads are possible */
export async function whatIsMissing(): Promise<Missing | null> {
  const off = document.documentElement.dataset.worker === "off";
  if (!("serviceWorker" in navigator) || off) return "worker";
  // The browser's own player bypasses the service worker; only a player fed by scripts reaches the downloaded files.
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

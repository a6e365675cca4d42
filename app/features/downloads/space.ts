/** Bytes left free for the rest of the device: a full disk breaks more than a download. */
const reserveBytes = 50_000_000;

export type Space = { usedBytes: number; freeBytes: number };

/** The storage that the browser grants this site, and how much of it is left. Null if the browser doesn't say. */
export async function askSpace(): Promise<Space | null> {
  try {
    const { usage, quota } = (await navigator.storage?.estimate()) ?? {};
    if (usage === undefined || quota === undefined) return null;
    return { usedBytes: usage, freeBytes: Math.max(0, quota - usage) };
  } catch {
    return null;
  }
}

/**
 * Asks the browser not to clear downloads by itself. If it refuses, a download can be lost when the device is short of
 * room, and is then shown as lost.
 */
export async function askToPersist(): Promise<boolean> {
  try {
    const { storage } = navigator;
    return (await storage?.persisted?.()) || ((await storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
}

/** Whether so many bytes fit and leave the reserve free. False if the browser doesn't say. */
export function fits(bytes: number, space: Space | null): boolean {
  return space !== null && bytes + reserveBytes <= space.freeBytes;
}

/** Bytes left for the rest of the device's life: a full disk breaks more than a film. */
export const reserveBytes = 50_000_000;

export type Space = { usedBytes: number; freeBytes: number };

/** What the browser grants this site, and how much of it is left. Null where it doesn't say. */
export async function askSpace(
  storage: StorageManager | undefined = navigator.storage,
): Promise<Space | null> {
  try {
    const { usage, quota } = (await storage?.estimate()) ?? {};
    if (usage === undefined || quota === undefined) return null;
    return { usedBytes: usage, freeBytes: Math.max(0, quota - usage) };
  } catch {
    return null;
  }
}

/**
 * Asks the browser not to clear films away by itself. It decides; where it refuses, a film can be lost when the device
 * is short of room, and is shown as lost then.
 */
export async function askToPersist(
  storage: StorageManager | undefined = navigator.storage,
): Promise<boolean> {
  try {
    return (await storage?.persisted?.()) || ((await storage?.persist?.()) ?? false);
  } catch {
    return false;
  }
}

/** Whether so many bytes can be kept and the reserve stays. Without a word from the browser nothing can. */
export function fits(bytes: number, space: Space | null): boolean {
  return space !== null && bytes + reserveBytes <= space.freeBytes;
}

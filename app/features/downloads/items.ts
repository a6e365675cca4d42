import { readAccountNote } from "../../lib/account-note.ts";
import { channelName, keptFlag, type Download } from "./protocol.ts";
import type { DownloadStore } from "./store.ts";

/** Milliseconds between two reads of the store while a download runs. */
const calmMs = 200;

export type Items = ReturnType<typeof createItems>;

/** This user's downloads as pages show them, kept up to date between all open pages. */
export function createItems(store: DownloadStore) {
  const channel = new BroadcastChannel(channelName);
  const listeners = new Set<() => void>();
  let items: Download[] | null = null;
  let look: ReturnType<typeof setTimeout> | null = null;

  async function refresh(): Promise<void> {
    const { mark, sure } = await readAccountNote();
    const all = await store.all().catch(() => []);
    items = sure ? all.filter((download) => download.mark === mark) : [];
    flag(all.length > 0);
    for (const listener of listeners) listener();
  }
  function lookSoon(): void {
    look ??= setTimeout(() => {
      look = null;
      void refresh();
    }, calmMs);
  }
  channel.addEventListener("message", lookSoon);

  return {
    /** The first added first; null until they are known. */
    known: () => items,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (items === null) void refresh();
      return () => listeners.delete(listener);
    },
    refresh,
    /** Shows a change here and on the other pages, soon. */
    changed(): void {
      if (!look) channel.postMessage("changed");
      lookSoon();
    },
    /** Shows a change on the other pages, and resolves when it is shown here. */
    async show(): Promise<void> {
      channel.postMessage("changed");
      await refresh();
    },
  };
}

/** Remembers for later pages whether this device has downloads. */
export function flag(any: boolean): void {
  try {
    if (any) localStorage.setItem(keptFlag, "1");
    else localStorage.removeItem(keptFlag);
  } catch {
    // Without it, a page learns only later that a download exists.
  }
}

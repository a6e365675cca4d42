import type { DownloadLicence } from "../../../contract/index.ts";
import { run } from "./database.ts";
import { unknownTime, type LicenceClock } from "./licence-clock.ts";
import type { Download } from "./protocol.ts";

/** The records of downloads: for pages and the service worker, and kept across a restart. */
export type DownloadStore = {
  /** The first added first. */
  all: () => Promise<Download[]>;
  get: (key: string) => Promise<Download | undefined>;
  /**
   * Writes the result of `change` for a download, in one transaction; undefined deletes it.
   * @returns the record as it now is
   */
  update: (
    key: string,
    change: (download: Download | undefined) => Download | undefined,
  ) => Promise<Download | undefined>;
  /** The files to fetch, from the server's last answer; stored apart, because an episode has thousands of files. */
  plan: (licence: string) => Promise<DownloadLicence | undefined>;
  keepPlan: (plan: DownloadLicence) => Promise<void>;
  dropPlan: (licence: string) => Promise<void>;
  clock: () => Promise<LicenceClock>;
  setClock: (clock: LicenceClock) => Promise<void>;
  clear: () => Promise<void>;
};

const theClock = "known";

/** The store in IndexedDB. */
export function openDownloads(factory: IDBFactory = indexedDB): DownloadStore {
  return {
    async all() {
      const found = await run(
        factory,
        "download",
        "readonly",
        (store) => store.getAll() as IDBRequest<Download[]>,
      );
      return found.sort((a, b) => a.addedAt - b.addedAt);
    },
    get: (key) =>
      run(factory, "download", "readonly", (store) => store.get(key) as IDBRequest<Download | undefined>),
    async update(key, change) {
      let next: Download | undefined;
      await run(factory, "download", "readwrite", (store) => {
        const found = store.get(key) as IDBRequest<Download | undefined>;
        found.onsuccess = () => {
          next = change(found.result);
          if (next) store.put(next);
          else store.delete(key);
        };
        return null;
      });
      return next;
    },
    plan: (licence) =>
      run(
        factory,
        "plan",
        "readonly",
        (store) => store.get(licence) as IDBRequest<DownloadLicence | undefined>,
      ),
    keepPlan: async (plan) => void (await run(factory, "plan", "readwrite", (store) => store.put(plan))),
    dropPlan: async (licence) => {
      await run(factory, "plan", "readwrite", (store) => store.delete(licence));
    },
    clock: async () =>
      (await run(
        factory,
        "clock",
        "readonly",
        (store) => store.get(theClock) as IDBRequest<LicenceClock | undefined>,
      )) ?? unknownTime,
    setClock: async (clock) => {
      await run(factory, "clock", "readwrite", (store) => store.put(clock, theClock));
    },
    async clear() {
      // The clock stays: it belongs to no user, and deleting it would be a way to set it back.
      await run(factory, "download", "readwrite", (store) => store.clear());
      await run(factory, "plan", "readwrite", (store) => store.clear());
    },
  };
}

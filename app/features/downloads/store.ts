import type { DBSchema } from "idb";
import type { DownloadLicence } from "../../../contract/index.ts";
import { updateRecord, withDatabase, type SiteDatabase } from "../../lib/indexed-db.ts";
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

type Tables = DBSchema & {
  download: { key: string; value: Download };
  plan: { key: string; value: DownloadLicence };
  clock: { key: string; value: LicenceClock };
};
const database: SiteDatabase<Tables> = {
  name: "matinee-downloads",
  create(made) {
    made.createObjectStore("download", { keyPath: "key" });
    made.createObjectStore("plan", { keyPath: "licence" });
    made.createObjectStore("clock");
  },
};

/** The store in IndexedDB. */
export function openDownloads(): DownloadStore {
  return {
    async all() {
      const found = await withDatabase(database, (opened) => opened.getAll("download"));
      return found.sort((a, b) => a.addedAt - b.addedAt);
    },
    get: (key) => withDatabase(database, (opened) => opened.get("download", key)),
    update: (key, change) =>
      withDatabase(database, (opened) => updateRecord(opened, "download", key, change)),
    plan: (licence) => withDatabase(database, (opened) => opened.get("plan", licence)),
    keepPlan: async (plan) => void (await withDatabase(database, (opened) => opened.put("plan", plan))),
    dropPlan: (licence) => withDatabase(database, (opened) => opened.delete("plan", licence)),
    clock: () =>
      withDatabase(database, async (opened) => (await opened.get("clock", theClock)) ?? unknownTime),
    setClock: async (clock) =>
      void (await withDatabase(database, (opened) => opened.put("clock", clock, theClock))),
    clear: () =>
      withDatabase(database, async (opened) => {
        // The clock stays: it belongs to no user, and deleting it would be a way to set it back.
        await opened.clear("download");
        await opened.clear("plan");
      }),
  };
}

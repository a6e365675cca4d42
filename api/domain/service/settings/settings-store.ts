import { desc } from "drizzle-orm";
import {
  settingDefaults,
  settingFields,
  type SettingKey,
  type SettingValues,
} from "../../../../contract/service/settings.ts";
import type { Db } from "../../../db/client.ts";
import { settingChanges, settingRows } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";

export type KnownSettings = { values: SettingValues; revision: number };

export type SettingsStore = {
  /** The current copy, without a query. @throws Failure unavailable before the first read */
  known: () => KnownSettings;
  /** The current copy; null before the first read. */
  seen: () => KnownSettings | null;
  /**
   * Checks whether another process has changed a setting, if the last check is old enough.
   * @throws Failure unavailable before the first read: the defaults may be more open than the settings
   */
  fresh: () => Promise<void>;
  /** Checks at once, because another process has changed a setting. */
  recheck: () => void;
  /** Reads everything again, for a save. */
  load: (db: Db) => Promise<KnownSettings>;
  /** Applies a save of this process at once. */
  take: (known: KnownSettings) => void;
};

/** As disks and interfaces count: 1 GB is 1,000 MB. */
const megabyte = 1000 ** 2;

/** The size limit of uploads in general, in bytes. */
export function uploadMaxBytes({ uploadMaxGigabytes }: SettingValues): number {
  return uploadMaxGigabytes * 1000 * megabyte;
}

/** The size limit of uploaded pictures, in bytes. */
export function pictureMaxBytes({ pictureMaxMegabytes }: SettingValues): number {
  return pictureMaxMegabytes * megabyte;
}

/** When to retry while the settings can't be read. Seconds. */
const retryAfterS = 5;

/**
 * The current settings, kept in memory: read often, changed rarely. Each process asks the database for the newest
 * revision at most every `freshMs`, and no call waits longer than `waitMs` for it: if the database is away, the last
 * copy stays in use. Before the first read nothing is known, and the defaults must not decide anything: calls wait for it
 * up to `firstWaitMs`, as a busy machine may need a second for the first query of a process.
 * @param base values of settings that are not set, instead of the product's own defaults
 */
export function createSettings({
  db,
  base = {},
  freshMs = 2_000,
  waitMs = 500,
  firstWaitMs = 3_000,
  now = Date.now,
}: {
  db: Db;
  base?: Partial<SettingValues>;
  freshMs?: number;
  waitMs?: number;
  firstWaitMs?: number;
  now?: () => number;
}): SettingsStore {
  const defaults = { ...settingDefaults, ...base };
  let current: KnownSettings | null = null;
  let lookedAt = -Infinity;
  let looking: Promise<void> | null = null;

  async function load(from: Db): Promise<KnownSettings> {
    const revision = await newestRevision(from);
    const rows = await from.select().from(settingRows);
    const set = rows.flatMap(({ key, value }) => (isSetting(key, value) ? [[key, value]] : []));
    return { values: { ...defaults, ...Object.fromEntries(set) } as SettingValues, revision };
  }

  async function look(): Promise<void> {
    try {
      if ((await newestRevision(db)) !== current?.revision) current = await load(db);
    } catch {
      // The asking call will report that the database is away, if it needs the database.
    } finally {
      looking = null;
      lookedAt = now();
    }
  }

  function known(): KnownSettings {
    if (!current) throw new Failure("unavailable", [], retryAfterS);
    return current;
  }

  return {
    known,
    seen: () => current,
    load,
    async fresh() {
      if (current && now() - lookedAt < freshMs) return;
      looking ??= look();
      await within(looking, current ? waitMs : firstWaitMs);
      known();
    },
    recheck() {
      lookedAt = -Infinity;
      void (looking ?? Promise.resolve()).then(() => (looking ??= look()));
    },
    take(known) {
      current = known;
      lookedAt = now();
    },
  };
}

/** A setting of another version of the product, or one written by hand, counts only if it is still valid. */
function isSetting(key: string, value: unknown): boolean {
  return Object.hasOwn(settingFields, key) && settingFields[key as SettingKey].safeParse(value).success;
}

async function newestRevision(db: Db): Promise<number> {
  const [row] = await db
    .select({ revision: settingChanges.revision })
    .from(settingChanges)
    .orderBy(desc(settingChanges.revision))
    .limit(1);
  return row?.revision ?? 0;
}

function within(work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

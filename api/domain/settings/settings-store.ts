import { desc } from "drizzle-orm";
import {
  settingDefaults,
  settingFields,
  type SettingKey,
  type SettingValues,
} from "../../../contract/settings.ts";
import type { Db } from "../../db/client.ts";
import { settingChanges, settingRows } from "../../db/schema.ts";

export type KnownSettings = { values: SettingValues; revision: number };

export type SettingsStore = {
  /** What is known now, without a look at the database. */
  known: () => KnownSettings;
  /** Looks whether another process has changed something, where the last look was a while ago. Never rejects. */
  fresh: () => void | Promise<void>;
  /** All of it anew, as a save needs it. */
  load: (db: Db) => Promise<KnownSettings>;
  /** What was saved here holds here at once. */
  take: (known: KnownSettings) => void;
};

/**
 * The settings that hold, kept in memory: read often, changed rarely. Each process asks the database for the newest
 * revision at most every `freshMs`, and no call waits longer than `waitMs` for it: where the database is away, what was
 * known goes on.
 * @param base what holds where nothing is set, instead of the product's own defaults
 */
export function createSettings({
  db,
  base = {},
  freshMs = 2_000,
  waitMs = 500,
  now = Date.now,
}: {
  db: Db;
  base?: Partial<SettingValues>;
  freshMs?: number;
  waitMs?: number;
  now?: () => number;
}): SettingsStore {
  const defaults = { ...settingDefaults, ...base };
  let current: KnownSettings = { values: defaults, revision: 0 };
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
      if ((await newestRevision(db)) !== current.revision) current = await load(db);
    } catch {
      // The call that asked will say that the database is away, if it needs it.
    } finally {
      looking = null;
      lookedAt = now();
    }
  }

  return {
    known: () => current,
    load,
    fresh() {
      if (now() - lookedAt < freshMs) return;
      looking ??= look();
      return within(looking, waitMs);
    },
    take(known) {
      current = known;
      lookedAt = now();
    },
  };
}

/** A setting of an older or newer version of the product, or one written by hand, counts only where it still fits. */
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

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
  /** What is known now, without a look at the database. @throws Failure unavailable before anything is known */
  known: () => KnownSettings;
  /**
   * Looks whether another process has changed something, where the last look was a while ago.
   * @throws Failure unavailable, as a rejection, while nothing is known: the defaults may be more open than what is set
   */
  fresh: () => void | Promise<void>;
  /** All of it anew, as a save needs it. */
  load: (db: Db) => Promise<KnownSettings>;
  /** What was saved here holds here at once. */
  take: (known: KnownSettings) => void;
};

/** When to ask again while the settings can't be read. Seconds. */
const retryAfterS = 5;

/**
 * The settings that hold, kept in memory: read often, changed rarely. Each process asks the database for the newest
 * revision at most every `freshMs`, and no call waits longer than `waitMs` for it: where the database is away, what was
 * known goes on. Before the first answer nothing is known, and nothing may be decided by the defaults.
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
      // The call that asked will say that the database is away, if it needs it.
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
    load,
    fresh() {
      if (current && now() - lookedAt < freshMs) return;
      looking ??= look();
      return within(looking, waitMs).then(() => void known());
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

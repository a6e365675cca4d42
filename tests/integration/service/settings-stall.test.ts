import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { settingChanges, settingRows } from "../../../api/db/schema.ts";
import { createSettings } from "../../../api/domain/service/settings/settings-store.ts";
import { settingDefaults, type SettingValues } from "../../../contract/service/settings.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

/** What the operator has closed stays closed while the database does not say so. */
const closed: Partial<SettingValues> = {
  ...{ signUp: "closed", guestWatching: false, downloads: "nobody", diagnostics: "off" },
};
let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  await addMovie(backend.db, { id: "a-film" });
  await set(1, closed);
});
afterAll(() => backend.close());

/** As another process saves settings. */
async function set(revision: number, values: Partial<SettingValues>): Promise<void> {
  await backend.db.insert(settingChanges).values({ revision, at: new Date(), changes: [] });
  for (const [key, value] of Object.entries(values))
    await backend.db
      .insert(settingRows)
      .values({ key, value, revision })
      .onConflictDoUpdate({ target: settingRows.key, set: { value, revision } });
}

/** Nothing of the settings is answered until the work is done. */
async function stalled<T>(work: () => Promise<T>): Promise<T> {
  let release!: () => void;
  let hold!: () => void;
  const held = new Promise<void>((resolve) => (hold = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  const done = backend.db.transaction(async (tx) => {
    await tx.execute(sql`lock table setting_change in access exclusive mode`);
    hold();
    await released;
  });
  await held;
  try {
    return await work();
  } finally {
    release();
    await done;
  }
}

test("the first read of a process may take longer than a check of known settings", async () => {
  const store = createSettings({ db: backend.db, waitMs: 20, firstWaitMs: 10_000 });
  let checked: Promise<void> | undefined;
  await stalled(async () => {
    checked = store.fresh();
    checked.catch(() => undefined);
    await setTimeout(100);
  });
  await checked;
  expect(store.known().values).toMatchObject(closed);
});

test("a process that has read no settings yet answers nothing by the open defaults: it is busy", async () => {
  const busy = { status: 503, c: 503 };
  await stalled(async () => {
    const body = { email: "new@example.test", password: "correct horse" };
    const asked = backend.fetch("/api/config");
    const answers = await Promise.all([
      backend.get("config"),
      backend.post("identity/sign-up", body),
      backend.get("playback/start", "?id=a-film"),
    ]);
    for (const answer of answers) expect(answer).toMatchObject(busy);
    const config = await asked;
    expect([config.status, config.headers.get("Retry-After")]).toEqual([503, "5"]);
  });
  await expect.poll(async () => (await backend.get("config")).c).toBe(0);
  expect((await backend.get("config")).d).toMatchObject({
    ...{ signUp: "closed", guestWatching: false, downloads: "nobody", diagnostics: false },
  });
});

test("a process that knows settings keeps them, however long the database does not answer", async () => {
  let now = 0;
  const store = createSettings({ db: backend.db, waitMs: 20, now: () => now });
  await vi.waitFor(() => store.fresh());
  expect(store.known().values).toEqual({ ...settingDefaults, ...closed });
  await stalled(async () => {
    for (now = 3_000; now < 3_600_000; now += 600_000) {
      await store.fresh();
      expect(store.known().values).toMatchObject(closed);
    }
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));

import { link, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { eq, ne } from "drizzle-orm";
import { createBackend } from "../../api/compose.ts";
import { openDatabase } from "../../api/db/client.ts";
import { assets } from "../../api/db/schema.ts";
import { demoTitles } from "../../api/demo/catalogue/titles.ts";
import { seedDemo } from "../../api/demo/seed-demo.ts";
import { openStudio } from "../../api/demo/studio.ts";
import { accounts } from "./accounts.ts";
import { loadSecret } from "../../server/secret.ts";

/** A title whose film is not made in the browser tests' catalogue. */
export const waitingTitle = demoTitles.filter(({ kind }) => kind === "film").at(-1)!;

/**
 * The demo's catalogue, accounts and pictures with one real film for all of its titles: the browser can't tell,
 * and the suite does not wait for thirty-four.
 */
export async function seedBrowserData(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  const studio = openStudio({ dataDir, ffmpegPath: undefined });
  try {
    const { identity } = createBackend({
      database,
      dataDir,
      localesDir: "locales",
      secret: await loadSecret({ given: undefined, dataDir }),
      nativeHostSecret: undefined,
      firebase: null,
      mediaAccel: undefined,
      mail: null,
      demo: false,
      version: "0",
      clock: { now: () => new Date() },
      onBug: (error) => {
        throw error;
      },
      checkAnswers: true,
    });
    await seedDemo({ db: database.db, identity, accounts: Object.values(accounts) }, new Date());
    for (const { id } of demoTitles) await studio.run({ kind: "artwork", title: id }, () => {});
    const first = demoTitles[0]!;
    const made = `${first.id}-1`;
    const film = await studio.run(
      { kind: "film", title: first.id, index: 1, asset: made, awaited: true },
      () => {},
    );
    const waiting = `${waitingTitle.id}-1`;
    for (const { id } of await database.db.select({ id: assets.id }).from(assets)) {
      if (id !== made && id !== waiting)
        await linkFolder(join(dataDir, "media", made), join(dataDir, "media", id));
    }
    await database.db
      .update(assets)
      .set({ state: "ready", ...film, readyAt: new Date() })
      .where(ne(assets.id, waiting));
    await database.db.update(assets).set({ state: "waiting" }).where(eq(assets.id, waiting));
  } finally {
    studio.close();
    await database.close();
  }
}

async function linkFolder(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, path.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    await link(path, target);
  }
}

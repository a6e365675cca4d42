import { join } from "node:path";
import { eq, ne } from "drizzle-orm";
import { createBackend } from "../../api/compose.ts";
import { openDatabase, type Db } from "../../api/db/client.ts";
import { assets, feedback, users } from "../../api/db/schema.ts";
import { demoTitles } from "../../api/demo/catalogue/titles.ts";
import { seedDemo } from "../../api/demo/seed-demo.ts";
import { openStudio } from "../../api/demo/studio.ts";
import { accounts } from "./accounts.ts";
import { linkFolder } from "./link-folder.ts";
import { loadSecret } from "../../server/secret.ts";

/** A title whose film is not made in the browser tests' catalogue. */
export const waitingTitle = demoTitles.filter(({ kind }) => kind === "film").at(-1)!;

/** A message of the journeys' user that has been answered. */
export const answeredReceipt = "JRNY-1234-ABCD";

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
    await answerMessage(database.db);
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

async function answerMessage(db: Db): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.email, accounts.user.email));
  await db.insert(feedback).values({
    receipt: answeredReceipt,
    uid: user!.uid,
    key: "9b2f1c6e-3c1d-4f6a-8e57-0f0a6f1d2c3b",
    category: "playback",
    text: "The sound came late",
    context: { page: "/video/somewhere", device: "mobile" },
    reply: "It is mended now.",
    repliedAt: new Date("2026-11-20T10:00:00Z"),
    repliedBy: "ada",
    createdAt: new Date("2026-11-19T10:00:00Z"),
  });
}

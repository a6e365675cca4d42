import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { createBackend } from "../../api/compose/create-backend.ts";
import { openDatabase, type Db } from "../../api/db/client.ts";
import { feedback, settingChanges, settingRows, users } from "../../api/db/schema.ts";
import { seedActivity } from "../../demo/activity.ts";
import { demoMovies } from "../../demo/catalogue/movies.ts";
import { seedDemo } from "../../demo/seed-demo.ts";
import { storeAsset } from "../../demo/store-asset.ts";
import { openStudio, type Studio } from "../../demo/studio.ts";
import { accounts } from "./accounts.ts";
import { openOldSessions } from "./old-sessions.ts";
import { linkFolder } from "./link-folder.ts";
import { loadSecret } from "../../server/secret.ts";

/** A title whose video is not made in the browser tests' catalogue. */
export const waitingMovie = demoMovies.filter(({ kind }) => kind === "film").at(-1)!;

/** A video whose files are missing. */
export const lostMovie = demoMovies.filter(({ kind }) => kind === "film").at(-2)!;

/** A video with everything a video can have: chapters, subtitles, captions, and two sounds. It is free. */
export const richMovie = demoMovies.find(({ id }) => id === "a-house-under-the-aurora")!;

/** A free series of four episodes, each with subtitles and with marks for its intro (2 to 8 s) and its credits (43 s). */
export const markedSeries = demoMovies.find(({ id }) => id === "small-stations")!;

/** A message of the journeys' user that has been answered. */
export const answeredReceipt = "JRNY-1234-ABCD";

/**
 * The demo's catalogue, accounts and pictures, with one real video for all of its titles: encoding thirty-five takes too
 * long. Each has the subtitles, chapters and marks of the demo; only the rich title has the second sound.
 */
export async function seedBrowserData(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir });
  // Each takes one task at a time, and there are two processors.
  const studios = [0, 1].map(() => openStudio({ dataDir, ffmpegPath: undefined }));
  const [drawing, filming] = studios as [Studio, Studio];
  try {
    const { identity, assetStore } = createBackend({
      database,
      dataDir,
      localesDir: "locales",
      secret: await loadSecret({ given: undefined, dataDir }),
      version: "0",
      clock: { now: () => new Date() },
      onBug: (error) => {
        throw error;
      },
      checkAnswers: true,
    });
    const made = `${richMovie.id}-1`;
    const seed = async () => {
      await seedDemo({ db: database.db, identity, accounts: Object.values(accounts) }, new Date());
      await seedActivity(database.db, new Date());
      await answerMessage(database.db);
      await openOldSessions(database.db);
      await allowStreams(database.db);
    };
    const draw = async () => {
      for (const { id } of demoMovies) await drawing.run({ kind: "artwork", title: id }, () => {});
    };
    const [encoded] = await Promise.all([
      filming.run({ kind: "film", title: richMovie.id, index: 1, asset: made, awaited: true }, () => {}),
      seed(),
      draw(),
    ]);
    for (const { id, index } of demoMovies.flatMap(({ id, episodes }) =>
      episodes.map((one) => ({ id, index: one.index })),
    )) {
      if (id === waitingMovie.id) continue;
      const asset = `${id}-${index}`;
      if (asset !== made) await copyVideo(join(dataDir, "media", made), join(dataDir, "media", asset));
      await storeAsset({ db: database.db, assetStore }, { id, index, encoded });
      if (id === lostMovie.id) await rm(join(dataDir, "media", asset), { recursive: true });
    }
  } finally {
    for (const studio of studios) studio.close();
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

/** The same video with one sound. */
async function copyVideo(from: string, to: string): Promise<void> {
  await linkFolder(from, to);
  await rm(join(to, "sound_1"), { recursive: true });
  const master = join(to, "master.m3u8");
  const text = await readFile(master, "utf8");
  // The other folder's playlist is the same file until it is removed here.
  await rm(master);
  await writeFile(master, text.replace(/^#EXT-X-MEDIA:.*\n/gm, "").replaceAll(',AUDIO="sound"', ""));
}

/** Journeys share an account, and a browser that is closed between them says nothing: its stream lasts a minute. */
async function allowStreams(db: Db): Promise<void> {
  const setting = { key: "streams", value: 20 };
  const changes = [{ key: setting.key, before: null, after: setting.value }];
  await db.insert(settingRows).values({ ...setting, revision: 1 });
  await db.insert(settingChanges).values({ revision: 1, at: new Date(), changes });
}

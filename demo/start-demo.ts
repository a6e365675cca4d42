import { access, rm } from "node:fs/promises";
import { join } from "node:path";
import { eq, inArray, ne } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";
import { assets } from "../api/db/schema.ts";
import type { CatalogueCache } from "../api/domain/catalogue/catalogue-cache.ts";
import type { IdentityProvider } from "../api/ports/identity.ts";
import { seedActivity } from "./activity.ts";
import { seedAudience } from "./audience.ts";
import { demoMovies } from "./catalogue/movies.ts";
import { demoAccounts } from "./demo-accounts.ts";
import type { DemoMovie } from "./demo-movie.ts";
import { stillIdOf } from "./episode-scene.ts";
import { seedDemo } from "./seed-demo.ts";
import { bringSubtitles, storeAsset } from "./store-asset.ts";
import { openStudio, type Studio } from "./studio.ts";
import type { Files } from "../api/ports/files.ts";
import { createTerminalProgress, type TerminalProgress } from "./terminal-progress.ts";

export type DemoOptions = {
  db: Db;
  identity: IdentityProvider;
  cache: CatalogueCache;
  /** Place that movies are served from. The demo makes them in `media/` of `dataDir`, so it must be that folder. */
  assetStore: Files;
  dataDir: string;
  ffmpegPath: string | undefined;
  /** Public address of the service. */
  url: string;
  signal: AbortSignal;
  onError: (error: unknown) => void;
};

type Film = { title: DemoMovie; index: number; asset: string };

/**
 * Runs before the server listens: makes accounts, catalogue, and a picture for every title, so that no page has gaps.
 */
export async function prepareDemo(options: Omit<DemoOptions, "url" | "signal">): Promise<void> {
  const progress = createTerminalProgress(process.stdout);
  const now = new Date();
  await seedDemo(options, now);
  await seedAudience(options.db, now);
  await seedActivity(options.db, now);
  const missing: DemoMovie[] = [];
  for (const title of demoMovies)
    if (!(await exists(lastPicture(options.dataDir, title)))) missing.push(title);
  if (missing.length === 0) return;
  const studio = openStudio(options);
  try {
    for (const [done, title] of missing.entries()) {
      progress.show(`Drawing the posters: ${done + 1} of ${missing.length}`, done / missing.length);
      await studio.run({ kind: "artwork", title: title.id }, () => {});
    }
    progress.say(`Drew the posters of ${missing.length} titles`);
  } finally {
    studio.close();
  }
}

/**
 * Runs once the server listens: prints its address and makes the movies one after another, continuing from an earlier
 * start.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { db, dataDir, signal } = options;
  const progress = createTerminalProgress(process.stdout);
  welcome(progress, options.url);
  // Left half-made by an ended process; encoding writes to a temporary folder, so none of it is playable.
  await db
    .update(assets)
    .set({ state: "waiting" })
    .where(inArray(assets.state, ["encoding", "failed"]));
  await rm(join(dataDir, "work"), { recursive: true, force: true });
  await bringSubtitles(options);
  const assetStore = await waitingVideos(db);
  if (assetStore.length === 0) return progress.say("All films are ready.");
  const studio = openStudio(options);
  signal.addEventListener("abort", studio.close, { once: true });
  makeVideos(assetStore, { ...options, studio, progress })
    .catch((error: unknown) => signal.aborted || options.onError(error))
    .finally(studio.close);
}

async function makeVideos(
  assetStore: Film[],
  {
    db,
    assetStore: assetReader,
    cache,
    signal,
    studio,
    progress,
    onError,
  }: DemoOptions & { studio: Studio; progress: TerminalProgress },
): Promise<void> {
  let failed = 0;
  for (const [done, { title, index, asset }] of assetStore.entries()) {
    if (signal.aborted) return;
    const name = title.texts.en?.title ?? title.id;
    const label = `Making film ${done + 1} of ${assetStore.length}: ${name}${title.episodes.length > 1 ? ` ${index}` : ""}`;
    const show = (fraction: number) => progress.show(label, (done + fraction) / assetStore.length);
    show(0);
    await db.update(assets).set({ state: "encoding" }).where(eq(assets.id, asset));
    try {
      const encoded = await studio.run(
        { kind: "film", title: title.id, index, asset, awaited: done === 0 },
        show,
      );
      await storeAsset({ db, assetStore: assetReader }, { id: title.id, index, encoded });
    } catch (error) {
      if (signal.aborted) return;
      failed += 1;
      await db.update(assets).set({ state: "failed" }).where(eq(assets.id, asset));
      onError(error);
      // A failure of the first movie most likely affects all of them (no ffmpeg): report it once, not thirty times.
      if (failed === done + 1 && failed >= 2)
        return progress.say("The films can't be made here; see the error above.");
    }
    cache.clear();
  }
  progress.say(
    failed === 0
      ? "All films are ready."
      : `${assetStore.length - failed} films are ready, ${failed} could not be made.`,
  );
}

/**
 * Movies not made yet: first one episode of each title, with the hero's and the free ones in front, then the other
 * episodes.
 */
async function waitingVideos(db: Db): Promise<Film[]> {
  const waiting = new Set(
    (await db.select({ id: assets.id }).from(assets).where(ne(assets.state, "ready"))).map(({ id }) => id),
  );
  const rank = ({ title, index }: Film) =>
    index * 1000 + (title.hero ?? 100) + (title.access === "vip" ? 50 : 0);
  return demoMovies
    .flatMap((title) => title.episodes.map(({ index }) => ({ title, index, asset: `${title.id}-${index}` })))
    .filter(({ asset }) => waiting.has(asset))
    .sort((a, b) => rank(a) - rank(b));
}

function welcome(progress: TerminalProgress, url: string): void {
  progress.say(`\nMatinee is at ${url}\n`);
  for (const { email, password } of demoAccounts) progress.say(`  ${email.padEnd(18)} ${password}`);
  progress.say("");
}

function lastPicture(dataDir: string, title: DemoMovie): string {
  const last = title.episodes.at(-1);
  const name = title.kind === "series" && last ? `frame-${stillIdOf(last)}-640` : "backdrop-1280";
  return join(dataDir, "artwork", title.id, `${name}.webp`);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataDir, ensureBuild, startApp, type App } from "./app.ts";

/** The fields of a listed title that the suite reads. */
export type ListedMovie = { id: string; kind: string; title: string; access: string; ready: boolean };

/** Minutes the demo may take to make missing movies. */
const patienceMin = 40;

/**
 * Starts the server on the suite's own data folder, with a playable free movie and no work running. On the first run
 * the demo makes the catalogue and all its movies there; later runs reuse them.
 */
export async function startFilledApp(
  say: (text: string) => void,
  flags?: string[],
): Promise<{ app: App; film: ListedMovie }> {
  await ensureBuild(say);
  if (!existsSync(join(dataDir, "pg"))) await makeVideos(say);
  let app = await startApp({ dataDir, flags });
  const assetStore = await listMovies(app);
  if (assetStore.length === 0 || assetStore.some(({ ready }) => !ready)) {
    await app.stop();
    await makeVideos(say);
    app = await startApp({ dataDir, flags });
  }
  const film = (await listMovies(app)).find(
    (one) => one.ready && one.access === "free" && one.kind === "film",
  );
  if (film) return { app, film };
  await app.stop();
  throw new Error("no free film can be watched; delete bench/results/data and try again");
}

/** @returns the first hundred titles */
export async function listMovies({ url }: { url: string }): Promise<ListedMovie[]> {
  const answer = (await (await fetch(`${url}/api/movie/list?limit=100`)).json()) as {
    d: { items: ListedMovie[] };
  };
  return answer.d.items;
}

async function makeVideos(say: (text: string) => void): Promise<void> {
  const app = await startApp({ dataDir, demo: true, patienceMs: 300_000 });
  try {
    for (const end = Date.now() + patienceMin * 60_000; ;) {
      const assetStore = await listMovies(app);
      const ready = assetStore.filter((film) => film.ready).length;
      say(`making films: ${ready} of ${assetStore.length} titles`);
      if (assetStore.length > 0 && ready === assetStore.length) return;
      if (Date.now() > end) throw new Error(`the films were not made within ${patienceMin} minutes`);
      await new Promise((done) => setTimeout(done, 5_000));
    }
  } finally {
    await app.stop();
  }
}

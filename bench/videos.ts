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
  if ((await countVideos(app)).missing) {
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

/** How many videos are ready, and whether others are missing. A title is ready with its first episode. */
async function countVideos(app: App): Promise<{ ready: number; missing: boolean }> {
  const titles = await listMovies(app);
  const episodes = await Promise.all(
    titles.map(async ({ id }) => {
      const answer = await fetch(`${app.url}/api/movie/detail?id=${id}`);
      return ((await answer.json()) as { d: { episodeList: { ready: boolean }[] } }).d.episodeList;
    }),
  );
  const ready = episodes.flat().filter((episode) => episode.ready).length;
  return { ready, missing: ready === 0 || ready < episodes.flat().length };
}

async function makeVideos(say: (text: string) => void): Promise<void> {
  const app = await startApp({ dataDir, demo: true, patienceMs: 300_000 });
  try {
    for (const end = Date.now() + patienceMin * 60_000; ;) {
      const { ready, missing } = await countVideos(app);
      say(`making films: ${ready} are ready`);
      if (!missing) return;
      if (Date.now() > end) throw new Error(`the films were not made within ${patienceMin} minutes`);
      await new Promise((done) => setTimeout(done, 5_000));
    }
  } finally {
    await app.stop();
  }
}

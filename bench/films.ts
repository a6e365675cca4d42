import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataDir, ensureBuild, startApp, type App } from "./app.ts";

/** A title as the API lists it, as far as the suite looks at it. */
export type ListedMovie = { id: string; kind: string; title: string; access: string; ready: boolean };

/** Minutes the demo may take to make what is missing. */
const patienceMin = 40;

/**
 * The server on the suite's own data folder, with a free film that can be watched and no work going on. The first
 * time the demo makes the catalogue and all its films there; they are kept for later runs.
 */
export async function startFilledApp(
  say: (text: string) => void,
  flags?: string[],
): Promise<{ app: App; film: ListedMovie }> {
  await ensureBuild(say);
  if (!existsSync(join(dataDir, "pg"))) await makeFilms(say);
  let app = await startApp({ dataDir, flags });
  const films = await listMovies(app);
  if (films.length === 0 || films.some(({ ready }) => !ready)) {
    await app.stop();
    await makeFilms(say);
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

async function makeFilms(say: (text: string) => void): Promise<void> {
  const app = await startApp({ dataDir, demo: true, patienceMs: 300_000 });
  try {
    for (const end = Date.now() + patienceMin * 60_000; ;) {
      const films = await listMovies(app);
      const ready = films.filter((film) => film.ready).length;
      say(`making films: ${ready} of ${films.length} titles`);
      if (films.length > 0 && ready === films.length) return;
      if (Date.now() > end) throw new Error(`the films were not made within ${patienceMin} minutes`);
      await new Promise((done) => setTimeout(done, 5_000));
    }
  } finally {
    await app.stop();
  }
}

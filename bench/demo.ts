import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { dataDir, ensureBuild, resultsDir, startApp } from "./app.ts";
import { memoryOf } from "./memory.ts";
import { listMovies } from "./videos.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const firstTarget = { atMost: 20 };
const memoryTarget = { atMost: 450 };
/** Until what the last video needed has been freed. */
const restMs = 30_000;
const patienceMin = 40;
/** Runs with `--quick` wait for this many titles only. */
const quickMovies = 2;

/**
 * The demo from an empty folder: time until the pages work, until the first movie is playable, and until all are; then
 * its memory.
 */
export const demo: Part = { title: "The demo on an empty data folder", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  await ensureBuild(say);
  await mkdir(resultsDir, { recursive: true });
  const folder = await mkdtemp(join(resultsDir, "demo-"));
  const result = emptyResult();
  try {
    say("starting");
    const app = await startApp({ dataDir: folder, demo: true, patienceMs: 600_000 });
    const listening = Date.now();
    let complete = false;
    try {
      result.rows.push({
        name: "until it listens, every poster drawn",
        value: rounded(app.readyMs / 1000, 1),
        unit: "s",
      });
      const first = await waitForTitles(app.url, 1, say);
      result.rows.push({
        name: "then until the first film can be watched",
        value: rounded((first - listening) / 1000, 1),
        unit: "s",
        target: firstTarget,
      });
      const film = (await listMovies(app)).find(({ ready }) => ready)!;
      const { status, body } = await firstSegment(app.url, film.id);
      result.checks["the first film plays"] = status === 200 && body > 1000;
      const wanted = quick ? quickMovies : Infinity;
      const all = await waitForTitles(app.url, wanted, say);
      const name = quick
        ? `then until ${quickMovies} titles can be watched`
        : "then until every title can be watched";
      result.rows.push({ name, value: rounded((all - listening) / 1000, 1), unit: "s" });
      if (!quick) {
        const made = await waitForStudio(app.pid, say);
        const value = rounded((made - listening) / 1000, 1);
        result.rows.push({ name: "then until every episode can", value, unit: "s" });
        say("memory");
        await new Promise((done) => setTimeout(done, restMs));
        const resident = rounded((await memoryOf(app.pid)).residentMB);
        result.rows.push({
          name: "resident memory after all that",
          value: resident,
          unit: "MB",
          target: memoryTarget,
        });
      }
      complete = !quick;
    } finally {
      await app.stop();
    }
    // Made once; the other parts use it.
    if (complete && !existsSync(dataDir)) await rename(folder, dataDir);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the moment (milliseconds since 1970) when the process that makes the videos had ended, after the last one */
async function waitForStudio(pid: number, say: (text: string) => void): Promise<number> {
  for (const end = Date.now() + patienceMin * 60_000; ;) {
    if ((await memoryOf(pid)).processes === 1) return Date.now();
    if (Date.now() > end) throw new Error(`videos were still made after ${patienceMin} minutes`);
    say("the other episodes");
    await new Promise((done) => setTimeout(done, 1_000));
  }
}

/** @returns the moment (milliseconds since 1970) when this many titles, or all of them, were ready */
async function waitForTitles(url: string, wanted: number, say: (text: string) => void): Promise<number> {
  for (const end = Date.now() + patienceMin * 60_000; ;) {
    const titles = await listMovies({ url });
    const ready = titles.filter((film) => film.ready).length;
    if (titles.length > 0 && ready >= Math.min(wanted, titles.length)) return Date.now();
    if (Date.now() > end)
      throw new Error(`${ready} of ${titles.length} titles were ready after ${patienceMin} minutes`);
    say(`${ready} of ${titles.length} titles are ready`);
    await new Promise((done) => setTimeout(done, wanted === 1 ? 200 : 1_000));
  }
}

/** Follows the playlists to the first segment, like a player. */
async function firstSegment(url: string, id: string): Promise<{ status: number; body: number }> {
  const start = (await (await fetch(`${url}/api/playback/start?id=${id}`)).json()) as { d: { hls: string } };
  let at = new URL(start.d.hls, url);
  for (let depth = 0; depth < 2; depth++) {
    const lines = (await (await fetch(at)).text()).split("\n");
    at = new URL(lines.find((line) => line !== "" && !line.startsWith("#")) ?? "", at);
  }
  const answer = await fetch(at);
  return { status: answer.status, body: (await answer.arrayBuffer()).byteLength };
}

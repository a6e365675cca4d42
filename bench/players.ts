import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { tuning } from "../app/features/player/engine/tuning.ts";
import { earlySourceOf } from "../app/performance/early-source.ts";
import type { PlaybackStart } from "../contract/index.ts";
import { ensureSystemTools } from "../scripts/system-tools.ts";
import { dataDir, resultsDir, root, startApp, type App } from "./app.ts";
import { newPhone, startBrowser } from "./browser.ts";
import { listMovies, startFilledApp, type ListedMovie } from "./videos.ts";
import { makeLongVideo } from "./long-video.ts";
import { startNodeSubject } from "./subjects.ts";

/** Our player page, the pages it is compared with, and a browser that may play without a gesture. */
export type Players = {
  app: App;
  film: ListedMovie;
  /** Another free movie, to open first. */
  other: ListedMovie;
  browser: Browser;
  /** Address of a bare page: hls.js, early playback, the browser's own HLS, or the plain MP4. */
  bare: (kind: "hls" | "source" | "native" | "mp4") => string;
  /** An empty page of another site, where a visit begins: browsers give the next site a process of its own. */
  elsewhere: string;
  close: () => Promise<void>;
};

/** Speed of a connection and a device. */
export type Condition = { name: string; emulate: (session: CDPSession) => Promise<void> };

export const unthrottled: Condition = { name: "unthrottled", emulate: async () => {} };

export const slowPhone: Condition = {
  name: "1.6 Mbit/s, 150 ms, CPU ÷ 4",
  async emulate(session) {
    await limitLine(session, 1_600);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  },
};

/** @param kbps download rate of the connection; the upload rate is half of it */
export async function limitLine(session: CDPSession, kbps: number): Promise<void> {
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (kbps * 1_000) / 8,
    uploadThroughput: (kbps * 1_000) / 16,
  });
}

/**
 * Starts them all; the caller closes them.
 * @param long use a movie of eleven minutes of repeated pictures, for tests that need more than the players prefetch
 */
export async function startPlayers(
  say: (text: string) => void,
  { long = false }: { long?: boolean } = {},
): Promise<Players> {
  const filled = await startFilledApp(say);
  const { film } = filled;
  let { app } = filled;
  const free = (await listMovies(app)).filter((one) => one.ready && one.access === "free");
  const other = free.find(({ id, kind }) => id !== film.id && kind === "film")!;
  const { d: playback } = (await (await fetch(`${app.url}/api/playback/start?id=${film.id}`)).json()) as {
    d: PlaybackStart;
  };
  const asset = playback.hls.split("/")[3]!;
  let assetStore: string;
  if (long) {
    await app.stop();
    const folder = await makeLongVideo(asset);
    app = await startApp({ dataDir: folder });
    assetStore = join(folder, "media");
  } else assetStore = await bareVideo(asset);
  const bare = await startNodeSubject("bare-players.ts", [
    join(root, "node_modules/hls.js/dist/hls.min.js"),
    assetStore,
    asset,
    JSON.stringify(tuning),
    JSON.stringify(earlySourceOf(playback, false)),
  ]);
  const browser = await startBrowser(["--autoplay-policy=no-user-gesture-required"]);
  return {
    app,
    film,
    other,
    browser,
    bare: (kind) => `http://127.0.0.1:${bare.port}/${kind}`,
    elsewhere: `http://localhost:${bare.port}/empty`,
    async close() {
      await browser.close();
      await bare.stop();
      await app.stop();
    },
  };
}

/**
 * The movie for the bare pages: unchanged, but with a plain MP4 of the lowest rung, with which our player begins. (The
 * product's own MP4 is 360p.) Made once, by copying. @returns the folder that holds it
 */
async function bareVideo(asset: string): Promise<string> {
  const home = join(resultsDir, "bare-media");
  const film = join(home, asset);
  if (existsSync(join(film, "progressive.mp4"))) return home;
  await cp(join(dataDir, "media", asset), film, { recursive: true });
  await rm(join(film, "progressive.mp4"));
  const lowest = join(film, "v240");
  const joined = join(film, "joined.mp4");
  const parts = (await readdir(lowest)).filter((name) => name.endsWith(".m4s")).sort();
  for (const name of ["init.mp4", ...parts]) await appendFile(joined, await readFile(join(lowest, name)));
  const { ffmpeg } = await ensureSystemTools();
  if (!ffmpeg) throw new Error("there is no ffmpeg");
  const plain = join(film, "progressive.mp4");
  await promisify(execFile)(ffmpeg, [
    ...["-v", "error", "-i", joined, "-c", "copy", "-movflags", "+faststart", plain],
  ]);
  await rm(joined);
  return home;
}

/** Runs a function on a page of a phone with an empty cache. */
export async function onPhone<T>(
  browser: Browser,
  use: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await newPhone(browser);
  try {
    return await use(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

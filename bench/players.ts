import { join } from "node:path";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { tuning } from "../app/features/player/engine/tuning.ts";
import { dataDir, root, type App } from "./app.ts";
import { newPhone, startBrowser } from "./browser.ts";
import { listMovies, startFilledApp, type ListedMovie } from "./films.ts";
import { startNodeSubject } from "./subjects.ts";

/** Our player page, the pages it is measured against, and a browser that may play without a gesture. */
export type Players = {
  app: App;
  film: ListedMovie;
  /** Another free film, to come from. */
  other: ListedMovie;
  browser: Browser;
  /** Address of a bare page: hls.js, the browser's own HLS, or the plain MP4. */
  bare: (kind: "hls" | "native" | "mp4") => string;
  close: () => Promise<void>;
};

/** What a line and a device give. */
export type Condition = { name: string; emulate: (session: CDPSession) => Promise<void> };

export const unthrottled: Condition = { name: "unthrottled", emulate: async () => {} };

export const slowPhone: Condition = {
  name: "1.6 Mbit/s, 150 ms, CPU ÷ 4",
  async emulate(session) {
    await limitLine(session, 1_600);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  },
};

/** @param kbps of the line down; up it has half of that */
export async function limitLine(session: CDPSession, kbps: number): Promise<void> {
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (kbps * 1_000) / 8,
    uploadThroughput: (kbps * 1_000) / 16,
  });
}

/** @param mediaDir where the bare pages' films are; the product's own unless told */
export async function startPlayers(
  say: (text: string) => void,
  { mediaDir = join(dataDir, "media"), asset }: { mediaDir?: string; asset?: string } = {},
): Promise<Players> {
  const { app, film } = await startFilledApp(say);
  const free = (await listMovies(app)).filter((one) => one.ready && one.access === "free");
  const other = free.find(({ id, kind }) => id !== film.id && kind === "film")!;
  const start = (await (await fetch(`${app.url}/api/playback/start?id=${film.id}`)).json()) as {
    d: { hls: string };
  };
  const bare = await startNodeSubject("bare-players.ts", [
    join(root, "node_modules/hls.js/dist/hls.min.js"),
    mediaDir,
    asset ?? start.d.hls.split("/")[3]!,
    JSON.stringify(tuning),
  ]);
  const browser = await startBrowser(["--autoplay-policy=no-user-gesture-required"]);
  return {
    app,
    film,
    other,
    browser,
    bare: (kind) => `http://127.0.0.1:${bare.port}/${kind}`,
    async close() {
      await browser.close();
      await bare.stop();
      await app.stop();
    },
  };
}

/** Runs something on a page of a phone with nothing cached. */
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

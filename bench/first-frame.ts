import { join } from "node:path";
import type { Browser, CDPSession } from "@playwright/test";
import { tuning } from "../app/features/player/engine/tuning.ts";
import { dataDir, root } from "./app.ts";
import { newPhone, startBrowser } from "./browser.ts";
import { startFilledApp } from "./films.ts";
import { playAndWatch, type Watched } from "./play-probe.ts";
import {
  emptyResult,
  median,
  rounded,
  type BenchRow,
  type Part,
  type PartOptions,
  type PartResult,
} from "./result.ts";
import { startNodeSubject } from "./subjects.ts";

const target = { atMost: 1.1 };

type Condition = { name: string; rounds: number; emulate: (session: CDPSession) => Promise<void> };
type Contender = { name: string; url: string; measured: Watched[] };

const phone = async (session: CDPSession): Promise<void> => {
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
};

/**
 * From the start of a navigation to the first frame of the film, with nothing cached: the player page, a bare page
 * with hls.js, the browser's own HLS and a plain MP4. On all of them play() is called at the moment there is a
 * video with a source in the page: the first at which a person could tap it.
 */
export const firstFrame: Part = { title: "First frame of a film", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const { app, film } = await startFilledApp(say);
  const start = (await (await fetch(`${app.url}/api/playback/start?id=${film.id}`)).json()) as {
    d: { hls: string };
  };
  const asset = start.d.hls.split("/")[3]!;
  const settings = JSON.stringify(tuning);
  const bare = await startNodeSubject("bare-players.ts", [
    join(root, "node_modules/hls.js/dist/hls.min.js"),
    join(dataDir, "media"),
    asset,
    settings,
  ]);
  const browser = await startBrowser(["--autoplay-policy=no-user-gesture-required"]);
  const conditions: Condition[] = [
    { name: "unthrottled", rounds: quick ? 3 : 9, emulate: async () => {} },
    { name: "1.6 Mbit/s, 150 ms, CPU ÷ 4", rounds: quick ? 2 : 7, emulate: phone },
  ];
  try {
    const result = emptyResult();
    for (const { name, rounds, emulate } of conditions) {
      const contenders: Contender[] = [
        { name: "player page", url: `${app.url}/video/${film.id}`, measured: [] },
        { name: "bare hls.js", url: `http://127.0.0.1:${bare.port}/hls`, measured: [] },
        { name: "bare native HLS", url: `http://127.0.0.1:${bare.port}/native`, measured: [] },
        { name: "bare MP4", url: `http://127.0.0.1:${bare.port}/mp4`, measured: [] },
      ];
      const taps: number[] = [];
      // The first round warms the browser and the servers up, and does not count.
      for (let round = 0; round <= rounds; round++) {
        say(`${name}, round ${round} of ${rounds}`);
        for (const { url, measured } of contenders) {
          const watched = await watch(browser, url, emulate);
          if (round > 0) measured.push(watched);
        }
        const tapped = await tapAtHome(browser, app.url, film.id, emulate);
        if (round > 0) taps.push(tapped.firstFrameMs);
      }
      result.rows.push(...contenders.flatMap((contender) => rowsOf(name, contender)), {
        name: `${name}: player page, after a tap at home`,
        value: rounded(median(taps)),
        unit: "ms",
      });
      const ours = middle(contenders[0]!, "firstFrameMs");
      result.ratios.push(
        ...contenders.slice(1).map((other, index) => ({
          name: `${name}: player page ÷ ${other.name}`,
          value: rounded(ours / middle(other, "firstFrameMs"), 2),
          unit: "×",
          ...(index === 0 ? { target } : {}),
        })),
      );
      result.findings.push(
        ...contenders.map(
          (one) =>
            `${name}: ${one.name}, first frames at ${one.measured.map((m) => Math.round(m.firstFrameMs)).join(", ")} ms`,
        ),
      );
    }
    return result;
  } finally {
    await browser.close();
    await bare.stop();
    await app.stop();
  }
}

/** Opens a page with nothing cached, and plays. */
async function watch(browser: Browser, url: string, emulate: Condition["emulate"]): Promise<Watched> {
  const context = await newPhone(browser);
  try {
    const page = await context.newPage();
    await page.addInitScript(playAndWatch);
    await emulate(await context.newCDPSession(page));
    await page.goto(url, { waitUntil: "commit", timeout: 60_000 });
    return await page.evaluate(() => window.watched);
  } finally {
    await context.close();
  }
}

/** Opens home with nothing cached, lets it come to rest, taps the film's first link. Milliseconds count from the tap. */
async function tapAtHome(
  browser: Browser,
  url: string,
  film: string,
  emulate: Condition["emulate"],
): Promise<Watched> {
  const context = await newPhone(browser);
  try {
    const page = await context.newPage();
    await page.addInitScript(playAndWatch);
    await emulate(await context.newCDPSession(page));
    await page.goto(`${url}/`, { waitUntil: "networkidle", timeout: 60_000 });
    await page.locator(`a[href='/video/${film}']`).first().tap();
    return await page.evaluate(() => window.watched);
  } finally {
    await context.close();
  }
}

function rowsOf(condition: string, contender: Contender): BenchRow[] {
  const row = (what: string, key: keyof Watched): BenchRow => ({
    name: `${condition}: ${contender.name}, ${what}`,
    value: rounded(middle(contender, key)),
    unit: "ms",
  });
  return [row("first frame", "firstFrameMs"), row("2 s of film watched", "twoSecondsMs")];
}

function middle({ measured }: Contender, key: keyof Watched): number {
  return median(measured.map((watched) => watched[key]));
}

import type { Browser, Page } from "@playwright/test";
import { newPhone } from "./browser.ts";
import { openPage } from "./interaction.ts";
import { watchArrivals, watchControls } from "./interaction-probes.ts";
import { median, rounded, type PartResult } from "./result.ts";

type Journey = {
  /** The page it begins on, and what is tapped there. */
  from: string;
  link: string;
  /** A video plays meanwhile. */
  plays?: boolean;
  targetMs: number;
};

type ArrivalOptions = {
  url: string;
  /** Path of a film's page. */
  film: string;
  rounds: number;
  result: PartResult;
  say: (text: string) => void;
};

/** Until the service worker, which comes when the page is idle, has fetched its files. */
const settledMs = 6_000;

/**
 * Adds how long pages take to stand after a tap, on a phone at a quarter of the processor without a limit of the network:
 * from the click to the first frame in which the page has taken the place of its outline. Medians.
 */
export async function measureArrivals(
  browser: Browser,
  { url, film, rounds, result, say }: ArrivalOptions,
): Promise<void> {
  const journeys: Record<string, Journey> = {
    "a video's page after its poster of home was tapped": {
      from: "/",
      link: ".rail-poster a",
      targetMs: 500,
    },
    "home after the arrow of a video at rest was tapped": { from: film, link: ".stage-back", targetMs: 600 },
    "home after the arrow of a playing video was tapped": {
      from: film,
      link: ".stage-back",
      plays: true,
      targetMs: 600,
    },
    "home after its tab was tapped": { from: "/profile", link: ".tab[href='/']", targetMs: 600 },
  };
  for (const [name, journey] of Object.entries(journeys)) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`${name}, round ${round + 1} of ${rounds}`);
      took.push(await arrive(browser, url, journey));
    }
    result.rows.push({
      name: `${name}: it stands`,
      value: rounded(median(took)),
      unit: "ms",
      target: { atMost: journey.targetMs },
    });
    result.findings.push(`${name}: ${took.map((ms) => rounded(ms)).join(", ")} ms`);
  }
}

/**
 * Adds how long a film's page takes to have the app's controls when it is opened directly, on a new phone at a quarter of
 * the processor without a limit of the network: from the start of the navigation to their first frame. The browser's own
 * controls stand until then. The median.
 */
export async function measureControls(
  browser: Browser,
  { url, film, rounds, result, say }: ArrivalOptions,
): Promise<void> {
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    say(`controls of a film's page, round ${round + 1} of ${rounds}`);
    const context = await newPhone(browser);
    try {
      const page = await context.newPage();
      await page.addInitScript(watchControls);
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.goto(url + film, { waitUntil: "commit" });
      const stood = await page.waitForFunction(() => window.controlsMs, null, { timeout: 30_000 });
      took.push((await stood.jsonValue())!);
    } finally {
      await context.close();
    }
  }
  result.rows.push({
    name: "a film's page opened: its controls stand",
    value: rounded(median(took)),
    unit: "ms",
    target: { atMost: 1_200 },
  });
  result.findings.push(`controls of a film's page: ${took.map((ms) => rounded(ms)).join(", ")} ms`);
}

async function arrive(
  browser: Browser,
  url: string,
  { from, link, plays = false }: Journey,
): Promise<number> {
  const context = await newPhone(browser);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchArrivals);
    await openPage(page, url + from);
    await page.waitForTimeout(settledMs);
    if (plays) await play(page);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.locator(link).first().tap();
    const arrived = await page.waitForFunction(() => window.arrivedMs, null, { timeout: 30_000 });
    return (await arrived.jsonValue())!;
  } finally {
    await context.close();
  }
}

/** Plays the page's video, and waits until it has for a while. */
async function play(page: Page): Promise<void> {
  const video = page.locator("video[data-player-video]");
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await page.waitForFunction(() => document.querySelector("video")!.currentTime > 2);
}

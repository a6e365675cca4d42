import { setTimeout as sleep } from "node:timers/promises";
import { startApp } from "./app.ts";
import { startBrowser } from "./browser.ts";
import { startFilledApp } from "./videos.ts";
import { makeLongVideo } from "./long-video.ts";
import { playAndWatch } from "./play-probe.ts";
import { limitLine, onPhone } from "./players.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

/** Bandwidths in kbit/s, each for this many seconds: a train ride through a town. Repeats from the start. */
const trace: readonly (readonly [kbps: number, seconds: number])[] = [
  [1_600, 20],
  [900, 25],
  [400, 20],
  [2_500, 30],
  [250, 15],
  [1_200, 30],
  [600, 25],
  [3_000, 20],
  [180, 12],
  [1_600, 23],
];

declare global {
  // Window can only be extended as an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Window {
    stalls: { count: number; ms: number; since: number; rungs: Record<string, number> };
  }
}

/** Stall time in ten minutes of playback on a connection of varying speed. */
export const rebuffer: Part = { title: "Rebuffering over a scripted bandwidth trace", run };

async function run({ quick, minutes, say }: PartOptions): Promise<PartResult> {
  const filled = await startFilledApp(say);
  const { film } = filled;
  const start = (await (await fetch(`${filled.app.url}/api/playback/start?id=${film.id}`)).json()) as {
    d: { hls: string };
  };
  await filled.app.stop();
  const app = await startApp({ dataDir: await makeLongVideo(start.d.hls.split("/")[3]!) });
  const browser = await startBrowser(["--autoplay-policy=no-user-gesture-required"]);
  // The shortened run uses each rate once: a shorter piece would leave out the slow ones.
  const onceS = trace.reduce((sum, [, seconds]) => sum + seconds, 0);
  const lastsS = minutes === undefined ? (quick ? onceS : 600) : minutes * 60;
  try {
    return await onPhone(browser, async (page, context) => {
      const session = await context.newCDPSession(page);
      await page.addInitScript(playAndWatch);
      await limitLine(session, trace[0]![0]);
      await page.goto(`${app.url}/video/${film.id}`, { waitUntil: "commit", timeout: 60_000 });
      await page.evaluate(() => window.watched);
      await page.evaluate(watchStalls);
      const began = performance.now();
      const from = await page.evaluate(() => document.querySelector("video")!.currentTime);
      for (let step = 0; performance.now() - began < lastsS * 1_000; step++) {
        const [kbps, seconds] = trace[step % trace.length]!;
        say(`${Math.round((performance.now() - began) / 1_000)} of ${lastsS} s, ${kbps} kbit/s`);
        await limitLine(session, kbps);
        await sleep(Math.min(seconds * 1_000, began + lastsS * 1_000 - performance.now()));
      }
      const tookS = (performance.now() - began) / 1_000;
      const end = await page.evaluate(() => ({
        ...window.stalls,
        ms: window.stalls.ms + (window.stalls.since ? performance.now() - window.stalls.since : 0),
        placeS: document.querySelector("video")!.currentTime,
      }));
      const result = emptyResult();
      result.rows.push(
        {
          name: "time the film stood still",
          value: rounded(end.ms / 10 / tookS, 2),
          unit: "%",
          target: { atMost: 0.2 },
        },
        { name: "length of the trace", value: rounded(tookS), unit: "s" },
        { name: "film played", value: rounded(end.placeS - from), unit: "s" },
        { name: "stalls", value: end.count, unit: "" },
      );
      // Two seconds of the movie may be missing at the end: stalls are counted above.
      result.checks["the film has come as far as the time that has passed"] =
        end.placeS - from > tookS - end.ms / 1_000 - 3;
      result.findings.push(
        `seconds by height of the picture: ${Object.entries(end.rungs)
          .map(([height, seconds]) => `${height} ${seconds}`)
          .join(", ")}`,
      );
      return result;
    });
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Runs in the page: counts the time from each stall to the next moving picture. */
function watchStalls(): void {
  const video = document.querySelector("video")!;
  const stalls = { count: 0, ms: 0, since: 0, rungs: {} as Record<string, number> };
  window.stalls = stalls;
  video.addEventListener("waiting", () => {
    stalls.count += 1;
    stalls.since ||= performance.now();
  });
  for (const event of ["playing", "timeupdate"])
    video.addEventListener(event, () => {
      if (!stalls.since || video.readyState < 3) return;
      stalls.ms += performance.now() - stalls.since;
      stalls.since = 0;
    });
  setInterval(() => {
    const height = String(video.videoHeight);
    stalls.rungs[height] = (stalls.rungs[height] ?? 0) + 1;
  }, 1_000);
}

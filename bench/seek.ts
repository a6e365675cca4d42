import type { Page } from "@playwright/test";
import { playAndWatch } from "./play-probe.ts";
import { onPhone, slowPhone, startPlayers, unthrottled, type Condition, type Players } from "./players.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

/** Seconds into the movie: beyond the minute that the players prefetch. */
const toS = 301.5;

/** Time from a seek to an unloaded position until one of its frames is handed to the screen. */
export const seek: Part = { title: "Seek to a place that is not loaded", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const players = await startPlayers(say, { long: true });
  const { app, film, bare } = players;
  const rounds = quick ? 3 : 10;
  try {
    const result = emptyResult();
    for (const condition of [unthrottled, slowPhone]) {
      const ways = [
        { name: "player page", url: `${app.url}/video/${film.id}`, measured: [] as number[] },
        { name: "bare hls.js", url: bare("hls"), measured: [] as number[] },
      ];
      for (let round = 0; round <= rounds; round++) {
        say(`${condition.name}, round ${round} of ${rounds}`);
        for (const { url, measured } of ways) {
          const ms = await seekOn(players, condition, url);
          if (round > 0) measured.push(ms);
        }
      }
      const [ours, theirs] = ways.map(({ measured }) => median(measured)) as [number, number];
      result.rows.push(
        ...ways.map(({ name, measured }) => ({
          name: `${condition.name}: ${name}, seek to frame`,
          value: rounded(median(measured)),
          unit: "ms",
        })),
      );
      result.ratios.push({
        name: `${condition.name}: seek on the player page ÷ bare hls.js`,
        value: rounded(ours / theirs, 2),
        unit: "×",
        target: { atMost: 1.1 },
      });
      result.findings.push(
        ...ways.map(
          ({ name, measured }) => `${condition.name}: ${name}, ${measured.map(Math.round).join(", ")} ms`,
        ),
      );
    }
    return result;
  } finally {
    await players.close();
  }
}

function seekOn({ browser }: Players, { emulate }: Condition, url: string): Promise<number> {
  return onPhone(browser, async (page, context) => {
    await page.addInitScript(playAndWatch);
    await emulate(await context.newCDPSession(page));
    await page.goto(url, { waitUntil: "commit", timeout: 60_000 });
    await page.evaluate(() => window.watched);
    return timeSeek(page);
  });
}

function timeSeek(page: Page): Promise<number> {
  return page.evaluate(async (place) => {
    const video = document.querySelector("video")!;
    for (let at = 0; at < video.buffered.length; at++)
      if (video.buffered.end(at) > place) throw new Error("the place is loaded already");
    const began = performance.now();
    video.currentTime = place;
    return new Promise<number>((done) => {
      const look = (now: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
        if (mediaTime >= place - 0.3) done(now - began);
        else video.requestVideoFrameCallback(look);
      };
      video.requestVideoFrameCallback(look);
    });
  }, toS);
}

import { playAndWatch, type Watched } from "./play-probe.ts";
import { onPhone, slowPhone, startPlayers, unthrottled, type Condition, type Players } from "./players.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

/** One way to open a movie. */
type Way = { name: string; watch: () => Promise<Watched>; measured: Watched[] };

type Targets = { cold: number; cached?: number };

/**
 * Time from the start of a navigation to the first frame of the movie: the player page with an empty cache, the same
 * when another movie's page was open before, a bare page with hls.js, the browser's own HLS and a plain MP4. All of
 * them call play() as soon as the page has a video with a source, the earliest moment a person could tap it.
 */
export const firstFrame: Part = {
  title: "First frame of a film",
  run: (options) => run(options, unthrottled, { cold: 1.2 }),
};

/** The same on a slow phone; a separate part, because it takes long. */
export const slowFrame: Part = {
  title: "First frame of a film on a slow phone",
  run: (options) => run(options, slowPhone, { cold: 1.1, cached: 1.1 }),
};

async function run({ quick, say }: PartOptions, condition: Condition, targets: Targets): Promise<PartResult> {
  const players = await startPlayers(say);
  const { app, film, bare } = players;
  const rounds = quick ? 3 : 10;
  try {
    const page = `${app.url}/video/${film.id}`;
    const way = (name: string, watch: Way["watch"]): Way => ({ name, watch, measured: [] });
    const ways = [
      way("player page", () => open(players, condition, page)),
      way("player page, cached", () => openAgain(players, condition, page)),
      way("player page, after a tap at home", () => tapAtHome(players, condition)),
      way("bare hls.js", () => open(players, condition, bare("hls"))),
      way("bare early playback", () => open(players, condition, bare("source"))),
      way("bare native HLS", () => open(players, condition, bare("native"))),
      way("bare MP4", () => open(players, condition, bare("mp4"))),
    ];
    // The first round warms up the browser and the servers, and does not count.
    for (let round = 0; round <= rounds; round++) {
      say(`${condition.name}, round ${round} of ${rounds}`);
      for (const { watch, measured } of ways) {
        const watched = await watch();
        if (round > 0) measured.push(watched);
      }
    }
    return resultOf(condition.name, ways, targets);
  } finally {
    await players.close();
  }
}

function resultOf(condition: string, ways: readonly Way[], targets: Targets): PartResult {
  const result = emptyResult();
  const middle = (name: string, key: "firstFrameMs" | "twoSecondsMs" = "firstFrameMs"): number =>
    median(
      ways
        .find((way) => way.name === name)!
        .measured.filter(({ stuck }) => !stuck)
        .map((watched) => watched[key]),
    );
  for (const { name, measured } of ways) {
    result.rows.push(
      { name: `${condition}: ${name}, first frame`, value: rounded(middle(name)), unit: "ms" },
      {
        name: `${condition}: ${name}, 2 s of film watched`,
        value: rounded(middle(name, "twoSecondsMs")),
        unit: "ms",
      },
    );
    const all = measured.map(({ firstFrameMs }) => Math.round(firstFrameMs)).join(", ");
    result.findings.push(`${condition}: ${name}, first frames at ${all} ms`);
    for (const { stuck } of measured)
      if (stuck) result.findings.push(`${condition}: ${name}, not two seconds of film in thirty: ${stuck}`);
  }
  const came = ways.every(({ measured }) => measured.every(({ stuck }) => !stuck));
  result.checks[`${condition}: every film came to its third second`] = came;
  const ratio = (ours: string, theirs: string, atMost?: number) =>
    result.ratios.push({
      name: `${condition}: ${ours} ÷ ${theirs}`,
      value: rounded(middle(ours) / middle(theirs), 2),
      unit: "×",
      ...(atMost === undefined ? {} : { target: { atMost } }),
    });
  ratio("player page", "bare MP4", targets.cold);
  ratio("player page, cached", "bare MP4", targets.cached);
  ratio("player page, after a tap at home", "bare MP4");
  ratio("player page", "bare hls.js", 1.1);
  ratio("player page", "bare native HLS");
  ratio("bare early playback", "bare MP4");
  ratio("bare hls.js", "bare MP4");
  return result;
}

/** Opens a page with an empty cache, and plays. */
function open({ browser, elsewhere }: Players, { emulate }: Condition, url: string): Promise<Watched> {
  return onPhone(browser, async (page, context) => {
    await page.goto(elsewhere);
    await page.addInitScript(playAndWatch);
    await emulate(await context.newCDPSession(page));
    await page.goto(url, { waitUntil: "commit", timeout: 60_000 });
    return page.evaluate(() => window.watched);
  });
}

/** The same after another movie's page was open: all scripts and styles are cached, the movie is not. */
function openAgain({ browser, app, other }: Players, { emulate }: Condition, url: string): Promise<Watched> {
  return onPhone(browser, async (page, context) => {
    await page.goto(`${app.url}/video/${other.id}`, { waitUntil: "networkidle", timeout: 60_000 });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.waitForLoadState("networkidle");
    await page.addInitScript(playAndWatch);
    await emulate(await context.newCDPSession(page));
    await page.goto(url, { waitUntil: "commit", timeout: 60_000 });
    return page.evaluate(() => window.watched);
  });
}

/**
 * Opens home with an empty cache, waits until it is at rest, and taps the movie's first link. Milliseconds count from
 * the tap.
 */
function tapAtHome({ browser, app, film }: Players, { emulate }: Condition): Promise<Watched> {
  return onPhone(browser, async (page, context) => {
    await page.addInitScript(playAndWatch);
    await emulate(await context.newCDPSession(page));
    await page.goto(`${app.url}/`, { waitUntil: "networkidle", timeout: 60_000 });
    await page.locator(`a[href='/video/${film.id}']`).first().tap();
    return page.evaluate(() => window.watched);
  });
}

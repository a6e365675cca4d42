import type { Browser } from "@playwright/test";
import { newPhone, startBrowser } from "./browser.ts";
import { startFilledApp } from "./videos.ts";
import { startAdminApp, type Cookies } from "./sign-in.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const homeTarget = { atMost: 120 };
const playerTarget = { atMost: 200 };
const adminTarget = { atMost: 130 };
/** Milliseconds without a running request after which the page is at rest. */
const restMs = 1_000;
/** Milliseconds without a request after which the page's background work, two seconds after loading, is over too. */
const overMs = 4_000;

/** Network transfer of one page; sizes are bytes on the wire: with heads (`bytes`), and of the body only. */
type Transfer = {
  requests: Fetched[];
  /** Requests after the page was at rest: the service worker, and work for an idle browser. */
  later: Fetched[];
  /** Failed requests and answers of 400 and above. */
  failures: string[];
};
type Fetched = { url: string; kind: Kind; bytes: number; body: number; encoding: string; cache: string };
type Kind = "script" | "style" | "document" | "image" | "media" | "font" | "other";

/** Bytes of a first visit: scripts, and everything together, from a cold cache until the page is at rest. */
export const bytes: Part = { title: "Bytes a first visit costs", run };

async function run({ say }: PartOptions): Promise<PartResult> {
  const browser = await startBrowser();
  try {
    const result = emptyResult();
    await measurePeoplesPages(browser, result, say);
    await measureAdminPages(browser, result, say);
    for (const row of result.rows) row.value = rounded(row.value, row.unit === "kB" ? 1 : 0);
    return result;
  } finally {
    await browser.close();
  }
}

type Say = (text: string) => void;

/** Every page of the admin area, opened by an admin. */
async function measureAdminPages(browser: Browser, result: PartResult, say: Say): Promise<void> {
  const { app, cookies, screens } = await startAdminApp(browser, say);
  try {
    for (const [name, path] of Object.entries(screens)) {
      say(name);
      const { requests, failures } = await visit(browser, app.url + path, cookies);
      const scripts = requests.filter(({ kind }) => kind === "script");
      result.rows.push({ name: `${name}: scripts`, value: bodyKB(scripts), unit: "kB", target: adminTarget });
      result.checks[`${name}: no request fails`] = failures.length === 0;
      result.findings.push(...failures.map((failure) => `${name}: ${failure}`));
    }
  } finally {
    await app.stop();
  }
}

/** Home and the player for a new visitor. */
async function measurePeoplesPages(browser: Browser, result: PartResult, say: Say): Promise<void> {
  const { app, film } = await startFilledApp(say);
  try {
    for (const page of [
      { name: "home", path: "/", target: homeTarget },
      { name: "player", path: `/video/${film.id}`, target: playerTarget },
    ]) {
      say(page.name);
      const transfer = await visit(browser, app.url + page.path);
      const scripts = transfer.requests.filter(({ kind }) => kind === "script");
      const media = transfer.requests.filter(({ kind }) => kind === "media");
      result.rows.push(
        {
          name: `${page.name}: scripts`,
          value: bodyKB(scripts),
          unit: "kB",
          target: page.target,
        },
        { name: `${page.name}: scripts, heads included`, value: kB(scripts), unit: "kB" },
        {
          name: `${page.name}: everything but the film`,
          value: kB(transfer.requests) - kB(media),
          unit: "kB",
        },
        ...(media.length > 0
          ? [{ name: `${page.name}: film fetched ahead`, value: kB(media), unit: "kB" }]
          : []),
        { name: `${page.name}: requests`, value: transfer.requests.length, unit: "" },
        {
          name: `${page.name}: scripts on the side, once at rest`,
          value: bodyKB(transfer.later.filter(({ kind }) => kind === "script")),
          unit: "kB",
        },
      );
      // Below a kilobyte compression gains nothing, and the build leaves such files uncompressed.
      const plain = scripts.filter(({ bytes: size, encoding }) => encoding !== "br" && size > 2_000);
      result.checks[`${page.name}: scripts come in brotli`] = plain.length === 0;
      // Their names change with their content, so requesting one again would be a waste.
      const forgotten = transfer.requests.filter(
        ({ url, cache }) => url.includes("/assets/") && !cache.includes("immutable"),
      );
      result.checks[`${page.name}: files of the build are cached for good`] = forgotten.length === 0;
      result.checks[`${page.name}: no request fails`] = transfer.failures.length === 0;
      result.findings.push(...transfer.failures.map((failure) => `${page.name}: ${failure}`));
      const largest = transfer.requests
        .filter(({ kind }) => kind !== "media")
        .sort((a, b) => b.bytes - a.bytes);
      result.findings.push(`${page.name}, the largest: ${largest.slice(0, 10).map(describe).join(", ")}`);
    }
    say("player, playing");
    const { requests } = await visit(browser, `${app.url}/video/${film.id}`, [], { plays: true });
    const scripts = requests.filter(({ kind }) => kind === "script");
    result.checks["player, playing: hls.js is among its scripts"] = scripts.some(({ url }) =>
      /\/hls-[^/]*\.js$/.test(url),
    );
    const value = bodyKB(scripts);
    result.rows.push({ name: "player, playing: scripts", value, unit: "kB", target: playerTarget });
  } finally {
    await app.stop();
  }
}

/**
 * Loads a page with an empty cache and waits until it is at rest.
 * @param plays it then plays its video, and what that asks for counts as the page's own
 */
async function visit(
  browser: Browser,
  url: string,
  cookies: Cookies = [],
  { plays = false } = {},
): Promise<Transfer> {
  const context = await newPhone(browser);
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const known = new Map<string, { url: string; kind: Kind; encoding: string; cache: string }>();
    const transfer: Transfer = { requests: [], later: [], failures: [] };
    let last = Date.now();
    let rested = false;
    /** Running requests, and whether the page was at rest when they began. */
    const open = new Map<string, boolean>();
    await session.send("Network.enable");
    session.on("Network.requestWillBeSent", ({ requestId, request }) => {
      if (!request.url.startsWith("http")) return;
      open.set(requestId, rested);
      last = Date.now();
    });
    session.on("Network.responseReceived", ({ requestId, response, type }) => {
      const header = (name: string): string =>
        Object.entries(response.headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? "";
      known.set(requestId, {
        url: response.url,
        kind: kindOf(response.url, response.mimeType, type),
        encoding: header("content-encoding"),
        cache: header("cache-control"),
      });
      if (response.status >= 400) transfer.failures.push(`${response.status} ${response.url}`);
    });
    const bodies = new Map<string, number>();
    session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      bodies.set(requestId, (bodies.get(requestId) ?? 0) + encodedDataLength);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const request = known.get(requestId);
      const late = open.get(requestId);
      if (request && open.delete(requestId))
        transfer[late ? "later" : "requests"].push({
          ...request,
          bytes: encodedDataLength,
          body: bodies.get(requestId) ?? 0,
        });
      last = Date.now();
    });
    session.on("Network.loadingFailed", ({ requestId, errorText, canceled }) => {
      if (open.delete(requestId) && !canceled)
        transfer.failures.push(`${errorText} ${known.get(requestId)?.url ?? ""}`);
      last = Date.now();
    });
    await page.goto(url, { waitUntil: "load" });
    const end = Date.now() + 30_000;
    const quiet = async (ms: number) => {
      while ((open.size > 0 || Date.now() - last < ms) && Date.now() < end) await page.waitForTimeout(50);
    };
    await quiet(restMs);
    if (plays) {
      await page.locator("[data-player-video]").evaluate((video: HTMLVideoElement) => video.play());
      await quiet(restMs);
    }
    rested = true;
    await quiet(overMs);
    return transfer;
  } finally {
    await context.close();
  }
}

/** By content type, not by initiator: a preload or a worker fetches scripts too. */
function kindOf(url: string, mime: string, type: string): Kind {
  if (/javascript|ecmascript/.test(mime)) return "script";
  if (mime === "text/css") return "style";
  if (mime.startsWith("image/")) return "image";
  if (new URL(url).pathname.startsWith("/media/") || /^(video|audio)\/|mpegurl/.test(mime)) return "media";
  if (mime.startsWith("font/")) return "font";
  return type === "Document" ? "document" : "other";
}

function bodyKB(requests: readonly { body: number }[]): number {
  return requests.reduce((sum, request) => sum + request.body, 0) / 1000;
}

function kB(requests: readonly { bytes: number }[]): number {
  return requests.reduce((sum, request) => sum + request.bytes, 0) / 1000;
}

function describe({ url, bytes: size }: { url: string; bytes: number }): string {
  const { pathname } = new URL(url);
  return `${pathname === "/" ? "/" : pathname.split("/").at(-1)} ${(size / 1000).toFixed(1)} kB`;
}

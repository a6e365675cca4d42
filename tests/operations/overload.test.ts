import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { flood, type FloodOrder } from "./setup/flood.ts";
import { startMovieService, type Answer, type MovieService } from "./setup/movie-service.ts";
import { programs } from "./setup/programs.ts";

/** Times the capacity, and for how many seconds. */
const [overload, overloadS] = [5, 30];

let postgres: TestPostgres;
let service: MovieService;
let visit: Pick<FloodOrder, "url" | "paths" | "cookies" | "patienceMs">;
beforeAll(async () => {
  if (!programs.postgres) return;
  postgres = await startTestPostgres(programs.postgres);
  // As `npm start` runs it.
  const env = { NODE_OPTIONS: "--max-semi-space-size=4", MALLOC_MMAP_THRESHOLD_: "131072" };
  service = await startMovieService(postgres.url, { env, movies: 60, people: 100 });
  visit = {
    url: service.server.url,
    paths: ["/", "/video/film-1", "/my-list", "/page/search?q=film"],
    cookies: service.tokens.map((token) => `matinee=${token}`),
    patienceMs: 10_000,
  };
});
afterAll(async () => {
  if (!programs.postgres) return;
  await service.stop();
  await postgres.stop();
});

/** Pages a second that as many users get as one processor serves at once, and how long one takes at the median. */
async function measure(seconds: number): Promise<{ perS: number; ms: number }> {
  const { goodBySecond, good } = await flood({ ...visit, seconds, users: 12 });
  return { perS: perSecond(goodBySecond.slice(1, seconds)), ms: good.p50 };
}

function perSecond(counts: number[]): number {
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${service.server.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}

/** Asks again and again until told to stop. */
function follow(path: string) {
  const answers: Answer[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      answers.push(await service.get(path, service.tokens[1]));
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return answers;
  };
}

describe.skipIf(!programs.postgres)("a server with five times the visitors it can serve", () => {
  test("serves nearly as many as it can, refuses the others soon, and is itself again at once", async () => {
    await measure(10);
    const before = await measure(8);
    const restMb = await residentMb();
    const [probes, segments] = [follow("/healthz"), follow(service.segment)];
    const flooded = await flood({ ...visit, seconds: overloadS, perS: before.perS * overload });
    const endedAt = performance.now();
    for (;;) {
      const began = performance.now();
      const { status } = await service.get("/my-list", service.tokens[1]);
      if (status === 200 && performance.now() - began < 2 * before.ms) break;
    }
    const recoveredMs = performance.now() - endedAt;
    const first = [...(await probes()), ...(await segments())];
    const after = await measure(8);
    const capacity = (before.perS + after.perS) / 2;
    const goodput = perSecond(flooded.goodBySecond.slice(2, overloadS));
    const figures = JSON.stringify({ before, after, goodput, recoveredMs, restMb, ...flooded });

    expect(goodput / capacity, figures).toBeGreaterThanOrEqual(0.8);
    expect(recoveredMs, figures).toBeLessThanOrEqual(5_000);
    const memory = expect.poll(async () => (await residentMb()) / restMb, { timeout: 30_000 });
    await memory.toBeLessThanOrEqual(1.2);
    const { 200: good, 503: shed, gone = 0, ...others } = flooded.statuses;
    expect(others).toEqual({});
    // It was an overload, also where other work on the machine made the capacity look smaller than it was.
    expect(shed).toBeGreaterThan(good! / 2);
    expect(gone).toBeLessThan(shed! / 20);
    expect(flooded.withoutRetryAfter).toBe(0);
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("a page is refused in the visitor's language, without being rendered, and a call in its envelope", async () => {
    const flooding = flood({ ...visit, seconds: 6, perS: 400 });
    const refused = async (path: string, accept: string) => {
      for (let tries = 0; tries < 300; tries++) {
        const headers = { "Accept-Language": accept, Cookie: visit.cookies[0]! };
        const answer = await fetch(visit.url + path, { headers });
        const text = await answer.text();
        if (answer.status === 503) return { text, retryAfter: answer.headers.get("Retry-After") };
      }
      throw new Error("Nothing was refused");
    };
    const page = await refused("/my-list", "de");
    expect(page.retryAfter).toBe("5");
    expect(page.text).toMatch(/^<!doctype html><html lang="de"/);
    expect(page.text.length).toBeLessThan(1_000);
    // Forms go first: none is refused while pages are.
    const form = () =>
      fetch(`${visit.url}/my-list`, {
        method: "POST",
        headers: { Cookie: visit.cookies[0]!, Origin: visit.url },
        body: new URLSearchParams({ intent: "remove", id: "none" }),
      });
    const forms = await Promise.all(Array.from({ length: 10 }, form));
    expect(forms.map(({ status }) => status)).not.toContain(503);
    const call = await refused("/api/config", "en");
    expect(JSON.parse(call.text)).toEqual({
      ...{ c: 503, m: "The service is busy. Please try again in a moment.", d: null },
    });
    await flooding;
  });
});

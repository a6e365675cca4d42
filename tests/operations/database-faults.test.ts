import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { moveableAddress } from "./setup/moving-address.ts";
import { startMovieService, type Answer, type MovieService } from "./setup/movie-service.ts";
import { startPooler } from "./setup/pooler.ts";
import { ask, startPostgresMachine, type PostgresMachine } from "./setup/postgres-machine.ts";
import { programs } from "./setup/programs.ts";

/** Milliseconds within which every call is answered, whatever the database does; and once its fault is known. */
const everyMs = 10_000;
const knownMs = 500;

let machine: PostgresMachine;
let service: MovieService;
beforeEach(async () => {
  machine = await startPostgresMachine(programs.postgres!);
});
afterEach(async () => {
  await service.stop();
  await machine.remove();
});

/** A call that no cache answers. */
const read = () => service.get("/api/progress/of?id=film-0", service.tokens[1]);
const save = (positionS: number) =>
  service.post("progress/save", { id: "film-0", index: 1, positionS, durationS: 100 }, service.tokens[1]!);
const watch = () => service.get(service.segment, service.tokens[1]);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls every 200 ms for a time, without waiting for one before the next. */
async function callFor(ms: number, call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  for (let at = 0; at < ms; at += 200) {
    answers.push(call());
    await pause(200);
  }
  return Promise.all(answers);
}

function expectRefused(answers: Answer[], within: number): void {
  for (const { status, retryAfter, ms } of answers) {
    expect([status, retryAfter]).toEqual([503, "5"]);
    expect(ms).toBeLessThan(within);
  }
}

/** Waits until calls are answered again. @returns milliseconds that took */
async function recovered(): Promise<number> {
  const began = performance.now();
  while ((await read()).status !== 200) await pause(100);
  return performance.now() - began;
}

describe.skipIf(!programs.postgres)("a database that", () => {
  test("freezes: calls are refused, at once when it is known, media go on, and it is found again", async () => {
    service = await startMovieService(machine.url);
    expect((await save(10)).status).toBe(200);
    expect((await watch()).status).toBe(200);
    await machine.freeze();
    const [calls, media] = await Promise.all([callFor(8_000, read), callFor(8_000, watch)]);
    for (const { status, ms } of calls) {
      expect(status).toBe(503);
      expect(ms).toBeLessThan(everyMs);
    }
    for (const { status, ms } of media) {
      expect(status).toBe(200);
      expect(ms).toBeLessThan(1_000);
    }
    expectRefused(await callFor(2_000, read), knownMs);
    expectRefused([await save(20)], knownMs);
    const page = await service.get("/my-list", service.tokens[1]);
    expect([page.status, page.ms < 2_000]).toEqual([503, true]);
    expect((await service.get("/healthz")).status).toBe(200);
    expect((await service.get("/readyz")).status).toBe(503);
    await machine.thaw();
    expect(await recovered()).toBeLessThan(5_000);
    expect((await service.get("/readyz")).status).toBe(200);
    expect((await read()).body).toContain('"positionS":10');
  });

  test.skipIf(!programs.pgbouncer)(
    "freezes behind pgbouncer: refused all the same, and found again",
    async () => {
      const pooler = await startPooler(machine.url, { serverConnections: 3 });
      // Its sessions begin with the role's settings, and the pooler has opened one of the other role already.
      await ask(machine.url, "create role ordinary login superuser");
      const [DATABASE_URL, DATABASE_DIRECT_URL] = [pooler.url, machine.url].map((address) =>
        address.replace("matinee@", "ordinary@"),
      ) as [string, string];
      const env = { DATABASE_URL, DATABASE_DIRECT_URL };
      service = await startMovieService(machine.url, { env });
      expect((await read()).status).toBe(200);
      await machine.freeze();
      for (const { status, ms } of await callFor(6_000, read)) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(everyMs);
      }
      expectRefused(await callFor(1_000, read), knownMs);
      await machine.thaw();
      expect(await recovered()).toBeLessThan(5_000);
      await pooler.stop();
    },
  );

  test("stops is refused at once, and used again within seconds of its start", async () => {
    service = await startMovieService(machine.url);
    expect((await save(10)).status).toBe(200);
    await machine.stop();
    expectRefused(await callFor(3_000, read), 1_500);
    expectRefused(await callFor(1_000, read), knownMs);
    expect((await service.get("/readyz")).status).toBe(503);
    await machine.start();
    expect(await recovered()).toBeLessThan(5_000);
    expect((await read()).body).toContain('"positionS":10');
  });

  test("moves to another machine without a word is found there, with what was written", async () => {
    const standby = await machine.follow();
    const address = await moveableAddress(machine.url);
    try {
      service = await startMovieService(machine.url, { env: { DATABASE_URL: address.url } });
      expect((await save(10)).status).toBe(200);
      await callFor(1_000, read);
      await expect.poll(() => ask(standby.url, "select count(*)::int from progress")).toBe(1);
      await machine.freeze();
      await standby.promote();
      address.moveTo(standby.url);
      const calls = await callFor(10_000, read);
      for (const { status, ms } of calls) {
        expect([200, 503]).toContain(status);
        expect(ms).toBeLessThan(everyMs);
      }
      expect(await recovered()).toBeLessThan(1_000);
      expect((await read()).body).toContain('"positionS":10');
      expect((await save(30)).status).toBe(200);
    } finally {
      await address.close();
      await standby.stop();
    }
  });

  test("has no connection left serves those there are; who waits too long is refused", async () => {
    await machine.stop();
    await machine.start(["max_connections=8", "superuser_reserved_connections=1"]);
    service = await startMovieService(machine.url, { env: { DATABASE_POOL: "20" } });
    const calls = await Promise.all(Array.from({ length: 60 }, () => read()));
    const done = calls.filter(({ status }) => status === 200);
    expectRefused(
      calls.filter(({ status }) => status !== 200),
      3_000,
    );
    expect(done.length).toBeGreaterThan(30);
    expect(await recovered()).toBeLessThan(1_000);
    expect((await service.get("/readyz")).status).toBe(200);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  activeDays,
  analysisDays,
  analysisLate,
  analysisRetention,
  analysisSplits,
  analysisState,
  analysisMovies,
  playbackQuality,
  statEvents,
} from "../../../api/db/schema.ts";
import { addDays } from "../../../api/domain/kernel/day.ts";
import { activeDaysKept } from "../../../api/domain/analysis/roll-up.ts";
import { latestDays } from "../../../api/domain/playback/sitting.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { payloads } from "../../setup/payloads.ts";

let backend: TestBackend;
let token: string;
let number = 0;
const today = "2027-06-15";
const noon = new Date(`${today}T12:00:00Z`);
const tables = [
  activeDays,
  analysisDays,
  analysisLate,
  analysisRetention,
  analysisSplits,
  analysisState,
  analysisMovies,
  playbackQuality,
  statEvents,
];

beforeAll(async () => {
  backend = await startTestBackend();
  backend.clock.set(noon);
  await addMovie(backend.db, { id: "serial", episodes: 2 });
  await addMovie(backend.db, { id: "a-film" });
  token = (await backend.person({ admin: 1, createdAt: noon, joinedAt: noon })).token;
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(noon);
  for (const table of tables) await backend.db.delete(table);
});

/** A player's report, as it arrives at the clock's time. */
const report = async (
  more: object = {},
  agent = "Mozilla/5.0 (iPhone; CPU) Version/17 Mobile Safari/604",
) => {
  const body = { ...payloads["playback/quality"], sitting: `sitting-of-tests-${(number += 1)}`, ...more };
  const headers = { "Content-Type": "application/json", "User-Agent": agent };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  // An address for each, so that none meets the limit.
  const answer = await backend.fetch("/api/playback/quality", init, `198.51.100.${number % 250}`);
  expect(await answer.json()).toMatchObject({ c: 0 });
};
const ask = async (name: string, query: Record<string, string | number>) => {
  const answer = await backend.get(
    `z/analysis/${name}`,
    `?${new URLSearchParams(query as Record<string, string>)}`,
    { token },
  );
  expect(answer).toMatchObject({ c: 0 });
  return answer.d;
};
const days = (more: object = {}) =>
  ask("days", { from: addDays(today, -6), to: today, compare: "none", ...more });
/** All sums there are, without the time they were made at. */
const sums = async () => ({
  days: (await backend.db.select().from(analysisDays).orderBy(analysisDays.day)).map(
    ({ rolledAt: _at, ...row }) => row,
  ),
  splits: await backend.db.select().from(analysisSplits),
  titles: await backend.db.select().from(analysisMovies),
  retention: await backend.db.select().from(analysisRetention),
});
const sorted = ({ days: list, ...rest }: Awaited<ReturnType<typeof sums>>) => ({
  days: list,
  rest: Object.values(rest)
    .flat()
    .map((row) => JSON.stringify(row))
    .sort(),
});

describe("summing up", () => {
  test("counts what was watched, on what, in which language, and how well it went", async () => {
    await report({ startMs: 400, stalls: 0, stalledMs: 0, watchedS: 60.4 });
    await report({ startMs: 900, stalls: 2, stalledMs: 3_000, watchedS: 30, locale: "ar" }, "Chrome; wv)");
    // Opened and left again: no play, but it tells how well videos begin.
    await report({ startMs: null, stalls: 0, watchedS: 0, errors: { ...noErrors, network: 2 } });
    await backend.post("stat", { action: "source", target: 0, remark: " Newsletter " });
    await backend.rollUp();
    const { totals, points, at } = await days();
    expect(totals).toMatchObject({ plays: 2, watchedS: 90, starts: 2, measured: 3, stalled: 1, failed: 1 });
    expect(totals).toMatchObject({ stalledMs: 3_300, errors: { network: 2, decode: 0 } });
    expect(totals.startP50 / 400).toBeCloseTo(1, 0);
    expect(points).toHaveLength(7);
    expect(points.map(({ plays }: { plays: number }) => plays)).toEqual([0, 0, 0, 0, 0, 0, 2]);
    expect(at).toBe(noon.toISOString());
    const range = { from: today, to: today, compare: "none" };
    const by = async (kind: string) => (await ask("split", { ...range, by: kind })).items;
    expect(await by("language")).toMatchObject([
      { value: "ar", count: 1, watchedS: 30, compared: null },
      { value: "en", count: 1, watchedS: 60 },
    ]);
    expect((await by("device")).map(({ value }: { value: string }) => value)).toEqual(["native", "phone"]);
    expect(await by("source")).toMatchObject([{ value: "newsletter", count: 1 }]);
    const { items } = await ask("titles", { ...range, sort: "plays", limit: 10 });
    expect(items).toEqual([
      { id: "a-film", title: "Title of a-film", plays: 2, watchedS: 90, compared: null },
    ]);
  });

  test("the same day twice gives the same figures", async () => {
    for (let n = 0; n < 5; n++) await report({ startMs: 300 + n * 200, seen: 2 ** (n + 1) - 1 });
    await backend.rollUp();
    const once = sorted(await sums());
    expect(once.days.at(-1)).toMatchObject({ day: today, plays: 5 });
    await backend.rollUp();
    await backend.db.delete(analysisState);
    await backend.rollUp();
    expect(sorted(await sums())).toEqual(once);
  });

  test("two processes at once give the same figures as one", async () => {
    for (let n = 0; n < 3; n++) await report();
    await Promise.all([backend.rollUp(), backend.rollUp()]);
    expect((await days()).totals.plays).toBe(3);
  });

  test("a service that was off takes up the days it missed", async () => {
    await report();
    await backend.rollUp();
    await report();
    backend.clock.set(new Date("2027-06-19T08:00:00Z"));
    await report();
    expect(await backend.rollUp()).toEqual([
      "2027-06-15",
      "2027-06-16",
      "2027-06-17",
      "2027-06-18",
      "2027-06-19",
    ]);
    const { points, totals } = await ask("days", { from: today, to: "2027-06-19", compare: "none" });
    expect(points.map(({ plays }: { plays: number }) => plays)).toEqual([2, 0, 0, 0, 1]);
    expect(totals.plays).toBe(3);
  });

  test("what comes late is added to its day, and what comes too late is let go", async () => {
    await report();
    await backend.rollUp();
    backend.clock.set(new Date("2027-07-05T08:00:00Z"));
    expect(await backend.rollUp()).not.toContain("2027-06-10");
    await report({ at: "2027-06-10T20:00:00.000Z", ageS: 600, player: "offline" });
    await report({ at: addDays("2027-07-05", -latestDays - 1) + "T00:00:00.000Z", player: "offline" });
    expect(await backend.rollUp()).toEqual(["2027-06-10", "2027-07-05"]);
    expect((await ask("days", { from: "2027-06-10", to: "2027-06-10", compare: "none" })).totals.plays).toBe(
      1,
    );
    expect((await ask("days", { from: "2027-06-01", to: "2027-07-05", compare: "none" })).totals.plays).toBe(
      2,
    );
    expect(await backend.rollUp()).toEqual(["2027-07-05"]);
  });

  test("a day begins and ends at midnight UTC, and a sitting belongs to the day it began on", async () => {
    backend.clock.set(new Date("2027-06-15T00:00:00Z"));
    await report({ ageS: 0 });
    await report({ ageS: 0.001 });
    backend.clock.set(new Date("2027-06-15T23:59:59.999Z"));
    await report({ ageS: 0 });
    backend.clock.set(new Date("2027-06-16T00:00:00.000Z"));
    await report({ ageS: 0 });
    await report({ ageS: 86_400 });
    await backend.rollUp();
    const { points } = await ask("days", { from: "2027-06-14", to: "2027-06-16", compare: "none" });
    expect(points.map(({ plays }: { plays: number }) => plays)).toEqual([1, 3, 1]);
  });

  test("users of a day, a week and four weeks are counted apart, without names", async () => {
    const ada = await backend.person();
    const ben = await backend.person();
    const seen = async (day: string, ...who: { token: string }[]) => {
      backend.clock.set(new Date(`${day}T09:00:00Z`));
      for (const one of who) await backend.post("login/token", { token: one.token });
    };
    await backend.db.delete(activeDays);
    await seen("2027-06-18", ada, ben);
    await seen("2027-06-30", ada);
    await seen("2027-07-01", ada);
    await backend.rollUp();
    const on = async (day: string) => (await ask("days", { from: day, to: day, compare: "none" })).totals;
    expect(await on("2027-07-01")).toMatchObject({ active: 1, active7: 1, active28: 2 });
    const { totals } = await ask("days", { from: "2027-06-30", to: "2027-07-01", compare: "none" });
    expect(totals).toMatchObject({ active: 1, active7: 1, active28: 2 });
    for (const row of await backend.db.select().from(activeDays))
      expect(Object.keys(row)).toEqual(["day", "person"]);
    // Two months later nothing of that is left but the sums.
    backend.clock.set(new Date(Date.parse("2027-07-01") + (activeDaysKept + 1) * 86_400_000));
    await backend.rollUp();
    const left = (await backend.db.select().from(activeDays)).map(({ day }) => day);
    expect(left).not.toContain("2027-06-30");
    expect(await on("2027-06-30")).toMatchObject({ active: 1, active7: 1, active28: 2 });
  });
});

const noErrors = { network: 0, decode: 0, expired: 0, missing: 0, gone: 0, blocked: 0 };

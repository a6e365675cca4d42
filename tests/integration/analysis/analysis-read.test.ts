import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  analysisDays,
  analysisRetention,
  analysisSplits,
  analysisMovies,
  membershipEvents,
  playbackQuality,
  users,
} from "../../../api/db/schema.ts";
import { addDays, daysOf } from "../../../api/domain/kernel/day.ts";
import { startSteps } from "../../../api/domain/analysis/start-times.ts";
import { parts } from "../../../api/domain/playback/sitting.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let token: string;
const today = "2027-06-15";
const many = 2_000_000_000;

/** A day's sums, of which only some matter. */
const dayOf = (day: string, more: Partial<typeof analysisDays.$inferInsert> = {}) => ({
  ...{ day, sittings: 0, plays: 0, watchedS: 0, measured: 0, measuredS: 0, stalled: 0, stalls: 0 },
  starts: Array.from<number>({ length: startSteps }).fill(0),
  ...{ stalledMs: 0, failed: 0, errors: {}, active: 0, active7: 0, active28: 0, signUps: 0 },
  ...{ came: 0, joined: 0, vip: 0, rolledAt: new Date(`${today}T11:00:00Z`) },
  ...more,
});

beforeAll(async () => {
  backend = await startTestBackend();
  backend.clock.set(new Date(`${today}T12:00:00Z`));
  await addMovie(backend.db, {
    id: "serial",
    episodes: 2,
    texts: { en: { title: "Serial" }, de: { title: "Serie" } },
  });
  await addMovie(backend.db, { id: "formula", texts: { en: { title: "=HYPERLINK(1)" } } });
  token = (await backend.person({ admin: 1 })).token;
  // A year and a month in which every day has as many plays as its number in the month.
  const all = daysOf({ from: addDays(today, -400), to: today });
  const number = (day: string) => Number(day.slice(8));
  await backend.db.insert(analysisDays).values(all.map((day) => dayOf(day, { plays: number(day) })));
  await backend.db.insert(analysisMovies).values([
    ...all.map((day) => ({
      grain: "day" as const,
      day,
      movieId: "serial",
      plays: number(day),
      watchedS: 10,
    })),
    // Months are read as months: told apart by a sum that no days have.
    ...[...new Set(all.map((day) => `${day.slice(0, 7)}-01`))].map((day) => ({
      ...{ grain: "month" as const, day, movieId: "serial", plays: 1_000, watchedS: 100 },
    })),
    { grain: "day", day: today, movieId: "gone-for-good", plays: 1, watchedS: 5 },
    { grain: "day", day: today, movieId: "formula", plays: 2, watchedS: 5 },
  ]);
});
afterAll(() => backend.close());

const get = (name: string, query: Record<string, string | number>, call = { token }) =>
  backend.get(`z/analysis/${name}`, `?${new URLSearchParams(query as Record<string, string>)}`, call);
const ask = async (name: string, query: Record<string, string | number>) => {
  const answer = await get(name, query);
  expect(answer).toMatchObject({ c: 0 });
  return answer.d;
};

describe("a range", () => {
  test.each([
    ["that ends before it begins", { from: "2027-06-02", to: "2027-06-01" }, "from", "too_big"],
    ["that ends tomorrow", { from: "2027-06-01", to: "2027-06-16" }, "to", "too_big"],
    ["of 367 days", { from: "2026-06-14", to: today }, "from", "too_small"],
    ["that begins on no day", { from: "2027-02-30", to: today }, "from", "format"],
    ["that begins in words", { from: "yesterday", to: today }, "from", "format"],
    ["that begins at a moment", { from: "2027-06-01T00:00:00Z", to: today }, "from", "format"],
    ["in the year 20270", { from: today, to: "20270-06-15" }, "to", "format"],
    ["held against the moon", { from: today, to: today, compare: "moon" }, "compare", "choice"],
  ])("%s is refused", async (_what, wrong, field, reason) => {
    for (const name of ["days", "split", "titles", "retention", "export"]) {
      const more: Record<string, Record<string, string | number>> = {
        days: {},
        split: { by: "device" },
        titles: { sort: "plays", limit: 5 },
        retention: { id: "serial", index: 1 },
        export: { panel: "days" },
      };
      const compares = !["retention", "export"].includes(name);
      if ("compare" in wrong && !compares) continue;
      const query = { ...(compares && { compare: "none" }), ...more[name], ...wrong };
      const answer = await get(name, query);
      expect(answer, name).toMatchObject({ c: 422, status: 422, d: { issues: [{ field, reason }] } });
    }
  });

  test("may be a year and the day more it sometimes has", async () => {
    const { points, step, totals } = await ask("days", {
      from: addDays(today, -365),
      to: today,
      compare: "none",
    });
    expect(step).toBe("week");
    expect(points).toHaveLength(53);
    const days = daysOf({ from: addDays(today, -365), to: today });
    expect(totals.plays).toBe(days.reduce((sum, day) => sum + Number(day.slice(8)), 0));
  });

  test("of weeks shows means of days", async () => {
    const { points } = await ask("days", { from: "2027-01-01", to: "2027-04-30", compare: "none" });
    expect(points.slice(0, 2).map(({ plays }: { plays: number }) => plays)).toEqual([4, 11]);
    expect(points.at(-1)).toMatchObject({ from: "2027-04-30", plays: 30 });
  });
});

describe("what it is held against", () => {
  const compared = async (query: Record<string, string>) => {
    const d = await ask("days", query as { from: string; to: string });
    return { before: d.before, now: d.compared?.now.plays, then: d.compared?.before.plays, open: d.open };
  };
  test("the days before, as many", async () => {
    expect(await compared({ from: "2027-06-08", to: "2027-06-14", compare: "previous" })).toEqual({
      before: { from: "2027-06-01", to: "2027-06-07" },
      now: 8 + 9 + 10 + 11 + 12 + 13 + 14,
      then: 1 + 2 + 3 + 4 + 5 + 6 + 7,
      open: false,
    });
  });
  test("today is not over, and left out", async () => {
    expect(await compared({ from: "2027-06-13", to: today, compare: "previous" })).toEqual({
      before: { from: "2027-06-11", to: "2027-06-12" },
      now: 13 + 14,
      then: 11 + 12,
      open: true,
    });
    expect(await compared({ from: today, to: today, compare: "previous" })).toMatchObject({
      now: 15,
      then: 14,
    });
  });
  test("the same days of the week, a year before", async () => {
    const { before } = await compared({ from: "2027-06-07", to: "2027-06-13", compare: "year" });
    expect(before).toEqual({ from: "2026-06-08", to: "2026-06-14" });
  });
  test("nothing", async () => {
    expect(await compared({ from: today, to: today, compare: "none" })).toMatchObject({ before: null });
  });
  test("days there is nothing of count as none", async () => {
    const d = await ask("days", { from: "2020-01-01", to: "2020-01-03", compare: "previous" });
    expect(d.totals).toMatchObject({ plays: 0, startP75: null, active28: 0 });
    expect(d.points).toHaveLength(3);
    expect(d.compared.before.plays).toBe(0);
  });
});

describe("titles", () => {
  const query = { sort: "plays", limit: 10, compare: "none" };
  test("whole months are read as months, and the days beside them as days", async () => {
    const { items } = await ask("titles", { ...query, from: "2027-03-30", to: "2027-06-02" });
    expect(items).toMatchObject([{ id: "serial", plays: 30 + 31 + 1_000 + 1_000 + 1 + 2 }]);
  });
  test("are named in the reader's language, and by their number once they are gone", async () => {
    const answer = await backend.get(
      "z/analysis/titles",
      `?${new URLSearchParams({ ...query, limit: "10", from: today, to: today, compare: "previous" })}`,
      { token, locale: "de" },
    );
    expect(answer.d.items).toMatchObject([
      { id: "serial", title: "Serie", plays: 15, compared: { now: 15, before: 14 } },
      { id: "formula" },
      { id: "gone-for-good", title: null, plays: 1, compared: { now: 1, before: 0 } },
    ]);
  });
});

test("how far plays of an episode go is told for each of its parts", async () => {
  const seen = Array.from({ length: parts }, (_, part) => 100 - part);
  await backend.db.insert(analysisRetention).values([
    { movieId: "serial", index: 2, day: "2027-06-01", plays: 100, seen },
    { movieId: "serial", index: 2, day: "2027-06-02", plays: 100, seen },
    { movieId: "serial", index: 2, day: "2027-05-01", plays: 100, seen },
  ]);
  const query = { from: "2027-06-01", to: today };
  const d = await ask("retention", { ...query, id: "serial", index: 2 });
  expect(d).toMatchObject({ title: "Serial", plays: 200, durationS: 100 });
  expect(d.parts.slice(0, 3)).toEqual([200, 198, 196]);
  expect(d.episodes.map(({ plays }: { plays: number }) => plays)).toEqual([0, 200]);
  expect(await ask("retention", { ...query, id: "serial", index: 1 })).toMatchObject({ plays: 0 });
  expect(await get("retention", { ...query, id: "no-such-film", index: 1 })).toMatchObject({ c: 404 });
});

test("large numbers keep every digit", async () => {
  const day = "2025-12-24";
  await backend.db.insert(analysisDays).values(dayOf(day, { plays: many, watchedS: 9e12, stalledMs: 9e12 }));
  await backend.db.insert(analysisSplits).values([
    { kind: "device", day, value: "tv", count: many, watchedS: 9e12 },
    { kind: "device", day: "2025-12-25", value: "tv", count: many, watchedS: 9e12 },
  ]);
  const range = { from: day, to: "2025-12-25", compare: "none" };
  expect((await ask("days", range)).totals).toMatchObject({ plays: many, watchedS: 9e12, stalledMs: 9e12 });
  const { items, total } = await ask("split", { ...range, by: "device" });
  expect(items).toMatchObject([{ count: 2 * many, watchedS: 18e12 }]);
  expect(total).toBe(2 * many);
});

test("values are held against the days before, and those of earlier days alone are not listed", async () => {
  const of = (day: string, value: string, count: number) => ({
    kind: "language" as const,
    ...{ day, value, count, watchedS: 10 * count },
  });
  await backend.db
    .insert(analysisSplits)
    .values([
      of("2027-06-12", "de", 7),
      of("2027-06-12", "ja", 9),
      of("2027-06-13", "en", 4),
      of("2027-06-14", "de", 2),
      of(today, "de", 5),
    ]);
  const query = { from: "2027-06-13", to: today, by: "language" };
  expect(await ask("split", { ...query, compare: "previous" })).toEqual({
    total: 11,
    items: [
      { value: "de", count: 7, watchedS: 70, compared: { now: 2, before: 7 } },
      { value: "en", count: 4, watchedS: 40, compared: { now: 4, before: 0 } },
    ],
  });
  expect((await ask("split", { ...query, compare: "none" })).items).toEqual([
    { value: "de", count: 7, watchedS: 70, compared: null },
    { value: "en", count: 4, watchedS: 40, compared: null },
  ]);
});

describe("as a file", () => {
  const csv = async (query: Record<string, string>) => {
    const { csv: text, name, rows } = await ask("export", query);
    return { name, rows, lines: (text as string).trim().split("\r\n") };
  };
  test("a line a day", async () => {
    const { lines, rows, name } = await csv({ panel: "days", from: "2027-06-13", to: today });
    expect(name).toBe("analysis-days-2027-06-13-2027-06-15.csv");
    expect(rows).toBe(3);
    expect(lines[0]).toMatch(/^day,plays,watched_s,active,active_7,active_28,sign_ups,/);
    expect(lines[1]).toMatch(/^2027-06-13,13,0,/);
  });
  test("nothing in it is a formula: neither a title nor a source", async () => {
    const bad = `=cmd|' /C calc'!A0`;
    await backend.db
      .insert(analysisSplits)
      .values({ kind: "source", day: today, value: bad, count: 1, watchedS: 0 });
    expect((await csv({ panel: "source", from: today, to: today })).lines[1]).toContain(`,'=cmd|`);
    expect((await csv({ panel: "titles", from: today, to: today })).lines.join()).toContain("'=HYPERLINK(1)");
  });
  test("the parts of a title, which has to be named", async () => {
    const query = { panel: "retention", from: "2027-06-01", to: today };
    expect((await csv({ ...query, id: "serial", index: "2" })).lines).toHaveLength(parts + 1);
    expect(await get("export", query)).toMatchObject({
      c: 422,
      d: { issues: [{ field: "id", reason: "required" }] },
    });
  });
});

test("who came, and has become a member or a VIP since, changes the day they came on", async () => {
  const came = new Date("2027-06-10T10:00:00Z");
  const { uid } = await backend.person({ anonymous: true, createdAt: came });
  await backend.person({ anonymous: true, createdAt: came });
  await backend.rollUp();
  const funnel = async () => {
    const { totals } = await ask("days", { from: "2027-06-10", to: "2027-06-10", compare: "none" });
    return [totals.came, totals.joined, totals.vip];
  };
  expect(await funnel()).toEqual([2, 0, 0]);
  backend.clock.set(new Date("2027-06-16T12:00:00Z"));
  const at = backend.clock.now();
  await backend.db.update(users).set({ anonymous: false, joinedAt: at });
  const grant = { id: crypto.randomUUID(), uid, at, kind: "grant", source: "trial", sourceId: "x" } as const;
  await backend.db.insert(membershipEvents).values({ ...grant, until: at, result: at });
  await backend.rollUp();
  expect(await funnel()).toEqual([2, 2, 1]);
});

test("a film that plays without scripts counts as well, by what is delivered", async () => {
  const day = "2027-06-17";
  await writeAsset(backend.dataDir, "serial-1", 10);
  backend.clock.set(new Date(`${day}T08:00:00Z`));
  const { d } = await backend.get("playback/start", "?id=serial&index=1", { token });
  const folder = d.hlsTracked.replace("master.m3u8", "v240");
  const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64)", "Accept-Language": "ja" };
  for (let segment = 0; segment < 10; segment++) {
    const at = Date.parse(`${day}T08:00:00Z`) + segment * 2_000;
    backend.clock.set(new Date(at));
    const path = `${folder}/seg_${String(segment).padStart(5, "0")}.m4s`;
    expect((await backend.fetch(path, { headers })).status).toBe(200);
  }
  const kept = () => backend.db.select().from(playbackQuality);
  await expect.poll(async () => (await kept())[0]?.watchedS).toBe(16);
  expect(await kept()).toMatchObject([{ player: "plain", deviceClass: "computer", locale: "ja", report: 5 }]);
  await backend.rollUp();
  const { totals } = await ask("days", { from: day, to: day, compare: "none" });
  // It tells nothing of how well it went.
  expect(totals).toMatchObject({ plays: 1, watchedS: 16, measured: 0, starts: 0, failed: 0 });
  const { parts: shown, plays } = await ask("retention", { from: day, to: day, id: "serial", index: 1 });
  expect(plays).toBe(1);
  expect(shown.map(Number).join("")).toBe("1".repeat(7).padEnd(parts, "0"));
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inArray } from "drizzle-orm";
import { movieAudiences, movies, movieViewers, progress } from "../../../api/db/schema.ts";
import { addDays } from "../../../api/domain/kernel/day.ts";
import { audienceDays } from "../../../api/domain/playback/popularity/count-audience.ts";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const ids = ["comet", "harbour", "lantern", "meadow", "tower"];
const first = "2027-03-01";
/** Of the movies that `addMovie` makes. Seconds. */
const lengthS = 100;

beforeAll(async () => {
  backend = await startTestBackend();
  for (const id of ids) await addMovie(backend.db, { id });
});
afterAll(() => backend.close());
beforeEach(async () => {
  for (const table of [movieViewers, movieAudiences, progress]) await backend.db.delete(table);
  await backend.db.update(movies).set({ popularity: 0, trending: 0 });
});

const at = (day: string, time = "20:00:00") => backend.clock.set(new Date(`${day}T${time}Z`));
const later = (seconds: number) =>
  backend.clock.set(new Date(backend.clock.now().getTime() + seconds * 1_000));
const save = async (token: string, id: string, positionS: number, more: object = {}) => {
  const place = { id, index: 1, positionS, durationS: lengthS, settled: true, ...more };
  expect(await backend.post("progress/save", place, { token })).toMatchObject({ c: 0 });
};
/** Plays a movie from its beginning, in the time that takes. */
async function watch(token: string, id: string, untilS = lengthS): Promise<void> {
  await save(token, id, 0);
  for (let positionS = 25; positionS <= untilS; positionS += 25) {
    later(25);
    await save(token, id, positionS);
  }
}
/** New members who each play a movie. */
async function audience(id: string, viewers: number): Promise<void> {
  for (let n = 0; n < viewers; n++) await watch((await backend.person()).token, id);
}
async function ranks(): Promise<Record<string, { popularity: number; trending: number }>> {
  await backend.rankMovies();
  const rows = await backend.db.select().from(movies).orderBy(movies.id);
  return Object.fromEntries(rows.map(({ id, popularity, trending }) => [id, { popularity, trending }]));
}
const popularityOf = async (id: string) => (await ranks())[id]!.popularity;
const listed = async (sort: string) => {
  const { d } = await backend.get("movie/list", `?sort=${sort}`);
  return d.items.map((item: { id: string }) => item.id);
};

describe("popularity", () => {
  test("is the number of viewers, halved with each week, and nothing after eight", async () => {
    at(first);
    await audience("harbour", 4);
    await watch((await backend.person()).token, "comet", 50);
    expect(await ranks()).toMatchObject({ harbour: { popularity: 400 }, comet: { popularity: 50 } });
    expect(await listed("popular")).toEqual(["harbour", "comet", "tower", "meadow", "lantern"]);
    at(addDays(first, 7));
    expect(await ranks()).toMatchObject({ harbour: { popularity: 200 }, comet: { popularity: 25 } });
    at(addDays(first, 55));
    expect(await popularityOf("harbour")).toBe(2);
    at(addDays(first, 56));
    expect(await popularityOf("harbour")).toBe(0);
    at(addDays(first, audienceDays + 1));
    await backend.rankMovies();
    expect(await backend.db.select().from(movieAudiences)).toEqual([]);
  });

  test("is counted anew in each run, and then the days are closed without their viewers' names", async () => {
    at(first);
    await audience("harbour", 2);
    const once = await ranks();
    expect(await ranks()).toEqual(once);
    at(addDays(first, 1), "09:00:00");
    await backend.rankMovies();
    expect(await backend.db.select().from(movieViewers)).toHaveLength(2);
    at(addDays(first, 2), "09:00:00");
    expect((await ranks()).harbour!.popularity).toBeGreaterThan(150);
    expect(await backend.db.select().from(movieViewers)).toEqual([]);
  });

  test("counts what was watched without a network on the day it was watched", async () => {
    at(addDays(first, -1));
    await audience("comet", 2);
    at(addDays(first, 1), "06:00:00");
    await backend.rankMovies();
    const { token } = await backend.person();
    at(addDays(first, 1));
    for (const [day, id] of [
      [first, "harbour"],
      [addDays(first, -1), "comet"],
    ] as const)
      for (const s of [0, 25, 50, 75, 100])
        await save(token, id, s, { at: new Date(Date.parse(`${day}T20:00:00Z`) + s * 1_000).toISOString() });
    await backend.rankMovies();
    const counted = await backend.db.select().from(movieAudiences).orderBy(movieAudiences.day);
    expect(counted).toEqual([
      // That day was over: it stays as it was counted.
      { day: addDays(first, -1), movieId: "comet", viewers: 2 },
      { day: first, movieId: "harbour", viewers: 1 },
    ]);
  });
});

describe("no audience is", () => {
  test("a guest who reports 10,000 times: others still have the more popular movie", async () => {
    at(first, "10:00:00");
    await audience("harbour", 3);
    const { token } = await backend.person({ anonymous: true });
    for (let n = 0; n < 10_000; n++) {
      later(1);
      await save(token, "comet", (n % 4) * 25, { settled: n % 25 === 24 });
    }
    expect(await ranks()).toMatchObject({ harbour: { popularity: 300 }, comet: { popularity: 100 } });
    expect(await listed("popular")).toEqual(["harbour", "comet", "tower", "meadow", "lantern"]);
  }, 120_000);

  test("a seek: only what the time suffices for counts, at no more than twice the speed", async () => {
    at(first);
    const { token } = await backend.person();
    await save(token, "comet", 0);
    for (const positionS of [100, 0, 100, 0, 100]) await save(token, "comet", positionS);
    expect(await popularityOf("comet")).toBe(0);
    later(10);
    await save(token, "comet", 0);
    await save(token, "comet", 100);
    expect(await popularityOf("comet")).toBe(0);
    later(10);
    await save(token, "comet", 100, { durationS: 1 });
    await save(token, "comet", 20);
    later(20);
    await save(token, "comet", 100);
    expect(await popularityOf("comet")).toBe(40);
  });

  test("a hundred guests of one network: they count as eight", async () => {
    at(first);
    for (let n = 0; n < 100; n++) {
      const address = "203.0.113.9";
      const guest = await makeGuest(backend, { address });
      await watch(guest.token, "comet");
    }
    for (let n = 0; n < 9; n++) {
      const guest = await makeGuest(backend, { address: `198.51.100.${n}` });
      await watch(guest.token, "harbour");
    }
    expect(await ranks()).toMatchObject({ comet: { popularity: 764 }, harbour: { popularity: 900 } });
  }, 120_000);

  test("one user all day: no more than twelve movies, over all of them", async () => {
    const many = Array.from({ length: 24 }, (_, n) => `of-many-${n}`);
    for (const id of many) await addMovie(backend.db, { id });
    at(first, "08:00:00");
    const { token } = await backend.person();
    for (const id of many) await watch(token, id);
    expect(await popularityOf("of-many-3")).toBe(50);
    await backend.db.delete(movies).where(inArray(movies.id, many));
  });

  test("a user who has paused the history", async () => {
    at(first);
    const { token } = await backend.person();
    await backend.post("profile/recording", { paused: true }, { token });
    await watch(token, "comet");
    expect(await popularityOf("comet")).toBe(0);
  });
});

test("a guest who becomes a member is one viewer", async () => {
  at(first);
  const guest = await makeGuest(backend);
  const member = await makeMember(backend, "mia@popular.test");
  await watch(guest.token, "comet");
  await watch(member.token, "comet", 50);
  expect(await signIn(backend, { email: member.email, token: guest.token })).toMatchObject({ c: 0 });
  expect(await popularityOf("comet")).toBe(100);
  expect(await backend.db.select().from(movieViewers)).toHaveLength(1);
});

describe("trends", () => {
  test("list what grows beyond the growth of the whole service, the strongest first", async () => {
    const plan: Record<string, (day: number) => number> = {
      // Every day the same, and by far the most popular.
      harbour: () => 6,
      // A little more than usual is chance.
      tower: (day) => (day < 12 ? 2 : 3),
      lantern: (day) => (day < 12 ? 1 : 5),
      meadow: (day) => (day < 12 ? 1 : 6),
      comet: (day) => (day < 12 ? 0 : 6),
    };
    for (let day = 0; day < 14; day++) {
      at(addDays(first, day), "10:00:00");
      for (const [id, viewers] of Object.entries(plan)) await audience(id, viewers(day));
      await backend.rankMovies();
    }
    expect((await listed("popular"))[0]).toBe("harbour");
    expect(await listed("trending")).toEqual(["comet", "meadow", "lantern"]);
    const page = await backend.get("movie/list", "?sort=trending&limit=2");
    const rest = await backend.get("movie/list", `?sort=trending&cursor=${page.d.next}`);
    expect([...page.d.items, ...rest.d.items].map(({ id }) => id)).toEqual(["comet", "meadow", "lantern"]);
    const { d: start } = await backend.get("movie/trending");
    expect(start.items.map(({ id }: { id: string }) => id)).toEqual([
      ...["comet", "meadow", "lantern"],
      ...["harbour", "tower"],
    ]);

    const { token } = await backend.person({ admin: 2 });
    const { d: saved } = await backend.get("z/row/list", "", { token });
    const kinds = (await backend.get("home/rows")).d.rows.map(({ kind }: { kind: string }) => kind);
    expect(kinds).not.toContain("trending");
    const rows = saved.rows.map(({ titles: _titles, ...row }: { titles: unknown; kind: string }) =>
      row.kind === "trending" ? { ...row, on: true } : row,
    );
    expect(await backend.post("z/row/save", { revision: saved.revision, rows }, { token })).toMatchObject({
      c: 0,
    });
    const { d: home } = await backend.get("home/rows");
    const row = home.rows.find(({ kind }: { kind: string }) => kind === "trending");
    expect(row.items.map(({ id }: { id: string }) => id)).toEqual(["comet", "meadow", "lantern"]);
  }, 120_000);
});

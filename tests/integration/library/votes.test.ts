import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assets, movies, relatedMovies, serviceFacts, votes, type users } from "../../../api/db/schema.ts";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const ids = ["anchor", "buoy", "cliff", "dock", "ebb", "ferry"];

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(new Date("2027-05-10T20:00:00Z"));
  for (const table of [votes, relatedMovies, movies, assets, serviceFacts]) await backend.db.delete(table);
  for (const id of ids) await addMovie(backend.db, { id, genres: ["sea"] });
});

const vote = (token: string, id: string, liked: unknown) =>
  backend.post("vote/save", { id, liked }, { token });
const own = async (token: string, id: string) =>
  (await backend.get("vote/of", `?id=${id}`, { token })).d.liked;
const shown = async (id: string) => (await backend.get("movie/detail", `?id=${id}`)).d.likedPercent;

/** New users, who vote for a movie: first so many up, then so many down. */
async function crowd(
  id: string,
  { up, down }: { up: number; down: number },
  fields: Partial<typeof users.$inferInsert> = {},
): Promise<void> {
  for (let n = 0; n < up + down; n++) {
    const { token } = await backend.person(fields);
    expect(await vote(token, id, n < up)).toMatchObject({ c: 0 });
  }
}

test("a vote is given, changed and taken back; the same again changes nothing", async () => {
  const { token } = await backend.person();
  const other = await backend.person();
  expect(await own(token, "anchor")).toBeNull();
  for (const liked of [true, true, false, null, null, true]) {
    expect(await vote(token, "anchor", liked)).toMatchObject({ c: 0, d: {} });
    expect(await own(token, "anchor")).toBe(liked);
  }
  expect(await own(token, "buoy")).toBeNull();
  expect(await own(other.token, "anchor")).toBeNull();
  expect(await backend.db.$count(votes)).toBe(1);
});

describe("a vote is refused", () => {
  test("for a movie that is missing, hidden, or not published yet", async () => {
    const { token } = await backend.person();
    await backend.db.execute(sql`update movie set status = 'draft' where id = 'buoy'`);
    await backend.db.execute(
      sql`update movie set published_at = now() + interval '1 day' where id = 'cliff'`,
    );
    await backend.db.execute(sql`update movie set hide_at = now() - interval '1 day' where id = 'dock'`);
    for (const id of ["nothing", "buoy", "cliff", "dock"])
      for (const liked of [true, false]) expect(await vote(token, id, liked)).toMatchObject({ c: 404 });
    expect(await backend.db.$count(votes)).toBe(0);
  });

  test.each([1, "true", undefined, {}, []])("that is neither up, down nor none: %j", async (liked) => {
    const { token } = await backend.person();
    expect(await vote(token, "anchor", liked)).toMatchObject({ c: 422 });
  });

  test("without a session", async () => {
    expect(await backend.post("vote/save", { id: "anchor", liked: true })).toMatchObject({ c: 401 });
  });
});

test("a vote for a movie that was hidden since can still be taken back", async () => {
  const { token } = await backend.person();
  await vote(token, "anchor", true);
  await backend.db.execute(sql`update movie set status = 'draft' where id = 'anchor'`);
  expect(await vote(token, "anchor", null)).toMatchObject({ c: 0 });
  expect(await backend.db.$count(votes)).toBe(0);
});

describe("the share of likes", () => {
  test("is shown from ten votes on, follows them, and is counted for admins from the first", async () => {
    const admin = await backend.person({ admin: 2 });
    const counted = async () => {
      const { d } = await backend.get("z/movie/list", "?q=anchor", { token: admin.token });
      return d.items.map(({ likes, dislikes }: { likes: number; dislikes: number }) => [likes, dislikes]);
    };
    await crowd("anchor", { up: 8, down: 1 });
    await backend.sumVotes();
    expect(await shown("anchor")).toBeUndefined();
    expect(await counted()).toEqual([[8, 1]]);
    const { token } = await backend.person();
    await vote(token, "anchor", true);
    expect(await shown("anchor")).toBeUndefined();
    await backend.sumVotes();
    expect(await shown("anchor")).toBe(90);
    await vote(token, "anchor", false);
    await backend.sumVotes();
    expect(await shown("anchor")).toBe(80);
    await vote(token, "anchor", null);
    await backend.sumVotes();
    expect(await shown("anchor")).toBeUndefined();
    expect(await counted()).toEqual([[8, 1]]);
    expect(await shown("buoy")).toBeUndefined();
  });

  test("falls to nothing once all votes are gone", async () => {
    await crowd("anchor", { up: 12, down: 0 });
    await backend.sumVotes();
    expect(await shown("anchor")).toBe(100);
    await backend.db.delete(votes);
    await backend.sumVotes();
    expect(await shown("anchor")).toBeUndefined();
  });

  test("is not decided by guests whom one network made on one day", async () => {
    await crowd("anchor", { up: 9, down: 1 });
    await crowd("anchor", { up: 0, down: 64 }, { anonymous: true, origin: "one-network" });
    await backend.sumVotes();
    // 64 guests count as 7.
    expect(await shown("anchor")).toBe(Math.round((100 * 9) / 17));
    // Alone they are too few to be shown.
    await crowd("buoy", { up: 64, down: 0 }, { anonymous: true, origin: "one-network" });
    await backend.sumVotes();
    expect(await shown("buoy")).toBeUndefined();
  });

  test("shares out what a household thinks differently", async () => {
    await crowd("anchor", { up: 10, down: 0 });
    await crowd("anchor", { up: 1, down: 1 }, { origin: "one-household" });
    await backend.sumVotes();
    expect(await shown("anchor")).toBe(Math.round((100 * 11) / 12));
  });
});

test("a guest's votes go along into the account, whose own votes stay", async () => {
  const member = await makeMember(backend, "votes@example.test");
  await vote(member.token, "anchor", true);
  const guest = await makeGuest(backend);
  await vote(guest.token, "anchor", false);
  await vote(guest.token, "buoy", false);
  const { token } = (await signIn(backend, { email: "votes@example.test", token: guest.token })).d;
  expect([await own(token, "anchor"), await own(token, "buoy")]).toEqual([true, false]);
  expect(await backend.db.$count(votes)).toBe(2);
});

describe("recommendations", () => {
  const rows = async (token: string) => {
    const { d } = await backend.get("recommendation/list", "", { token });
    return (d.rows as { because: { id: string }; items: { id: string }[] }[]).map(({ because, items }) => ({
      because: because.id,
      items: items.map(({ id }) => id),
    }));
  };
  const relate = async () => {
    await backend.db.delete(serviceFacts);
    await backend.relateMovies();
  };

  test("follow a thumb up at once, and leave out what was voted for", async () => {
    await relate();
    const { token } = await backend.person();
    expect(await rows(token)).toEqual([]);
    await vote(token, "anchor", true);
    expect(await rows(token)).toMatchObject([{ because: "anchor" }]);
    await vote(token, "buoy", false);
    const [row] = await rows(token);
    expect(row!.items.sort()).toEqual(["cliff", "dock", "ebb", "ferry"]);
    await vote(token, "anchor", null);
    expect(await rows(token)).toEqual([]);
  });

  test("don't follow from a movie that was watched, and is on the list, but got a thumb down", async () => {
    await relate();
    const { token } = await backend.person();
    const place = { id: "anchor", index: 1, positionS: 100, durationS: 100, settled: true };
    await backend.post("progress/save", place, { token });
    await backend.post("favourite/add", { id: "anchor" }, { token });
    expect(await rows(token)).toMatchObject([{ because: "anchor" }]);
    await vote(token, "anchor", false);
    expect(await rows(token)).toEqual([]);
  });

  test("relate no movie to one that the same users dislike", async () => {
    await addMovie(backend.db, { id: "zebra", genres: ["plain"], originalLanguage: "de" });
    const related = () => backend.db.$count(relatedMovies, sql`movie_id = 'anchor' and other_id = 'zebra'`);
    for (const liked of [true, false]) {
      await backend.db.delete(votes);
      for (let n = 0; n < 4; n++) {
        const { token } = await backend.person();
        await vote(token, "anchor", true);
        await vote(token, "zebra", liked);
      }
      await relate();
      expect(await related()).toBe(liked ? 1 : 0);
    }
  });
});

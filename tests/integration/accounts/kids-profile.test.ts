import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calls, type CallName } from "../../../contract/index.ts";
import {
  collections,
  downloadLicences,
  favourites,
  movies,
  progress,
  users,
} from "../../../api/db/schema.ts";
import { openSession } from "../../../api/domain/accounts/identity/session.ts";
import { makeMember, password } from "../../setup/account.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addGenre, addMovie } from "../../setup/catalogue.ts";
import { payloads } from "../../setup/payloads.ts";
import { addProfile, fields, openProfile } from "../../setup/profiles.ts";

/** A title within the limit, one above it, and one without a rating; all of one collection, genre and person. */
const [child, adult, unrated] = ["kite-story", "night-story", "plain-story"];
let backend: TestBackend;
let member: { uid: string; token: string };
let kid: string;

beforeAll(async () => {
  backend = await startTestBackend({ downloads: "signed-in" });
  const { db } = backend;
  await addGenre(db, "drama", { en: "Drama" });
  await db.insert(collections).values({ id: "stories", texts: { en: { name: "Stories" } } } as never);
  await db.insert(collections).values({ id: "nights", texts: { en: { name: "Nights" } } } as never);
  const credits = [{ role: "director" as const, name: "Ada Ahrens" }];
  const shared = { collections: ["stories"], credits };
  const title = (name: string) => ({ en: { title: `${name} Story` } });
  await addMovie(db, { id: child, rating: 0, ageRatings: ["DE FSK 0"], texts: title("Kite"), ...shared });
  await addMovie(db, { id: adult, rating: 16, hero: 1, texts: title("Night"), ...shared });
  await db
    .update(movies)
    .set({ collections: ["stories", "nights"] })
    .where(eq(movies.id, adult));
  await addMovie(db, { id: unrated, rating: 0, texts: title("Plain"), ...shared });
  await addMovie(db, { id: "trailer-of-night", status: "trailer", trailerOf: adult, rating: 0 });
  for (const asset of [child, adult, unrated, "trailer-of-night"])
    await writeAsset(backend.dataDir, `${asset}-1`, 3);
});
afterAll(() => backend.close());

beforeEach(async () => {
  member = await backend.person({ email: "mia@example.test" });
  kid = await addProfile(backend, member.token, { age_limit: 12 });
});
const enter = async () => expect((await openProfile(backend, member.token, kid)).c).toBe(0);
const get = (name: string, query = "") => backend.get(name, query, { token: member.token });
const post = (name: string, body: object) => backend.post(name, body, { token: member.token });
const ids = (items: { id: string }[]) => items.map(({ id }) => id).sort();

/** Each way to a title, as the ids that it shows. */
const ways: Record<string, () => Promise<string[]>> = {
  async home() {
    const { d } = await get("home/rows");
    return [...ids(d.hero), ...d.rows.flatMap(({ items }: { items: { id: string }[] }) => ids(items))];
  },
  list: async () => ids((await get("movie/list")).d.items),
  "popular list": async () => ids((await get("movie/list", "?sort=popular")).d.items),
  search: async () => ids((await get("movie/search", "?q=story")).d.items),
  "search by a whole title": async () => ids((await get("movie/search", "?q=night%20story")).d.items),
  "search with a typo": async () => ids((await get("movie/search", "?q=nihgt")).d.items),
  "search by genre": async () => ids((await get("movie/search", "?genre=drama")).d.items),
  suggestions: async () => ids((await get("movie/suggest", "?q=night")).d.items),
  trending: async () => ids((await get("movie/trending")).d.items),
  person: async () => ids((await get("person/detail", "?id=ada-ahrens")).d.items),
  collection: async () => ids((await get("collection/detail", "?id=stories")).d.items),
  "list of collections": async () =>
    (await get("collection/list")).d.items.flatMap(({ first }: { first: { id: string }[] }) => ids(first)),
  feed: async () => ids((await get("feed/movies")).d.items),
};

describe.each(Object.entries(ways))("%s", (_, read) => {
  test("shows a kids profile its titles alone, and others everything", async () => {
    const everything = await read();
    expect(everything).toContain(adult);
    await enter();
    const shown = await read();
    expect(shown).not.toContain(adult);
    expect(shown).not.toContain(unrated);
    if (everything.includes(child)) expect(shown).toContain(child);
    // The shared answers of others are theirs.
    const other = await backend.person();
    expect((await backend.get("movie/list", "", { token: other.token })).d.items).toHaveLength(3);
  });
});

test("titles without a rating are shown where the profile says so", async () => {
  const lenient = await addProfile(backend, member.token, { age_limit: 12, unrated: true });
  await openProfile(backend, member.token, lenient);
  expect(ids((await get("movie/list")).d.items)).toEqual([child, unrated]);
});

test.each([
  ["movie/detail", `?id=${adult}`],
  ["movie/detail", `?id=${unrated}`],
  ["feed/episodes", `?id=${adult}`],
  ["playback/start", `?id=${adult}`],
  ["playback/start", `?id=${unrated}`],
  ["playback/start", "?id=trailer-of-night"],
  ["playback/cast", `?id=${adult}&index=1`],
  ["playback/cast", "?id=trailer-of-night&index=1"],
  ["download/offer", `?id=${adult}&index=1`],
  ["collection/detail", "?id=nights"],
])("%s%s is not found", async (name, query) => {
  const code = (await get("movie/detail", `?id=${adult}`)).d.shortCode;
  await enter();
  expect(await get(name, query)).toMatchObject({ c: 404, status: 404 });
  expect(await get("movie/short", `?code=${code}`)).toMatchObject({ c: 404 });
});

test.each([
  ["favourite/add", { id: adult }],
  ["vote/save", { id: adult, liked: true }],
  ["follow/add", { id: "nights" }],
  ["progress/save", { id: adult, index: 1, positionS: 1, durationS: 100 }],
  ["download/licence", { id: adult, index: 1, rendition: "360p", device: "A".repeat(16), held: [] }],
])("%s of a title above the limit is not found", async (name, body) => {
  await enter();
  expect(await post(name, body)).toMatchObject({ c: 404 });
});

test("what is within the limit is watched, listed and kept as in any profile", async () => {
  await enter();
  expect(await get("playback/start", `?id=${child}`)).toMatchObject({ c: 0 });
  expect(await post("favourite/add", { id: child })).toMatchObject({ c: 0 });
  expect(await post("vote/save", { id: child, liked: true })).toMatchObject({ c: 0 });
  const save = { id: child, index: 1, positionS: 30, durationS: 100, settled: true };
  expect(await post("progress/save", save)).toMatchObject({ c: 0 });
  expect(ids((await get("favourite/list")).d.items)).toEqual([child]);
  expect((await get("progress/list")).d.items[0].movie.id).toBe(child);
  const licence = { id: child, index: 1, rendition: "360p", device: "A".repeat(16), held: [] };
  expect((await post("download/licence", licence)).c).toBe(0);
});

describe("what was kept before the limit was lowered", () => {
  beforeEach(async () => {
    const { db } = backend;
    const now = new Date();
    await db.insert(favourites).values({ uid: kid, movieId: adult, title: "Night Story", createdAt: now });
    await db.insert(progress).values({
      ...{ uid: kid, movieId: adult, index: 1, positionS: 50, durationS: 100, finished: false },
      updatedAt: now,
    });
    await db.insert(downloadLicences).values({
      ...{ id: `${kid.slice(0, 21)}0`, uid: kid, device: "A".repeat(16), movieId: adult, index: 1 },
      ...{ assetId: `${adult}-1`, rendition: "360p", createdAt: now },
      expiresAt: new Date(now.getTime() + 86_400_000),
    });
    await enter();
  });

  test("is in no list, and recommends nothing", async () => {
    expect((await get("favourite/list")).d.items).toEqual([]);
    expect((await get("progress/list")).d.items).toEqual([]);
    expect((await get("recommendation/list")).d.rows).toEqual([]);
  });

  test("an old licence ends at its next renewal", async () => {
    const id = `${kid.slice(0, 21)}0`;
    expect((await post("download/renew", { licences: [id] })).d.items).toEqual([
      { licence: id, state: "ended", expiresAt: null },
    ]);
    expect(await backend.db.select().from(downloadLicences).where(eq(downloadLicences.id, id))).toEqual([]);
  });
});

describe("media", () => {
  const status = async (url: string) => {
    const headers = { Authorization: `Bearer ${member.token}` };
    return (await backend.fetch(url, { headers })).status;
  };

  test("a URL of the account's own profile plays no more once the kids profile is open", async () => {
    const { d } = await get("playback/start", `?id=${adult}`);
    expect(await status(d.hls)).toBe(200);
    await enter();
    backend.clock.set(new Date(Date.now() + 61_000));
    expect(await status(d.hls)).toBe(403);
    const own = await get("playback/start", `?id=${child}`);
    expect(await status(own.d.hls)).toBe(200);
    backend.clock.set(new Date());
  });

  test("a URL of the kids profile plays at once, also right after one of the account's own did", async () => {
    // No time passes, however slow the machine is.
    backend.clock.set(new Date());
    const { d } = await get("playback/start", `?id=${adult}`);
    expect(await status(d.hls)).toBe(200);
    await enter();
    const own = await get("playback/start", `?id=${child}`);
    expect(await status(own.d.hls)).toBe(200);
  });
});

/** Calls of sessions that a kids profile may make; every other one is refused, whatever comes to be added. */
const allowed =
  /^(?:profiles\/(?:list|open)|stat|playback\/|stream|progress\/(?!clear)|favourite\/|follow\/|vote\/|download\/|recommendation\/|push\/offer)/;

describe("calls", () => {
  test("of the account are refused in a kids profile, and of admins too", async () => {
    await backend.db.update(users).set({ admin: 3 }).where(eq(users.uid, member.uid));
    await enter();
    for (const [name, { access, method }] of Object.entries(calls)) {
      if (access === "public" || allowed.test(name)) continue;
      const payload = payloads[name as CallName];
      const query = `?${new URLSearchParams(payload as Record<string, string>)}`;
      const answer = method === "GET" ? await get(name, query) : await post(name, payload);
      expect({ name, c: answer.c }).toEqual({ name, c: 4039 });
    }
  });

  test("the user info tells a kids profile nothing of the account", async () => {
    await enter();
    expect((await post("login/token", { token: member.token })).d).toMatchObject({
      admin: 0,
      email: null,
      unseen: 0,
      profile: { id: kid, name: "Kim", age_limit: 12, main: false, chosen: true },
    });
  });
});

describe("leaving", () => {
  const main = () => openProfile(backend, member.token, member.uid);

  test("takes the password while there is no PIN", async () => {
    member = await makeMember(backend, "with-password@example.test");
    kid = await addProfile(backend, member.token, { age_limit: 12 });
    await enter();
    expect((await main()).d.issues).toMatchObject([{ field: "password", reason: "required" }]);
    const wrong = await openProfile(backend, member.token, member.uid, { password: "wrong horse" });
    expect(wrong.d.issues).toMatchObject([{ field: "password", reason: "wrong" }]);
    expect(await get("movie/detail", `?id=${adult}`)).toMatchObject({ c: 404 });
    expect((await openProfile(backend, member.token, member.uid, { password })).c).toBe(0);
    expect(await get("movie/detail", `?id=${adult}`)).toMatchObject({ c: 0 });
  });

  test("takes the PIN of the account's own profile, also for another one", async () => {
    expect((await post("profiles/pin", { id: member.uid, pin: "2468" })).c).toBe(0);
    const teen = await addProfile(backend, member.token, { name: "Teen" });
    await enter();
    expect((await main()).d.issues).toMatchObject([{ field: "pin", reason: "required" }]);
    expect((await openProfile(backend, member.token, teen, { pin: "1111" })).d.issues[0].reason).toBe(
      "wrong",
    );
    expect((await openProfile(backend, member.token, teen, { pin: "2468" })).c).toBe(0);
  });

  test("another kids profile with no more in it opens at once, one with more does not", async () => {
    const small = await addProfile(backend, member.token, { age_limit: 6 });
    const lenient = await addProfile(backend, member.token, { age_limit: 6, unrated: true });
    const big = await addProfile(backend, member.token, { age_limit: 16 });
    await enter();
    for (const id of [lenient, big]) expect((await openProfile(backend, member.token, id)).c).toBe(422);
    expect((await openProfile(backend, member.token, small)).c).toBe(0);
    expect((await openProfile(backend, member.token, kid)).c).toBe(422);
  });

  test("a deleted kids profile ends its sessions, so that none falls back to another", async () => {
    const token = await openSession(backend.db, { uid: member.uid, userAgent: "tablet", now: new Date() });
    await openProfile(backend, token, kid);
    expect((await post("profiles/delete", { id: kid })).c).toBe(0);
    expect(await backend.get("movie/detail", `?id=${adult}`, { token })).toMatchObject({ c: 0 });
    expect(await backend.get("profiles/list", "", { token })).toMatchObject({ c: 401 });
  });

  test("a limit is raised by a confirmed session alone, and lowered by any", async () => {
    const now = new Date();
    backend.clock.set(new Date(now.getTime() + 11 * 60_000));
    const save = (given: object) => post("profiles/save", { id: kid, ...fields, age_limit: 12, ...given });
    expect(await save({ age_limit: 6 })).toMatchObject({ c: 0 });
    for (const more of [{ age_limit: 12 }, { age_limit: null }, { age_limit: 6, unrated: true }])
      expect(await save(more)).toMatchObject({ c: 4038 });
    for (const [name, body] of [
      ["profiles/pin", { id: member.uid, pin: "2468" }],
      ["profiles/delete", { id: kid }],
    ] as const)
      expect(await post(name, body)).toMatchObject({ c: 4038 });
    backend.clock.set(now);
  });
});

test("nothing of one profile is another's", async () => {
  await post("favourite/add", { id: adult });
  await enter();
  expect((await get("favourite/has", `?id=${adult}`)).d.added).toBe(false);
  await post("favourite/add", { id: child });
  const rows = await backend.db
    .select()
    .from(favourites)
    .where(and(eq(favourites.uid, kid), eq(favourites.movieId, child)));
  expect(rows).toHaveLength(1);
});

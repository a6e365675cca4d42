import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { episodes, movies, movieTexts, seasons } from "../../../api/db/schema.ts";
import { demoAccounts, removeDemoAccounts } from "../../../demo/demo-accounts.ts";
import { seedDemo } from "../../../demo/seed-demo.ts";
import { createLocalIdentity } from "../../../api/adapters/local-identity/local-identity.ts";
import { makeMember, password, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const localIdentity = () =>
  createLocalIdentity({
    db: backend.db,
    secret: new TextEncoder().encode("test-secret-test-secret-test-secret"),
    clock: backend.clock,
    busy: () => new Error("busy"),
  });

test("only accounts that the demo made are removed, not others with such an address", async () => {
  const [taken, ...made] = demoAccounts;
  await makeMember(backend, taken!.email);
  const identity = localIdentity();
  await seedDemo({ db: backend.db, identity }, new Date());
  for (const account of made) expect((await signIn(backend, account)).c).toBe(0);
  await removeDemoAccounts(backend.db);
  expect((await signIn(backend, { email: taken!.email, password })).c).toBe(0);
  for (const account of made) expect((await signIn(backend, account)).c).toBe(4221);
  // Taken away is not banned: with DEMO set again they are back.
  await seedDemo({ db: backend.db, identity }, new Date());
  for (const account of made) expect((await signIn(backend, account)).c).toBe(0);
});

test("its titles are made with their levels and previews, an episode's own among them", async () => {
  await seedDemo({ db: backend.db, identity: localIdentity() }, new Date());
  const { token } = await backend.person({ admin: 1 });
  const { d } = await backend.get("z/movie/detail", "?id=the-keeper-of-skarholm", { token });
  expect(d).toMatchObject({ access: "vip", teaserS: 18 });
  const levels = d.episodes.map(({ access }: { access: string | null }) => access);
  expect(levels).toEqual(["free", null, null, null, "free"]);
});

test("an older catalogue gets the texts and credits it lacks, but no title that an admin has changed", async () => {
  const { db } = backend;
  const identity = localIdentity();
  await seedDemo({ db, identity }, new Date());
  const ids = ["small-stations", "winter-market", "cherry-line"];
  const koreanOf = async () => {
    const rows = await db
      .select({ id: movieTexts.movieId })
      .from(movieTexts)
      .where(and(inArray(movieTexts.movieId, ids), eq(movieTexts.locale, "ko")));
    return rows.map(({ id }) => id).sort();
  };
  const { token } = await backend.person({ admin: 1 });
  const detail = async (id: string) => (await backend.get("z/movie/detail", `?id=${id}`, { token })).d;
  const before = await detail("small-stations");
  expect(before.credits.map(({ role }: { role: string }) => role)).toContain("cast");
  expect(before.episodes[3].texts.ko.description).toBeTruthy();

  await db
    .delete(movieTexts)
    .where(and(inArray(movieTexts.movieId, ids.slice(0, 2)), eq(movieTexts.locale, "ko")));
  await db
    .update(episodes)
    .set({ texts: { en: { title: "Spring" } } })
    .where(eq(episodes.movieId, "small-stations"));
  await db.update(movies).set({ credits: [] }).where(inArray(movies.id, ids));
  await db
    .update(movies)
    .set({ revision: 1 })
    .where(inArray(movies.id, ["winter-market", "cherry-line"]));

  await seedDemo({ db, identity }, new Date());
  expect(await koreanOf()).toEqual(["cherry-line", "small-stations"]);
  expect(await detail("small-stations")).toEqual(before);
  expect((await detail("winter-market")).credits).toEqual([]);
  expect((await detail("cherry-line")).credits).toEqual([]);
});

test("an older catalogue gets the seasons of its series and their special, but no series that an admin has changed", async () => {
  const { db } = backend;
  const identity = localIdentity();
  const id = "the-keeper-of-skarholm";
  const { token } = await backend.person({ admin: 1 });
  const detail = async () => (await backend.get("z/movie/detail", `?id=${id}`, { token })).d;
  await seedDemo({ db, identity }, new Date());
  const made = await detail();
  expect(made.seasons.map(({ season }: { season: number }) => season)).toEqual([1, 2, 0]);
  const asBefore = async () => {
    await db.delete(seasons).where(eq(seasons.movieId, id));
    await db.delete(episodes).where(and(eq(episodes.movieId, id), eq(episodes.index, 5)));
    await db.update(episodes).set({ season: 1, number: null }).where(eq(episodes.movieId, id));
  };
  await asBefore();
  await seedDemo({ db, identity }, new Date());
  expect(await detail()).toEqual(made);
  await asBefore();
  await db.update(movies).set({ revision: 1 }).where(eq(movies.id, id));
  await seedDemo({ db, identity }, new Date());
  expect((await detail()).episodes).toHaveLength(4);
});

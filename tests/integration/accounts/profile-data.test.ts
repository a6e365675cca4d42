import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  collections,
  downloadLicences,
  favourites,
  follows,
  movies,
  movieViewers,
  notices,
  profiles,
  progress,
  votes,
} from "../../../api/db/schema.ts";
import { mostDownloads } from "../../../contract/library/downloads.ts";
import { makeGuest, makeMember } from "../../setup/account.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { addProfile, openProfile } from "../../setup/profiles.ts";

/** All that is kept of a viewer. */
const kept = { favourites, votes, follows, progress, movieViewers, downloadLicences };
let backend: TestBackend;
let member: { uid: string; token: string };
let kim: string;
const now = new Date("2027-03-01T12:00:00Z");
const device = "A".repeat(16);

beforeAll(async () => {
  backend = await startTestBackend({ downloads: "signed-in" });
  await backend.db.insert(collections).values({ id: "skies", texts: { en: { name: "Skies" } } } as never);
  await addMovie(backend.db, { id: "open-sky", collections: ["skies"] });
  await addMovie(backend.db, { id: "low-sky" });
  await addMovie(backend.db, { id: "serial", episodes: 26 });
  for (const asset of ["open-sky-1", ...Array.from({ length: 26 }, (_, n) => `serial-${n + 1}`)])
    await writeAsset(backend.dataDir, asset, 1);
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(now);
  member = await backend.person({ email: "mia@example.test" });
  kim = await addProfile(backend, member.token);
});

const get = (name: string, query = "", token = member.token) => backend.get(name, query, { token });
const post = (name: string, body: object, token = member.token) => backend.post(name, body, { token });
const enter = async (id: string) => expect((await openProfile(backend, member.token, id)).c).toBe(0);
const licence = (id: string, index: number) => ({
  id,
  index,
  rendition: "360p",
  device,
  held: [] as string[],
});

/** Leaves a row of each kind in the profile that is open. */
async function leaveTraces(): Promise<void> {
  for (const [name, body] of [
    ["favourite/add", { id: "open-sky" }],
    ["vote/save", { id: "open-sky", liked: true }],
    ["follow/add", { id: "skies" }],
    ["progress/save", { id: "open-sky", index: 1, positionS: 15, durationS: 100, settled: true }],
    ["download/licence", licence("open-sky", 1)],
  ] as const)
    expect({ name, c: (await post(name, body)).c }).toEqual({ name, c: 0 });
}

async function tracesOf(uid: string): Promise<string[]> {
  const found = [];
  for (const [name, table] of Object.entries(kept))
    if ((await backend.db.select().from(table).where(eq(table.uid, uid))).length > 0) found.push(name);
  return found;
}

test("each profile has its own list, history, votes, follows and licences", async () => {
  await enter(kim);
  await leaveTraces();
  expect(await tracesOf(kim)).toEqual(Object.keys(kept));
  expect(await tracesOf(member.uid)).toEqual([]);
  expect((await get("progress/of", "?id=open-sky")).d.items).toHaveLength(1);
  expect((await get("playback/start", "?id=open-sky")).d.positionS).toBe(15);
  await enter(member.uid);
  for (const [name, query, nothing] of [
    ["favourite/list", "", { items: [], next: null }],
    ["vote/of", "?id=open-sky", { liked: null }],
    ["follow/list", "", { items: [] }],
    ["progress/of", "?id=open-sky", { items: [] }],
  ] as const)
    expect((await get(name, query)).d).toEqual(nothing);
  expect((await get("playback/start", "?id=open-sky")).d.positionS).toBe(0);
});

test("the history is paused, and recommendations are turned off, for one profile", async () => {
  await enter(kim);
  await post("profile/recording", { paused: true });
  await post("profile/recommending", { on: false });
  const save = { id: "open-sky", index: 1, positionS: 15, durationS: 100, settled: true };
  await post("progress/save", save);
  expect((await get("progress/list")).d).toMatchObject({ items: [], paused: true });
  expect((await post("login/token", { token: member.token })).d.recommending).toBe(false);
  await enter(member.uid);
  await post("progress/save", save);
  expect((await get("progress/list")).d).toMatchObject({ items: [{ positionS: 15 }], paused: false });
  expect((await post("login/token", { token: member.token })).d.recommending).toBe(true);
});

describe("deleting", () => {
  beforeEach(async () => {
    await leaveTraces();
    await enter(kim);
    await leaveTraces();
    await enter(member.uid);
  });

  test("a profile removes what is kept of it, and nothing else", async () => {
    expect((await post("profiles/delete", { id: kim })).c).toBe(0);
    expect(await tracesOf(kim)).toEqual([]);
    expect(await tracesOf(member.uid)).toEqual(Object.keys(kept));
  });

  test("the account removes its profiles and what is kept of them", async () => {
    expect((await post("account/delete", {})).c).toBe(0);
    expect(await tracesOf(kim)).toEqual([]);
    expect(await tracesOf(member.uid)).toEqual([]);
    expect(await backend.db.select().from(profiles).where(eq(profiles.uid, member.uid))).toEqual([]);
  });

  test("leaves no row behind that arrives late", async () => {
    await post("profiles/delete", { id: kim });
    await expect(
      backend.db.insert(favourites).values({ uid: kim, movieId: "open-sky", title: "Sky", createdAt: now }),
    ).rejects.toThrow();
    expect(await tracesOf(kim)).toEqual([]);
  });
});

test("the export has each profile, and says of what is kept whose it is", async () => {
  await leaveTraces();
  await enter(kim);
  await leaveTraces();
  await enter(member.uid);
  await post("profiles/pin", { id: kim, pin: "2468" });
  const parts = new Map<string, { profile?: string }[]>();
  let cursor: string | null = null;
  do {
    const query: string = cursor ? `?cursor=${cursor}` : "";
    const { d }: { d: { part: string; items: { profile?: string }[]; next: string | null } } = await get(
      "profile/export",
      query,
    );
    parts.set(d.part, [...(parts.get(d.part) ?? []), ...d.items]);
    cursor = d.next;
  } while (cursor);
  expect(parts.get("profiles")).toMatchObject([{ id: kim, name: "Kim", protected: true }]);
  for (const part of ["favourites", "votes", "follows", "history", "downloads"])
    expect(parts.get(part)!.map(({ profile }) => profile)).toEqual([undefined, kim]);
  expect(JSON.stringify([...parts])).not.toContain("argon2");
});

test("a guest's list goes to the account's own profile", async () => {
  const real = await makeMember(backend, "merge@example.test");
  const lee = await addProfile(backend, real.token);
  const guest = await makeGuest(backend);
  await post("favourite/add", { id: "low-sky" }, guest.token);
  const { d: identity } = await backend.post("identity/sign-in", {
    email: real.email,
    password: "correct horse",
  });
  await post("login/uid", { uid: identity.uid, proof: identity.proof }, guest.token);
  expect(await tracesOf(real.uid)).toEqual(["favourites"]);
  expect(await tracesOf(lee)).toEqual([]);
});

test("the profiles of an account share the limit of downloads and of devices", async () => {
  const held: string[] = [];
  const ask = (index: number) => post("download/licence", { ...licence("serial", index), held });
  for (let index = 1; index <= mostDownloads; index++) {
    if (index === 13) await enter(kim);
    const { c, d } = await ask(index);
    expect(c).toBe(0);
    held.push(d.licence);
  }
  expect((await ask(26)).c).toBe(4093);
  // A licence of another profile is not this one's to renew.
  const [own] = await backend.db
    .select()
    .from(downloadLicences)
    .where(eq(downloadLicences.uid, member.uid))
    .limit(1);
  expect((await post("download/renew", { licences: [own!.id] })).c).toBe(404);
});

test("what a profile follows is told to the account, once", async () => {
  await addMovie(backend.db, { id: "new-serial", episodes: 2, ready: 1 });
  await backend.tell();
  await post("favourite/add", { id: "new-serial" });
  await enter(kim);
  await post("favourite/add", { id: "new-serial" });
  await backend.db.execute(sql`update asset set state = 'ready' where id = 'new-serial-2'`);
  backend.clock.set(new Date(now.getTime() + 60_000));
  await backend.tell();
  expect(await backend.db.select().from(notices).where(eq(notices.uid, member.uid))).toHaveLength(1);
});

test("the profiles of an account are a household: of their votes and views each further one weighs less", async () => {
  for (const name of ["Lee", "Noa"]) await addProfile(backend, member.token, { name });
  const { d } = await get("profiles/list");
  const ids = d.items.map(({ id }: { id: string }) => id);
  await backend.db.delete(votes).where(eq(votes.movieId, "low-sky"));
  for (const id of ids) {
    await enter(id);
    await post("vote/save", { id: "low-sky", liked: true });
  }
  await backend.sumVotes();
  const [row] = await backend.db.select().from(movies).where(eq(movies.id, "low-sky"));
  // 1 + log2(4)
  expect(row!.likes).toBe(3);
  expect(await backend.db.select().from(votes).where(inArray(votes.uid, ids))).toHaveLength(4);
});

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mostFollows } from "../../../contract/library/my-list.ts";
import { assets, collections, follows, movies, noticeEvents, users } from "../../../api/db/schema.ts";
import { makeGuest, makeMember, signIn } from "../../setup/account.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const now = new Date("2027-05-10T20:00:00Z");

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(now);
  for (const table of [noticeEvents, movies, assets, collections, users]) await backend.db.delete(table);
  await backend.db.insert(collections).values([
    { id: "days", texts: { en: { name: "The Days" }, de: { name: "Die Tage" } } },
    { id: "empty", texts: { en: { name: "Empty" } } },
  ]);
  await addMovie(backend.db, { id: "noon", collections: ["days"] });
  // What was there before is no news.
  await backend.tell();
  await backend.db.delete(noticeEvents);
});

type Caller = { token: string };
const follow = (who: Caller, id = "days") => backend.post("follow/add", { id }, who);
const later = () => backend.clock.set(new Date(backend.clock.now().getTime() + 60_000));
const inbox = async (who: Caller, locale: "en" | "de" = "en") =>
  (await backend.get("notice/list", "", { ...who, locale })).d.items as {
    title: string;
    text: string;
    to: string;
  }[];
const followed = async (who: Caller) => (await backend.get("follow/list", "", who)).d.items;

test("a collection is followed and left again; the same again changes nothing", async () => {
  const [mia, noah] = [await backend.person(), await backend.person()];
  for (let n = 0; n < 2; n++) expect(await follow(mia)).toMatchObject({ c: 0 });
  expect(await followed(mia)).toEqual([{ id: "days", name: "The Days" }]);
  expect((await backend.get("follow/has", "?id=days", mia)).d).toEqual({ followed: true });
  expect((await backend.get("follow/has", "?id=days", noah)).d).toEqual({ followed: false });
  for (let n = 0; n < 2; n++)
    expect(await backend.post("follow/remove", { id: "days" }, mia)).toMatchObject({ c: 0 });
  expect(await followed(mia)).toEqual([]);
  for (const id of ["nothing", "empty"]) expect((await follow(mia, id)).status).toBe(404);
});

test("one user follows so many at most", async () => {
  const mia = await backend.person();
  const many = Array.from({ length: mostFollows }, (_, n) => `c${n}`);
  await backend.db.insert(collections).values(many.map((id) => ({ id, texts: {} })));
  const [{ uid }] = (await backend.db.select({ uid: users.uid }).from(users)) as [{ uid: string }];
  await backend.db.insert(follows).values(many.map((id) => ({ uid, collectionId: id, createdAt: now })));
  expect(await follow(mia)).toMatchObject({
    status: 422,
    d: { issues: [{ field: "id", reason: "too_big" }] },
  });
  await backend.db.delete(follows).where(eq(follows.collectionId, "c0"));
  expect(await follow(mia)).toMatchObject({ c: 0 });
});

test("followers are told of a new movie once, when it can be watched, in their language", async () => {
  const [mia, noah] = [await backend.person(), await backend.person()];
  await follow(mia);
  later();
  await addMovie(backend.db, {
    ...{ id: "dusk", status: "draft", collections: ["days"] },
    texts: { en: { title: "Dusk" }, de: { title: "Dämmerung" } },
  });
  expect(await backend.tell()).toBe(0);
  await backend.db.update(movies).set({ status: "published" }).where(eq(movies.id, "dusk"));
  expect(await backend.tell()).toBe(1);
  expect(await backend.tell()).toBe(0);
  expect(await inbox(mia)).toMatchObject([{ title: "Dusk", text: "New in The Days", to: "/video/dusk" }]);
  expect(await inbox(mia, "de")).toMatchObject([{ title: "Dämmerung", text: "Neu in Die Tage" }]);
  expect(await inbox(noah)).toEqual([]);
  // Taken out and put in again, hidden and published again: no news.
  await backend.db.update(movies).set({ collections: [] }).where(eq(movies.id, "dusk"));
  await backend.tell();
  await backend.db
    .update(movies)
    .set({ collections: ["days"], status: "draft" })
    .where(eq(movies.id, "dusk"));
  await backend.tell();
  await backend.db.update(movies).set({ status: "published" }).where(eq(movies.id, "dusk"));
  expect(await backend.tell()).toBe(0);
});

test("several at once are one notice, which leads to the collection", async () => {
  const mia = await backend.person();
  await follow(mia);
  later();
  for (const id of ["a", "b", "c"]) await addMovie(backend.db, { id, collections: ["days"] });
  expect(await backend.tell()).toBe(1);
  expect(await inbox(mia)).toMatchObject([
    { title: "The Days", text: "New titles: 3", to: "/page/collection/days" },
  ]);
});

test("those are told who may watch it, and followed before", async () => {
  const [member, vip] = [
    await backend.person(),
    await backend.person({ vipUntil: new Date(now.getTime() + 90 * 86_400_000) }),
  ];
  for (const who of [member, vip]) await follow(who);
  later();
  await addMovie(backend.db, { id: "dusk", access: "vip", collections: ["days"] });
  expect(await backend.tell()).toBe(1);
  const late = await backend.person({ vipUntil: new Date(now.getTime() + 90 * 86_400_000) });
  later();
  await follow(late);
  await backend.tell();
  expect([await inbox(member), await inbox(late)]).toEqual([[], []]);
  expect(await inbox(vip)).toHaveLength(1);
});

test("a guest's follows go along to the account that the guest signs in to", async () => {
  const email = "mia@example.test";
  await makeMember(backend, email);
  const guest = await makeGuest(backend);
  await follow(guest);
  const { d } = await signIn(backend, { email, token: guest.token });
  expect(await followed({ token: d.token })).toEqual([{ id: "days", name: "The Days" }]);
  expect(await backend.db.$count(follows)).toBe(1);
});

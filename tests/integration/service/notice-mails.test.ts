import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  assets,
  bans,
  episodes,
  favourites,
  movies,
  noticeEvents,
  notices,
  users,
} from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const now = new Date("2027-05-10T20:00:00Z");
const hourMs = 3_600_000;
let index = 10;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(now);
  for (const table of [noticeEvents, favourites, movies, users]) await backend.db.delete(table);
  await backend.db.delete(assets);
  (await backend.mails()).splice(0);
  await addMovie(backend.db, {
    id: "harbour",
    kind: "series",
    texts: { en: { title: "Harbour <b>&" }, de: { title: "Hafen" } },
  });
  await backend.tell();
});

const later = (ms: number) => backend.clock.set(new Date(backend.clock.now().getTime() + ms));

async function reader(fields: Partial<typeof users.$inferInsert> = {}, mail = ["new-episode"]) {
  const person = await backend.person({ email: "mia@example.test", locale: "en", ...fields });
  await backend.post("favourite/add", { id: "harbour" }, person);
  await backend.post("notice/choose", { push: [], mail, quiet: null, zone: "UTC" }, person);
  return person;
}
async function addEpisode(): Promise<void> {
  index += 2;
  const assetId = `harbour-${index}`;
  await backend.db.insert(assets).values({ id: assetId, state: "ready", durationS: 100, height: 360 });
  await backend.db.insert(episodes).values({ movieId: "harbour", index, assetId, texts: {} });
  await backend.tell();
}
const tokenOf = (text: string) => /unsubscribe\?token=([\w.:-]+)/.exec(text)![1]!;
const chooses = async (person: { token: string }) =>
  (await backend.get("notice/choices", "", person)).d.choices[0].mail as boolean;

test("one mail a day lists what was neither seen nor pushed, some hours after it", async () => {
  const mia = await reader();
  await addEpisode();
  expect(await backend.mailNotices()).toBe(0);
  later(4 * hourMs);
  await addEpisode();
  later(4 * hourMs);
  expect(await Promise.all([backend.mailNotices(), backend.mailNotices()])).toContain(1);
  const [mail, ...others] = await backend.mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: "mia@example.test", subject: "New to you on Matinee" });
  expect(mail!.text).toContain(
    `Harbour <b>&: Episode ${index} is out\nhttps://matinee.test/video/harbour/${index}`,
  );
  expect(mail!.text).toContain(`Episode ${index - 2} is out`);
  expect(mail!.html).toContain("Harbour &lt;b&gt;&amp;: Episode");
  expect(mail!.unsubscribe).toMatch(/^https:\/\/matinee\.test\/page\/unsubscribe\?token=[\w.:-]+$/);
  // The same is not mailed again, and what is new waits for the day to end.
  await addEpisode();
  later(5 * hourMs);
  expect(await backend.mailNotices()).toBe(0);
  later(20 * hourMs);
  expect(await backend.mailNotices()).toBe(1);
  expect((await backend.mails())[1]!.text).not.toContain(`Episode ${index - 2} is out`);
  expect(mia.uid).toBeTruthy();
  expect(backend.bugs).toEqual([]);
});

test("nothing is mailed without a choice, an address or a session's account, and none to a suspended user", async () => {
  await reader({}, []);
  await reader({ email: null });
  await reader({ anonymous: true });
  const banned = await reader();
  await backend.db.insert(bans).values({ uid: banned.uid, reason: "spam", at: now });
  const seen = await reader();
  const pushed = await reader();
  await addEpisode();
  await backend.post("notice/seen", {}, seen);
  await backend.db.update(notices).set({ pushedAt: now });
  expect(pushed.uid).toBeTruthy();
  later(5 * hourMs);
  expect(await backend.mailNotices()).toBe(0);
});

test("the language is the user's", async () => {
  await reader({ locale: "de" });
  await addEpisode();
  later(4 * hourMs);
  await backend.mailNotices();
  expect((await backend.mails())[0]!.text).toContain(`Hafen: Folge ${index} ist da`);
});

test("an admin who is none any more is mailed nothing of what admins are told", async () => {
  const { token, uid } = await backend.person({ admin: 1, email: "ada@example.test" });
  await backend.post(
    "notice/choose",
    { push: [], mail: ["feedback-new"], quiet: null, zone: "UTC" },
    { token },
  );
  const message = { key: crypto.randomUUID(), category: "other", text: "Hello there" };
  await backend.post("feedback/create", message, await backend.person());
  await backend.tell();
  await backend.db.update(users).set({ admin: 0 });
  later(4 * hourMs);
  expect(await backend.mailNotices()).toBe(0);
  expect(uid).toBeTruthy();
});

test("a link ends mails by POST alone, without a session, again and again; a forged one ends nothing", async () => {
  const mia = await reader({}, ["new-episode", "feedback-reply"]);
  await addEpisode();
  later(4 * hourMs);
  await backend.mailNotices();
  const [mail] = await backend.mails();
  const token = tokenOf(mail!.text);
  // What a mail filter does to every link.
  expect((await backend.get("notice/mail-link", `?token=${token}`)).d).toEqual({ topic: "new-episode" });
  expect(await chooses(mia)).toBe(true);
  for (const forged of [token.replace("new-episode", "all"), `${token}A`, token.slice(0, -1), "a.b.c", "a"]) {
    expect((await backend.post("notice/unsubscribe", { token: forged })).d).toEqual({ topic: null });
    expect((await backend.get("notice/mail-link", `?token=${forged}`)).d).toEqual({ topic: null });
  }
  expect(await chooses(mia)).toBe(true);
  for (let n = 0; n < 2; n++)
    expect((await backend.post("notice/unsubscribe", { token })).d).toEqual({ topic: "new-episode" });
  expect(await chooses(mia)).toBe(false);
  const { choices } = (await backend.get("notice/choices", "", mia)).d;
  expect(choices[3]).toMatchObject({ topic: "feedback-reply", mail: true });
  expect((await backend.post("notice/unsubscribe", { token: tokenOf(mail!.unsubscribe!) })).d).toEqual({
    topic: "all",
  });
  expect((await backend.get("notice/choices", "", mia)).d.choices[3].mail).toBe(false);
});

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  assets,
  disputes,
  encodings,
  episodes,
  favourites,
  feedback,
  magnets,
  movies,
  noticeEvents,
  notices,
  users,
} from "../../../api/db/schema.ts";
import { mostNotices, spreadNotices } from "../../../api/domain/service/notices/spread-notices.ts";
import { makeGuest, makeMember } from "../../setup/account.ts";
import { startTestBackend, type Answer, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
const now = new Date("2027-05-10T20:00:00Z");
const [hourMs, dayMs] = [3_600_000, 86_400_000];

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  backend.clock.set(now);
  for (const table of [noticeEvents, favourites, feedback, disputes, encodings, magnets, movies, users])
    await backend.db.delete(table);
  await backend.db.delete(assets);
  await addMovie(backend.db, {
    id: "harbour",
    kind: "series",
    episodes: 2,
    texts: { en: { title: "Harbour" }, de: { title: "Hafen" } },
  });
  // What could be watched before is no news.
  await backend.tell();
  await backend.db.delete(noticeEvents);
});

const later = (ms: number) => backend.clock.set(new Date(backend.clock.now().getTime() + ms));

async function addEpisode(id: string, index: number, fields: Partial<typeof episodes.$inferInsert> = {}) {
  const assetId = `${id}-${index}`;
  await backend.db.insert(assets).values({ id: assetId, state: "ready", durationS: 100, height: 360 });
  await backend.db.insert(episodes).values({ movieId: id, index, assetId, texts: {}, ...fields });
}
async function follower(id: string, fields: Partial<typeof users.$inferInsert> = {}) {
  const person = await backend.person(fields);
  expect(await backend.post("favourite/add", { id }, person)).toMatchObject({ c: 0 });
  return person;
}
type Caller = { token: string };
async function inboxOf({ token }: Caller, query = "", locale = "en") {
  const { c, d } = await backend.get("notice/list", query, { token, locale });
  expect(c).toBe(0);
  return d as {
    items: { id: string; topic: string; title: string; text: string; to: string }[];
    next: string;
  };
}
const unseenOf = async ({ token }: Caller) =>
  (await backend.post("login/token", { token }, {})).d.unseen as number;

describe("a new episode", () => {
  test("reaches those who have its series on their list, once, in their language", async () => {
    const [mia, noah] = [await follower("harbour"), await backend.person()];
    later(hourMs);
    await addEpisode("harbour", 3);
    expect(await backend.tell()).toBe(1);
    expect(await backend.tell()).toBe(0);
    const { items } = await inboxOf(mia);
    expect(items).toEqual([
      {
        id: expect.any(String),
        topic: "new-episode",
        title: "Harbour",
        text: "Episode 3 is out",
        to: "/video/harbour/3",
        at: backend.clock.now().toISOString(),
        seen: false,
      },
    ]);
    expect((await inboxOf(mia, "", "de")).items[0]).toMatchObject({ title: "Hafen", text: "Folge 3 ist da" });
    expect((await inboxOf(noah)).items).toEqual([]);
    expect(await unseenOf(mia)).toBe(1);
    expect(backend.bugs).toEqual([]);
  });

  test("is told when it can be watched: its movie is public and its video ready", async () => {
    const mia = await follower("harbour");
    await backend.db.update(movies).set({ status: "draft" });
    await addEpisode("harbour", 3);
    await backend.db.update(assets).set({ state: "encoding" }).where(eq(assets.id, "harbour-3"));
    expect(await backend.tell()).toBe(0);
    await backend.db.update(movies).set({ status: "published", publishedAt: new Date("2099-01-01") });
    await backend.db.update(assets).set({ state: "ready" }).where(eq(assets.id, "harbour-3"));
    expect(await backend.tell()).toBe(0);
    await backend.db.update(movies).set({ publishedAt: new Date("2026-01-01") });
    expect(await backend.tell()).toBe(1);
    // Another video for it, another number, or the movie published anew, is no new episode.
    await backend.db.insert(assets).values({ id: "again", state: "ready", durationS: 90, height: 720 });
    await backend.db.update(episodes).set({ assetId: "again", index: 9 }).where(eq(episodes.index, 3));
    await backend.db.update(movies).set({ status: "draft" });
    await backend.tell();
    await backend.db.update(movies).set({ status: "published" });
    expect(await backend.tell()).toBe(0);
    expect((await inboxOf(mia)).items).toHaveLength(1);
  });

  test("is told to those who may watch it whole", async () => {
    const vipUntil = new Date(now.getTime() + 30 * dayMs);
    const guest = await follower("harbour", { anonymous: true });
    const member = await follower("harbour");
    const vip = await follower("harbour", { vipUntil });
    const past = await follower("harbour", { vipUntil: new Date(now.getTime() - dayMs) });
    const admin = await follower("harbour", { admin: 1 });
    const count = async () =>
      Promise.all([guest, member, vip, past, admin].map(async (one) => (await inboxOf(one)).items.length));
    await addEpisode("harbour", 3, { access: "vip" });
    await backend.tell();
    expect(await count()).toEqual([0, 0, 1, 0, 1]);
    await addEpisode("harbour", 4, { access: "signed-in" });
    await backend.tell();
    expect(await count()).toEqual([0, 1, 2, 1, 2]);
    await addEpisode("harbour", 5, { access: "free" });
    await backend.tell();
    expect(await count()).toEqual([1, 2, 3, 2, 3]);
  });

  test("with others is one notice, and a film is none", async () => {
    const mia = await follower("harbour");
    for (const index of [3, 4, 5, 7]) await addEpisode("harbour", index);
    await addMovie(backend.db, { id: "a-film" });
    await backend.post("favourite/add", { id: "a-film" }, mia);
    await backend.tell();
    const texts = (await inboxOf(mia)).items.map(({ text, to }) => `${text} ${to}`);
    expect(texts.sort()).toEqual([
      "Episode 7 is out /video/harbour/7",
      "Episodes 3–5 are out /video/harbour/3",
    ]);
  });

  test("that came before a user took the series is not told", async () => {
    await addEpisode("harbour", 3);
    await backend.tell();
    const mia = await follower("harbour");
    later(hourMs);
    expect(await backend.tell()).toBe(0);
    expect((await inboxOf(mia)).items).toEqual([]);
  });

  test("reaches two thousand users in steps, whichever of two processes takes them", async () => {
    const uids = Array.from({ length: 2_100 }, (_, n) => `u-${String(n).padStart(5, "0")}`);
    await backend.db.insert(users).values(uids.map((uid) => ({ uid, anonymous: false })));
    await backend.db
      .insert(favourites)
      .values(uids.map((uid) => ({ uid, movieId: "harbour", title: "Harbour", createdAt: now })));
    await addEpisode("harbour", 3);
    const topics = new Map([
      ["new-episode", { audience: () => sql`select uid from favourite where movie_id = 'harbour'` }],
    ] as const);
    // The first process dies after its first step.
    let steps = 0;
    const dying = new Proxy(backend.db, {
      get(db, name, receiver) {
        if (name === "transaction" && ++steps > 1) return () => Promise.reject(new Error("killed"));
        return Reflect.get(db, name, receiver) as unknown;
      },
    });
    await backend.db.insert(noticeEvents).values({
      id: "00000000-0000-4000-8000-000000000001",
      topic: "new-episode",
      subject: "by hand",
      data: { movieId: "harbour", first: 3 },
      at: now,
    });
    await expect(spreadNotices({ db: dying, topics }, now)).rejects.toThrow("killed");
    const [half] = await backend.db.select().from(noticeEvents);
    expect(half).toMatchObject({ place: "u-00499", toldAt: null });
    const told = await Promise.all([
      spreadNotices({ db: backend.db, topics }, now),
      spreadNotices({ db: backend.db, topics }, now),
    ]);
    expect(told[0] + told[1]).toBe(1_600);
    expect(await backend.db.$count(notices)).toBe(2_100);
    const [done] = await backend.db.select().from(noticeEvents);
    expect(done!.toldAt).toEqual(now);
  });
});

describe("the inbox", () => {
  async function withNotices(many: number): Promise<{ uid: string; token: string }> {
    const mia = await follower("harbour");
    for (let n = 0; n < many; n++) {
      later(60_000);
      await addEpisode("harbour", 10 + 2 * n);
      await backend.tell();
    }
    return mia;
  }

  test("is paged, read one by one or as a whole, and emptied", async () => {
    const mia = await withNotices(5);
    const first = await inboxOf(mia, "?limit=2");
    expect(first.items.map(({ to }) => to)).toEqual(["/video/harbour/18", "/video/harbour/16"]);
    const second = await inboxOf(mia, `?limit=2&cursor=${first.next}`);
    const third = await inboxOf(mia, `?limit=2&cursor=${second.next}`);
    expect([...second.items, ...third.items].map(({ to }) => to)).toEqual([
      "/video/harbour/14",
      "/video/harbour/12",
      "/video/harbour/10",
    ]);
    expect(third.next).toBeNull();

    const seen = await backend.post("notice/seen", { ids: [first.items[1]!.id] }, mia);
    expect(seen.d).toEqual({ to: "/video/harbour/16" });
    expect(await unseenOf(mia)).toBe(4);
    await backend.post("notice/seen", {}, mia);
    expect(await unseenOf(mia)).toBe(0);
    const gone = await backend.post("notice/remove", { ids: [first.items[0]!.id] }, mia);
    expect(gone.d).toEqual({ removed: 1 });
    expect((await backend.post("notice/remove", {}, mia)).d).toEqual({ removed: 4 });
    expect(await inboxOf(mia)).toEqual({ items: [], next: null });
    // What was deleted is not told again.
    expect(await backend.tell()).toBe(0);
  });

  test("is its user's alone", async () => {
    const [mia, eve] = [await withNotices(1), await backend.person()];
    const { id } = (await inboxOf(mia)).items[0]!;
    expect((await backend.post("notice/seen", { ids: [id] }, eve)).d).toEqual({ to: null });
    expect((await backend.post("notice/remove", { ids: [id] }, eve)).d).toEqual({ removed: 0 });
    expect(await unseenOf(mia)).toBe(1);
  });

  test("keeps the latest of too many, and counts up to what a badge shows", async () => {
    const mia = await follower("harbour");
    const old = Array.from({ length: mostNotices + 3 }, (_, n) => ({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      topic: "feedback-reply" as const,
      subject: `r-${n}`,
      data: { receipt: `r-${n}` },
      at: new Date(now.getTime() - (n + 1) * 60_000),
    }));
    await backend.db.insert(noticeEvents).values(old.map((one) => ({ ...one, toldAt: now })));
    await backend.db
      .insert(notices)
      .values(old.map(({ id, at }) => ({ uid: mia.uid, eventId: id, createdAt: at })));
    await addEpisode("harbour", 3);
    await backend.tell();
    expect(await backend.db.$count(notices)).toBe(mostNotices);
    expect(await unseenOf(mia)).toBe(100);
    expect((await inboxOf(mia, "?limit=1")).items[0]!.topic).toBe("new-episode");
  });

  test("forgets after ninety days", async () => {
    const mia = await withNotices(1);
    later(91 * dayMs);
    expect(await backend.retain()).toMatchObject({ notices: 1 });
    expect((await inboxOf(mia)).items).toEqual([]);
    later(30 * dayMs);
    await backend.retain();
    expect(await backend.db.$count(noticeEvents)).toBe(0);
  });

  test("moves from a guest to the member, and is exported and deleted with the account", async () => {
    const guest = await makeGuest(backend);
    await backend.post("favourite/add", { id: "harbour" }, guest);
    later(60_000);
    await addEpisode("harbour", 3);
    await backend.tell();
    const there = await makeMember(backend, "noah@example.test");
    const { d } = await backend.post("identity/sign-in", { email: there.email, password: "correct horse" });
    const { d: signed } = await backend.post("login/uid", { uid: d.uid, proof: d.proof }, guest);
    const member = { token: signed.token as string };
    expect((await inboxOf(member)).items).toHaveLength(1);

    const parts: Record<string, unknown[]> = {};
    for (let cursor: string | null = ""; cursor !== null;) {
      const answer: Answer = await backend.get("profile/export", cursor && `?cursor=${cursor}`, member);
      const page = answer.d as { part: string; items: unknown[]; next: string | null };
      parts[page.part] = [...(parts[page.part] ?? []), ...page.items];
      cursor = page.next;
    }
    expect(parts.notices).toMatchObject([{ topic: "new-episode", data: { movieId: "harbour" } }]);
    await backend.post("account/delete", { password: "correct horse" }, member);
    expect(await backend.db.$count(notices, eq(notices.uid, there.uid))).toBe(0);
  });

  test("refuses a cursor that is none", async () => {
    const mia = await backend.person();
    const place = Buffer.from(JSON.stringify(["2027-05-10T20:00:00Z", "no-uuid"])).toString("base64url");
    expect((await backend.get("notice/list", `?cursor=${place}`, mia)).d).toEqual({ items: [], next: null });
    expect((await backend.get("notice/list", "?cursor=abc", mia)).status).toBe(422);
    expect((await backend.post("notice/seen", { ids: ["1"] }, mia)).status).toBe(422);
  });
});

describe("other topics", () => {
  test("the end of VIP is told once for each end, and not where it renews itself", async () => {
    const vipUntil = new Date(now.getTime() + 2 * dayMs);
    const mia = await backend.person({ vipUntil });
    const guest = await backend.person({ vipUntil, anonymous: true });
    await backend.person({ vipUntil: new Date(now.getTime() + 4 * dayMs) });
    await backend.tell();
    await backend.tell();
    expect((await inboxOf(mia)).items).toMatchObject([
      { topic: "vip-ending", title: "VIP ends on May 12, 2027", to: "/page/membership" },
    ]);
    expect((await inboxOf(guest)).items).toHaveLength(1);
    await backend.db
      .update(users)
      .set({ vipUntil: new Date(now.getTime() + 40 * dayMs) })
      .where(eq(users.uid, mia.uid));
    later(38 * dayMs);
    await backend.tell();
    expect((await inboxOf(mia)).items).toHaveLength(2);
  });

  test("a reply to feedback is told to its author, and editing it is not", async () => {
    const [mia, admin] = [await backend.person(), await backend.person({ admin: 2 })];
    const message = { key: crypto.randomUUID(), category: "other", text: "It does not play" };
    const { receipt } = (await backend.post("feedback/create", message, mia)).d;
    for (const [revision, reply] of [
      [0, "It does now"],
      [1, "It does again"],
    ] as const)
      expect(await backend.post("z/feedback/reply", { receipt, revision, reply }, admin)).toMatchObject({
        c: 0,
      });
    await backend.tell();
    expect((await inboxOf(mia)).items).toMatchObject([
      {
        topic: "feedback-reply",
        text: `To your message ${receipt}`,
        to: `/page/feedback?receipt=${receipt}`,
      },
    ]);
  });

  test("admins are told of new feedback, a quarter of an hour apart", async () => {
    const [mia, viewer] = [await backend.person(), await backend.person({ admin: 1 })];
    const send = () =>
      backend.post(
        "feedback/create",
        { key: crypto.randomUUID(), category: "other", text: "Hello there" },
        mia,
      );
    for (let n = 0; n < 3; n++) {
      later(60_000);
      await send();
      await backend.tell();
    }
    expect((await inboxOf(viewer)).items).toHaveLength(1);
    later(20 * 60_000);
    await backend.tell();
    await backend.tell();
    expect((await inboxOf(viewer)).items.map(({ topic }) => topic)).toEqual(["feedback-new", "feedback-new"]);
    expect((await inboxOf(mia)).items).toEqual([]);
  });

  test("editors are told of failed encodings and of magnets that wait, each once", async () => {
    const [viewer, editor] = [await backend.person({ admin: 1 }), await backend.person({ admin: 2 })];
    await backend.db.insert(encodings).values({
      ...{ id: "enc", movieId: "harbour", episodeIndex: 2, source: "a.mp4", state: "failed" },
      ...{ createdAt: now, updatedAt: now, finishedAt: now },
    });
    await backend.db.insert(magnets).values({
      ...{
        id: "mag",
        infohash: "a".repeat(40),
        name: "Films & more",
        state: "choose",
        updatedAt: now,
        rightsAt: now,
      },
      ...{ sources: { trackers: [], peers: [] }, dropped: { trackers: 0, peers: 0, webSeeds: 0 } },
    });
    await backend.tell();
    await backend.tell();
    const told = (await inboxOf(editor)).items.map(({ text, to }) => `${text} ${to}`);
    expect(told.sort()).toEqual([
      "Films & more /z/page/magnet?q=Films%20%26%20more",
      "Harbour, Episode 2 /z/page/movie/detail/harbour",
    ]);
    expect((await inboxOf(viewer)).items).toEqual([]);
    // Another attempt that fails as well is another notice.
    await backend.db.update(encodings).set({ finishedAt: new Date(now.getTime() + hourMs) });
    await backend.tell();
    expect((await inboxOf(editor)).items).toHaveLength(3);
  });

  test("admins are told of a full disk, once a day", async () => {
    const full = await startTestBackend({ work: { free: async () => 1.5e9 } });
    try {
      full.clock.set(now);
      const { token } = await full.person({ admin: 1 });
      await full.tell();
      full.clock.set(new Date(now.getTime() + hourMs));
      await full.tell();
      const list = async () => (await full.get("notice/list", "", { token, locale: "en" })).d.items;
      expect(await list()).toMatchObject([
        { topic: "disk-low", text: "1.5 GB left: new uploads and encodings are refused", to: "/z" },
      ]);
      full.clock.set(new Date(now.getTime() + 26 * hourMs));
      await full.tell();
      expect(await list()).toHaveLength(2);
    } finally {
      await full.close();
    }
  });

  test("a topic that fails does not keep the others from their users", async () => {
    const mia = await follower("harbour");
    await addEpisode("harbour", 3);
    await backend.db.execute(sql`alter table magnet rename to magnet_away`);
    try {
      expect(await backend.tell()).toBe(1);
    } finally {
      await backend.db.execute(sql`alter table magnet_away rename to magnet`);
    }
    expect(backend.bugs.splice(0)).toHaveLength(1);
    expect((await inboxOf(mia)).items).toHaveLength(1);
  });
});

import type { lookup } from "node:dns";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWebPusher } from "../../../api/adapters/web-push-pusher/web-push-pusher.ts";
import {
  assets,
  episodes,
  favourites,
  movies,
  noticeEvents,
  notices,
  pushDeliveries,
  pushSubscriptions,
  users,
} from "../../../api/db/schema.ts";
import { mostBrowsers } from "../../../api/domain/service/pushes/subscriptions.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { startPushEndpoint, type PushEndpoint } from "../../setup/push-endpoint.ts";

let backend: TestBackend;
let service: PushEndpoint;
const secret = "test-secret-test-secret-test-secret-test";
const now = new Date("2027-05-10T20:00:00Z");
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let index = 10;

beforeAll(async () => {
  backend = await startTestBackend({ work: { pushesPrivate: true } });
  const { publicKey } = createWebPusher({ secret: `${secret}.notices`, subject: "https://matinee.test" });
  service = await startPushEndpoint(publicKey);
});
afterAll(async () => {
  await backend.close();
  await service.close();
});
beforeEach(async () => {
  backend.clock.set(now);
  for (const table of [noticeEvents, favourites, movies, users]) await backend.db.delete(table);
  await backend.db.delete(assets);
  service.received.splice(0);
  service.refused.splice(0);
  await addMovie(backend.db, { id: "harbour", kind: "series", texts: { en: { title: "Harbour" } } });
  await backend.tell();
});

const later = (ms: number) => backend.clock.set(new Date(backend.clock.now().getTime() + ms));

/** A user who has the series on the list, and gets pushes of it in a browser of that name. */
async function follower(browser: string, locale = "en", fields: Partial<typeof users.$inferInsert> = {}) {
  const person = await backend.person(fields);
  await backend.post("favourite/add", { id: "harbour" }, person);
  await subscribe(person, browser, locale);
  return person;
}
async function subscribe({ token }: { token: string }, browser: string, locale = "en") {
  const input = { ...service.browser(browser), topic: "new-episode" };
  expect(await backend.post("push/subscribe", input, { token, locale })).toMatchObject({ c: 0 });
}
async function addEpisode(): Promise<number> {
  index += 2;
  const assetId = `harbour-${index}`;
  await backend.db.insert(assets).values({ id: assetId, state: "ready", durationS: 100, height: 360 });
  await backend.db.insert(episodes).values({ movieId: "harbour", index, assetId, texts: {} });
  await backend.tell();
  return index;
}
const browsers = () => service.received.map(({ browser }) => browser).sort();
const waiting = () => backend.db.$count(pushDeliveries);
const choose = (person: { token: string }, quiet: { from: number; to: number } | null, zone = "UTC") =>
  backend.post("notice/choose", { push: ["new-episode"], mail: [], quiet, zone }, person);

test("a push reaches each browser of a user once, signed, encrypted, and in its language", async () => {
  const mia = await follower("phone");
  await subscribe(mia, "laptop", "ar");
  const at = await addEpisode();
  expect(await backend.push()).toBe(2);
  expect(await backend.push()).toBe(0);
  expect(service.refused).toEqual([]);
  expect(browsers()).toEqual(["laptop", "phone"]);
  const phone = service.received.find(({ browser }) => browser === "phone")!;
  expect(phone.payload).toEqual({
    id: expect.any(String),
    topic: "new-episode",
    title: "Harbour",
    text: `Episode ${at} is out`,
    to: `/video/harbour/${at}`,
    tag: "new-episode:harbour",
    lang: "en",
    dir: "ltr",
    off: "Turn off",
  });
  expect(phone.headers).toMatchObject({ ttl: "86400", urgency: "normal", "content-encoding": "aes128gcm" });
  expect(phone.headers.topic).toMatch(/^[\w-]{32}$/);
  expect(service.received.find(({ browser }) => browser === "laptop")!.payload).toMatchObject({
    lang: "ar",
    dir: "rtl",
  });
  const [notice] = await backend.db.select().from(notices);
  expect(notice!.pushedAt).toEqual(now);
  expect(backend.bugs).toEqual([]);
});

test("only those who want the topic by push get one; turned off or read meanwhile, none comes", async () => {
  const [mia, noah, eve] = [await follower("a"), await follower("b"), await follower("c")];
  await backend.post("notice/choose", { push: [], mail: [], quiet: null, zone: "UTC" }, mia);
  await addEpisode();
  expect(await waiting()).toBe(2);
  await backend.post("notice/turn-off", { topic: "new-episode" }, noah);
  await backend.post("notice/seen", {}, eve);
  expect(await backend.push()).toBe(0);
  expect(await waiting()).toBe(0);
  expect(service.received).toEqual([]);
});

describe("quiet hours", () => {
  test("hold a push until they end, in the user's time zone", async () => {
    const mia = await follower("phone");
    // 20:00 in UTC is 22:00 in Berlin.
    await choose(mia, { from: 22 * 60, to: 7 * 60 }, "Europe/Berlin");
    await addEpisode();
    expect(await backend.push()).toBe(0);
    later(8 * hourMs + 59 * minuteMs);
    expect(await backend.push()).toBe(0);
    later(minuteMs);
    expect(await backend.push()).toBe(1);
  });

  test("that are set while a push waits hold it as well, and lose it no attempt", async () => {
    const mia = await follower("phone");
    await addEpisode();
    await choose(mia, { from: 19 * 60, to: 21 * 60 });
    expect(await backend.push()).toBe(0);
    expect((await backend.db.select().from(pushDeliveries))[0]).toMatchObject({
      attempts: 0,
      claimedAt: null,
      dueAt: new Date("2027-05-10T21:00:00Z"),
    });
    await choose(mia, null);
    later(hourMs);
    expect(await backend.push()).toBe(1);
  });

  test("of a zone that does not exist are refused", async () => {
    const mia = await follower("phone");
    expect((await choose(mia, { from: 0, to: 60 }, "Mars/Olympus")).status).toBe(422);
  });
});

describe("what push services answer", () => {
  test.each([404, 410])("%d: the browser is forgotten", async (status) => {
    await follower("phone");
    service.answer("phone", (response) => response.writeHead(status).end());
    await addEpisode();
    expect(await backend.push()).toBe(0);
    service.heal("phone");
    expect(await backend.db.$count(pushSubscriptions)).toBe(0);
    expect(await waiting()).toBe(0);
  });

  test("429 and 503: again later and later, by their own word if it is longer, five times at most", async () => {
    await follower("phone");
    service.answer("phone", (response) => response.writeHead(429, { "Retry-After": "600" }).end());
    await addEpisode();
    await backend.push();
    later(9 * minuteMs);
    await backend.push();
    expect(service.received).toHaveLength(1);
    later(minuteMs);
    service.answer("phone", (response) => response.writeHead(503).end());
    for (const minutes of [2, 4, 8, 16]) {
      await backend.push();
      later(minutes * minuteMs);
    }
    expect(service.received).toHaveLength(5);
    expect(await waiting()).toBe(0);
    service.heal("phone");
    expect(await backend.db.$count(pushSubscriptions)).toBe(1);
  });

  test("another refusal is not repeated, and three in a row end the browser's pushes", async () => {
    await follower("phone");
    service.answer("phone", (response) => response.writeHead(400).end());
    for (let n = 1; n <= 3; n++) {
      await addEpisode();
      await backend.push();
      expect(await waiting()).toBe(0);
      expect(await backend.db.$count(pushSubscriptions)).toBe(n < 3 ? 1 : 0);
    }
    service.heal("phone");
    expect(service.received).toHaveLength(3);
  });

  test("a service that is not there is tried again; one that breaks off is not", async () => {
    const [mia, noah] = [await follower("phone"), await follower("laptop")];
    await backend.db
      .update(pushSubscriptions)
      .set({ endpoint: "http://127.0.0.1:9/phone" })
      .where(eq(pushSubscriptions.uid, mia.uid));
    service.answer("laptop", (response) => response.socket!.destroy());
    await addEpisode();
    await backend.push();
    service.heal("laptop");
    const left = await backend.db
      .select()
      .from(pushDeliveries)
      .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId));
    expect(left.map((one) => one.push_subscription.uid)).toEqual([mia.uid]);
    expect(noah.uid).not.toBe(mia.uid);
  });
});

test("two processes, and one that dies in the middle, send nothing twice", async () => {
  for (let n = 0; n < 12; n++) await follower(`b-${n}`);
  const other = await startTestBackend({ beside: backend, work: { pushesPrivate: true } });
  try {
    other.clock.set(now);
    await addEpisode();
    // A process claimed these two and died.
    const [one, two] = await backend.db.select().from(pushDeliveries).limit(2);
    for (const { subscriptionId } of [one!, two!])
      await backend.db
        .update(pushDeliveries)
        .set({ claimedAt: now })
        .where(eq(pushDeliveries.subscriptionId, subscriptionId));
    const counts = await Promise.all([backend.push(), other.push()]);
    expect(counts[0] + counts[1]).toBe(10);
    expect(new Set(browsers()).size).toBe(10);
    expect(service.received).toHaveLength(10);
    later(11 * minuteMs);
    expect(await backend.push()).toBe(0);
    expect(await waiting()).toBe(0);
  } finally {
    await other.close();
  }
});

describe("a browser", () => {
  test("ends with its session, with the account, and by the user's own word", async () => {
    const mia = await follower("phone");
    await backend.post("session/end", {}, mia);
    expect(await backend.db.$count(pushSubscriptions)).toBe(0);
    const noah = await follower("laptop");
    const { endpoint } = service.browser("laptop");
    const eve = await backend.person();
    await backend.post("push/unsubscribe", { endpoint }, eve);
    expect(await backend.db.$count(pushSubscriptions)).toBe(1);
    await backend.post("push/unsubscribe", { endpoint }, noah);
    expect(await backend.db.$count(pushSubscriptions)).toBe(0);
  });

  test("belongs to who signed in there last, and a user has so many", async () => {
    const [mia, noah] = [await follower("phone"), await backend.person()];
    await subscribe(noah, "phone");
    await addEpisode();
    expect(await waiting()).toBe(0);
    expect(mia.uid).not.toBe(noah.uid);
    for (let n = 0; n < mostBrowsers + 2; n++) {
      later(minuteMs);
      await subscribe(noah, `b-${n}`);
    }
    const rows = await backend.db.select().from(pushSubscriptions);
    expect(rows).toHaveLength(mostBrowsers);
    expect(rows.some(({ endpoint }) => endpoint.endsWith("/b-0"))).toBe(false);
  });

  test("with an address in a private network is refused, at once or when its name is resolved", async () => {
    const guarded = await startTestBackend();
    try {
      const { token } = await guarded.person();
      const { p256dh, auth } = service.browser("x");
      const status = async (endpoint: string) =>
        (await guarded.post("push/subscribe", { endpoint, p256dh, auth }, { token })).status;
      for (const endpoint of [
        "http://push.example.com/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://[::ffff:10.0.0.1]/a",
        "https://10.1.2.3/a",
        "https://169.254.169.254/latest/meta-data",
        "https://2130706433/a",
        "https://localhost/a",
        "https://db.internal/a",
        "https://push.example.com:8443/a",
        "https://user:word@push.example.com/a",
        "ftp://push.example.com/a",
        "file:///etc/passwd",
      ])
        expect(`${endpoint} ${await status(endpoint)}`).toBe(`${endpoint} 422`);
      expect(await status("https://push.example.com/a")).toBe(200);
    } finally {
      await guarded.close();
    }
    // A public name that turns out to be an address of this network: nothing connects.
    for (const address of ["127.0.0.1", "10.0.0.7", "fd00::1"]) {
      const resolve = ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, [{ address, family: address.includes(":") ? 6 : 4 }])) as unknown as typeof lookup;
      const pusher = createWebPusher({ secret, subject: "https://matinee.test", resolve });
      const target = { ...service.browser("y"), endpoint: "https://push.example.com/y" };
      const push = { payload: "{}", topic: "t", ttlS: 1 };
      expect(`${address} ${(await pusher.send(target, push)).is}`).toBe(`${address} gone`);
    }
  });

  test("with keys that encrypt nothing is forgotten, and bad input is refused", async () => {
    const mia = await backend.person();
    const { endpoint, auth } = service.browser("bad");
    await backend.post("favourite/add", { id: "harbour" }, mia);
    const input = { endpoint, p256dh: `B${"_".repeat(86)}`, auth, topic: "new-episode" };
    expect(await backend.post("push/subscribe", input, mia)).toMatchObject({ c: 0 });
    await addEpisode();
    expect(await backend.push()).toBe(0);
    expect(await backend.db.$count(pushSubscriptions)).toBe(0);
    for (const bad of [{ p256dh: "x" }, { auth: "" }, { endpoint: "no" }, { topic: "dispute" }])
      expect((await backend.post("push/subscribe", { ...input, ...bad }, mia)).status).toBe(422);
  });
});

describe("the offer", () => {
  const asks = async (person: { token: string }, id = "harbour") =>
    (await backend.get("push/offer", `?id=${id}`, person)).d.ask as boolean;

  test("is made for a series that goes on, to who has it on the list and has not decided", async () => {
    const [mia, noah] = [await backend.person(), await backend.person()];
    expect(await asks(mia)).toBe(false);
    for (const person of [mia, noah]) await backend.post("favourite/add", { id: "harbour" }, person);
    expect(await asks(mia)).toBe(true);
    await subscribe(mia, "phone");
    expect(await asks(mia)).toBe(false);
    await backend.post("push/decline", {}, noah);
    expect(await asks(noah)).toBe(false);
  });

  test("is made for a collection that is followed, to who has not decided", async () => {
    const mia = await backend.person();
    const { token } = await backend.person({ admin: 2 });
    const texts = { en: { name: "The sea", description: "" } };
    const { d } = await backend.post(
      "z/collection/save",
      { id: "the-sea", revision: null, texts },
      { token },
    );
    const inside = { id: "the-sea", revision: d.revision, movies: ["harbour"] };
    expect((await backend.post("z/collection/movies", inside, { token })).c).toBe(0);
    const asks = async () =>
      (await backend.get("push/offer", "?id=the-sea&of=collection", mia)).d.ask as boolean;
    expect(await asks()).toBe(false);
    expect((await backend.post("follow/add", { id: "the-sea" }, mia)).c).toBe(0);
    expect(await asks()).toBe(true);
    const chosen = { ...service.browser("tablet"), topic: "new-in-collection" };
    expect(await backend.post("push/subscribe", chosen, mia)).toMatchObject({ c: 0 });
    expect(await asks()).toBe(false);
  });

  test("is not made for a film, nor for a series that has ended", async () => {
    const mia = await backend.person();
    await addMovie(backend.db, { id: "a-film" });
    for (const id of ["a-film", "harbour"]) await backend.post("favourite/add", { id }, mia);
    expect(await asks(mia, "a-film")).toBe(false);
    later(121 * 24 * hourMs);
    expect(await asks(mia)).toBe(false);
    await backend.db.insert(episodes).values({ movieId: "harbour", index: 99, texts: {} });
    expect(await asks(mia)).toBe(true);
  });
});

test("choices are kept, and what is not a user's to choose is left out", async () => {
  const mia = await backend.person({ email: "mia@example.test" });
  const guest = await backend.person({ anonymous: true });
  const read = async (person: { token: string }) => (await backend.get("notice/choices", "", person)).d;
  const fresh = await read(mia);
  expect(fresh).toMatchObject({ quiet: null, zone: "UTC", browsers: 0 });
  expect(fresh.choices).toEqual([
    { topic: "new-episode", push: false, mail: false },
    { topic: "new-in-collection", push: false, mail: false },
    { topic: "vip-ending", push: false, mail: null },
    { topic: "feedback-reply", push: false, mail: false },
  ]);
  expect((await read(guest)).choices[0]).toEqual({ topic: "new-episode", push: false, mail: null });
  const topics = ["new-episode", "vip-ending", "dispute"];
  const quiet = { from: 60, to: 120 };
  await backend.post("notice/choose", { push: topics, mail: topics, quiet, zone: "Asia/Tokyo" }, mia);
  expect(await read(mia)).toMatchObject({
    choices: [
      { topic: "new-episode", push: true, mail: true },
      { topic: "new-in-collection", push: false },
      { topic: "vip-ending", push: true },
      { push: false },
    ],
    quiet,
    zone: "Asia/Tokyo",
  });
  const owner = await backend.person({ admin: 3 });
  expect((await read(owner)).choices).toHaveLength(10);
});

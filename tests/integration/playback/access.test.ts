import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { episodes, movies, users } from "../../../api/db/schema.ts";
import { accessLevels, needsVip, type AccessLevel } from "../../../contract/catalogue/values.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type Answer, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let admin: string;
const noon = new Date("2027-05-01T12:05:00Z");
const ever = new Date("2099-01-01");
const signIn = { status: 403, c: 4035 };
const buy = { status: 403, c: 4031 };

beforeAll(async () => {
  backend = await startTestBackend();
  for (const access of accessLevels) {
    await addMovie(backend.db, { id: `${access}-film`, access });
    await writeAsset(backend.dataDir, `${access}-film-1`, 20);
  }
  await addMovie(backend.db, { id: "serial", access: "vip", teaserS: 10, episodes: 4 });
  await addMovie(backend.db, { id: "bare", access: "vip", teaserS: 10 });
  await addMovie(backend.db, { id: "coming", access: "vip", teaserS: 10, ready: 0 });
  for (const index of [1, 2, 3, 4]) await writeAsset(backend.dataDir, `serial-${index}`, 20);
  admin = (await backend.person({ admin: 2 })).token;
  await own(1, { access: "free" });
  await own(2, { access: "signed-in", teaserS: 0 });
  await own(3, { teaserS: 5 });
});
afterAll(() => backend.close());
beforeEach(() => backend.clock.set(noon));

/** What an episode of the series says for itself. */
const own = (index: number, set: { access?: AccessLevel | null; teaserS?: number | null }) =>
  backend.db
    .update(episodes)
    .set(set)
    .where(and(eq(episodes.movieId, "serial"), eq(episodes.index, index)));
const people = {
  visitor: () => Promise.resolve(null),
  guest: () => backend.person({ anonymous: true }),
  member: () => backend.person(),
  "VIP guest": () => backend.person({ anonymous: true, vipUntil: ever }),
  VIP: () => backend.person({ vipUntil: ever }),
  "VIP of tier 2": () => backend.person({ vipUntil: ever, vip2Until: ever }),
  "VIP of tier 3": () => backend.person({ vipUntil: ever, vip2Until: ever, vip3Until: ever }),
  "VIP, of tier 2 before": () =>
    backend.person({ vipUntil: ever, vip2Until: new Date("2027-05-01T12:00:00Z") }),
  "lapsed VIP": () => backend.person({ vipUntil: new Date("2027-05-01T12:00:00Z") }),
  admin: () => backend.person({ admin: 1 }),
};
type Who = keyof typeof people;
const start = async (id: string, who: Who | string | null, index = 1): Promise<Answer> => {
  const token = who !== null && who in people ? (await people[who as Who]())?.token : (who ?? undefined);
  return backend.get("playback/start", `?id=${id}&index=${index}`, token ? { token } : {});
};

describe("who may watch what", () => {
  const all = Object.keys(people) as Who[];
  const whole: Record<AccessLevel, Who[]> = {
    free: all,
    "signed-in": all.filter((who) => who !== "visitor" && who !== "guest"),
    vip: all.filter((who) => who.includes("VIP") && who !== "lapsed VIP").concat("admin"),
    "vip-2": ["VIP of tier 2", "VIP of tier 3", "admin"],
    "vip-3": ["VIP of tier 3", "admin"],
  };
  const cases = accessLevels.flatMap((level) =>
    all.map((who) => [level, who, whole[level].includes(who)] as const),
  );

  test.each(cases)("a %s film, a %s: %s", async (level, who, may) => {
    const answer = await start(`${level}-film`, who);
    if (!may) return expect(answer).toMatchObject(needsVip(level) ? buy : signIn);
    expect(answer).toMatchObject({ c: 0, d: { teaser: null, durationS: 100 } });
    expect((await backend.fetch(answer.d.hls)).status).toBe(200);
  });

  test("an episode's own level comes before its title's, and the title's page says so", async () => {
    const { episodeList, access } = (await backend.get("movie/detail", "?id=serial")).d;
    expect(access).toBe("vip");
    expect(episodeList.map((one: { access: AccessLevel }) => one.access)).toEqual([
      ...["free", "signed-in", "vip", "vip"],
    ]);
    expect(await start("serial", "guest", 1)).toMatchObject({ c: 0, d: { teaser: null } });
    expect(await start("serial", "guest", 2)).toMatchObject(signIn);
    expect(await start("serial", "member", 2)).toMatchObject({ c: 0, d: { teaser: null } });
    expect(await start("serial", "VIP", 3)).toMatchObject({ c: 0, d: { teaser: null } });
  });

  test("a level that is changed counts at once, in the title's page too", async () => {
    const revision = async () =>
      (await backend.get("z/movie/detail", "?id=serial", { token: admin })).d.revision as number;
    const save = async (access: AccessLevel | null) =>
      backend.post(
        "z/episode/save",
        { id: "serial", revision: await revision(), index: 1, access },
        { token: admin },
      );
    expect((await save(null)).c).toBe(0);
    expect((await backend.get("movie/detail", "?id=serial")).d.episodeList[0].access).toBe("vip");
    expect(await start("serial", "guest", 1)).toMatchObject({ d: { teaser: { needs: "vip" } } });
    expect((await save("free")).c).toBe(0);
    expect(await start("serial", "guest", 1)).toMatchObject({ d: { teaser: null } });
  });

  test("whether the next episode is locked is told for who asks", async () => {
    const locked = async (who: Who, index: number) => (await start("serial", who, index)).d.next.locked;
    expect(await locked("guest", 1)).toBe(true);
    expect(await locked("member", 1)).toBe(false);
    expect(await locked("member", 2)).toBe(true);
    expect(await locked("VIP", 2)).toBe(false);
  });

  test("where watching takes an account, a free episode takes one as well, and has its teaser", async () => {
    const owner = (await backend.person({ admin: 3 })).token;
    const { revision } = (await backend.get("z/settings/read", "", { token: owner })).d;
    const save = async (guestWatching: boolean, of: number) =>
      backend.post("z/settings/save", { revision: of, values: { guestWatching } }, { token: owner });
    const saved = await save(false, revision);
    expect(saved.c).toBe(0);
    expect(await start("free-film", "guest")).toMatchObject(signIn);
    const detail = async () => (await backend.get("movie/detail", "?id=free-film")).d;
    expect(await detail()).toMatchObject({ access: "free", episodeList: [{ access: "signed-in" }] });
    await backend.db.update(movies).set({ teaserS: 4 }).where(eq(movies.id, "free-film"));
    expect(await start("free-film", null)).toMatchObject({ d: { teaser: { needs: "signed-in" } } });
    expect(await start("free-film", "VIP guest")).toMatchObject({ d: { teaser: null } });
    expect((await save(true, saved.d.revision)).c).toBe(0);
    expect(await start("free-film", null)).toMatchObject({ d: { teaser: null } });
    expect((await detail()).episodeList).toMatchObject([{ access: "free" }]);
  });
});

describe("a preview", () => {
  test("is the beginning, at least as long as was said, with nothing of what comes behind it", async () => {
    await backend.db
      .update(episodes)
      .set({
        introFromS: 2,
        introToS: 5,
        creditsFromS: 90,
        chapters: [
          { startS: 0, titles: { en: "Dawn" } },
          { startS: 60, titles: { en: "The end of it" } },
        ],
      })
      .where(and(eq(episodes.movieId, "serial"), eq(episodes.index, 3)));
    const { d } = await start("serial", "member", 3);
    expect(d).toMatchObject({
      teaser: { needs: "vip", wholeS: 100 },
      durationS: 6,
      start: { segments: [[2, 3]] },
      ...{ chapters: [{ title: "Dawn" }], intro: { fromS: 2, toS: 5 }, creditsFromS: null },
      ...{ next: null, thumbnails: null, downloadable: false, positionS: 0 },
    });
    expect(d.hlsTracked).toBe(d.hls);
    expect((await start("serial", "visitor", 3)).d.durationS).toBe(6);
    // The title's own, where the episode says nothing.
    expect((await start("serial", "member", 4)).d.durationS).toBe(10);
  });

  test("is refused where there is none, and for a film with unknown segments", async () => {
    expect(await start("serial", "guest", 2)).toMatchObject(signIn);
    expect(await start("bare", "member")).toMatchObject(buy);
    expect(await start("coming", "member")).toMatchObject(buy);
    expect(await start("coming", "VIP")).toMatchObject({ c: 4092 });
  });

  test("longer than the film is the film", async () => {
    await own(4, { teaserS: 600 });
    const { d } = await start("serial", "guest", 4);
    expect(d).toMatchObject({
      teaser: null,
      durationS: 100,
      downloadable: false,
      start: { segments: [[2, 20]] },
    });
    expect((await backend.fetch(d.hls)).status).toBe(200);
    expect((await start("serial", "VIP", 4)).d.downloadable).toBe(true);
    await own(4, { teaserS: null });
  });

  test("keeps a place to go on from, and takes none that is further", async () => {
    const { uid, token } = await backend.person({ vipUntil: new Date("2027-05-01T13:00:00Z") });
    const save = (positionS: number) =>
      backend.post("progress/save", { id: "serial", index: 4, positionS, durationS: 10 }, { token });
    const kept = async () =>
      (await backend.get("progress/of", "?id=serial", { token })).d.items[0]?.positionS as number | undefined;
    await save(70);
    await save(60);
    expect(await kept()).toBe(60);
    backend.clock.set(new Date("2027-05-01T14:00:00Z"));
    expect((await start("serial", token, 4)).d).toMatchObject({ positionS: 0, teaser: { needs: "vip" } });
    await save(8);
    expect(await kept()).toBe(60);
    await backend.db.update(users).set({ vipUntil: ever }).where(eq(users.uid, uid));
    expect((await start("serial", token, 4)).d).toMatchObject({ positionS: 60, teaser: null });

    const fresh = await backend.person();
    await backend.post("progress/save", { id: "serial", index: 4, positionS: 9, durationS: 10 }, fresh);
    expect((await start("serial", fresh.token, 4)).d.positionS).toBe(9);
    await backend.db.update(users).set({ vipUntil: ever }).where(eq(users.uid, fresh.uid));
    expect((await start("serial", fresh.token, 4)).d.positionS).toBe(9);
  });
});

describe("a URL for who has an account", () => {
  const status = async (url: string, token?: string) =>
    (await backend.fetch(url, token ? { headers: { Authorization: `Bearer ${token}` } } : {})).status;

  test("is refused to a session that has ended, and to another's", async () => {
    const { token } = await backend.person();
    const { d } = await start("signed-in-film", token);
    expect(d.expiresAt).toBe("2027-05-01T19:00:00.000Z");
    expect(await status(d.hls, token)).toBe(200);
    expect(await status(d.hls, (await backend.person()).token)).toBe(403);
    await backend.post("session/end", {}, { token });
    backend.clock.set(new Date("2027-05-01T12:07:00Z"));
    for (const url of [d.hls, d.hlsTracked, d.start.init]) expect(await status(url, token)).toBe(403);
  });

  test("is not kept by a cache that others share", async () => {
    const { d } = await start("signed-in-film", "member");
    expect((await backend.fetch(d.start.init)).headers.get("CDN-Cache-Control")).toBeNull();
  });
});

test("films of each level are kept on a device by who may watch them", async () => {
  const offer = async (id: string, index: number, who: Who) =>
    (await backend.get("download/offer", `?id=${id}&index=${index}`, { token: (await people[who]())!.token }))
      .c;
  await writeAsset(backend.dataDir, "signed-in-film-1", 20);
  expect(await offer("signed-in-film", 1, "VIP")).toBe(0);
  expect(await offer("serial", 1, "VIP")).toBe(0);
  expect(await offer("serial", 3, "VIP")).toBe(0);
  expect(await offer("serial", 3, "member")).toBe(4031);
  expect(await offer("signed-in-film", 1, "guest")).toBe(4031);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));

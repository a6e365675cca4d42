import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movies } from "../../../api/db/schema.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
  const { db } = backend;
  await addMovie(db, { id: "amber", year: 2001, texts: { en: { title: "Zebra" }, de: { title: "Aal" } } });
  await addMovie(db, { id: "birch", year: 2003, access: "vip", texts: { en: { title: "Élan" } } });
  await addMovie(db, {
    id: "cedar",
    year: 2002,
    episodes: 3,
    texts: { en: { title: "apple" }, de: { title: "Öl" } },
  });
  await addMovie(db, {
    id: "dusk",
    year: 2004,
    texts: { en: { title: "50% Off_" }, ja: { title: "映画の夜" } },
  });
  await addMovie(db, { id: "draft", status: "draft" });
});
afterAll(() => backend.close());

type Person = { uid: string; token: string };
type Listed = {
  d: { items: { id: string; title: string; movie: { id: string } | null }[]; next: string | null };
};

const at = (minute: number) => backend.clock.set(new Date(Date.UTC(2027, 0, 1, 10, minute)));
const list = (who: Person, query = "", locale?: string) =>
  backend.get("favourite/list", query, { token: who.token, locale });
const ids = ({ d }: Listed) => d.items.map((item) => item.id);
const write = (who: Person, name: string, body: object) => backend.post(name, body, { token: who.token });

/** A person whose list holds these movies, one a minute. */
async function collector(...wanted: string[]): Promise<Person> {
  const who = await backend.person();
  for (const [minute, id] of wanted.entries()) {
    at(minute);
    expect((await write(who, "favourite/add", { id })).c).toBe(0);
  }
  at(59);
  return who;
}

describe("favourites", () => {
  test("are listed latest first; adding again changes nothing", async () => {
    const who = await collector("amber", "birch", "cedar");
    await write(who, "favourite/add", { id: "amber" });
    const listed = await list(who);
    expect(ids(listed)).toEqual(["cedar", "birch", "amber"]);
    expect(listed.d.items[2]).toMatchObject({
      addedAt: "2027-01-01T10:00:00.000Z",
      movie: { id: "amber", year: 2001 },
    });
    expect((await backend.get("favourite/has", "?id=amber", { token: who.token })).d).toEqual({
      added: true,
    });
    expect((await backend.get("favourite/has", "?id=dusk", { token: who.token })).d).toEqual({
      added: false,
    });
  });

  test("are sorted by year, and by the title the reader sees, whatever its case and accents", async () => {
    const who = await collector("amber", "birch", "cedar", "dusk");
    expect(ids(await list(who, "?sort=year"))).toEqual(["dusk", "birch", "cedar", "amber"]);
    expect(ids(await list(who, "?sort=title"))).toEqual(["dusk", "cedar", "birch", "amber"]);
    expect(ids(await list(who, "?sort=title", "de"))).toEqual(["dusk", "amber", "birch", "cedar"]);
  });

  test("are filtered by access and kind", async () => {
    const who = await collector("amber", "birch", "cedar");
    expect(ids(await list(who, "?access=vip"))).toEqual(["birch"]);
    expect(ids(await list(who, "?kind=series"))).toEqual(["cedar"]);
    expect(ids(await list(who, "?kind=series&access=vip"))).toEqual([]);
  });

  test.each(["added", "title", "year"])("come in pages, sorted by %s, in every language", async (sort) => {
    const who = await collector("amber", "birch", "cedar", "dusk");
    for (const locale of ["en", "ja"]) {
      const whole = ids(await list(who, `?sort=${sort}`, locale));
      const paged: string[] = [];
      let cursor = "";
      do {
        const page = await list(who, `?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`, locale);
        paged.push(...ids(page));
        cursor = page.d.next ?? "";
      } while (cursor);
      expect(paged).toEqual(whole);
    }
  });

  test("a cursor of another sort, or a forged one, is refused", async () => {
    const who = await collector("amber", "birch");
    const { next } = (await list(who, "?sort=title&limit=1")).d;
    expect(await list(who, `?sort=added&cursor=${next}`)).toMatchObject({ status: 422 });
    for (const key of ["\u0000", "\ud800", "x".repeat(61)]) {
      const forged = Buffer.from(JSON.stringify([key, "amber"])).toString("base64url");
      expect(await list(who, `?sort=title&cursor=${forged}`), JSON.stringify(key)).toMatchObject({
        status: 422,
      });
    }
  });

  test("removing many answers what was removed, and that can be put back where it was", async () => {
    const who = await collector("amber", "birch", "cedar");
    const { d } = await write(who, "favourite/remove", { ids: ["amber", "cedar", "dusk"] });
    expect(d.removed).toHaveLength(2);
    expect(ids(await list(who))).toEqual(["birch"]);
    expect((await write(who, "favourite/remove", { ids: ["amber"] })).d).toEqual({ removed: [] });
    for (let time = 0; time < 2; time++) await write(who, "favourite/restore", { items: d.removed });
    expect(ids(await list(who))).toEqual(["cedar", "birch", "amber"]);
  });

  test("a time that is handed back is neither in the future nor before there was time", async () => {
    const who = await collector("birch");
    const items = [
      { id: "amber", title: "Zebra", addedAt: "9999-12-31T00:00:00.000Z" },
      { id: "cedar", title: "apple", addedAt: "0000-01-01T00:00:00.000Z" },
    ];
    expect((await write(who, "favourite/restore", { items })).c).toBe(0);
    const times = (await list(who)).d.items.map((item: { addedAt: string }) => item.addedAt);
    expect(times).toEqual([
      "2027-01-01T10:59:00.000Z",
      "2027-01-01T10:00:00.000Z",
      "1970-01-01T00:00:00.000Z",
    ]);
  });

  test("what is not published can't be added", async () => {
    const who = await backend.person();
    for (const id of ["draft", "nothing"])
      expect(await write(who, "favourite/add", { id })).toMatchObject({ c: 404 });
  });

  test("a title that is withdrawn stays, by the name it had, as no longer available", async () => {
    await addMovie(backend.db, { id: "gone", texts: { en: { title: "Soon gone" } } });
    await addMovie(backend.db, { id: "deleted", texts: { en: { title: "Erased" } } });
    const who = await collector("gone", "deleted", "amber");
    await backend.db.update(movies).set({ status: "draft" }).where(eq(movies.id, "gone"));
    await backend.db.delete(movies).where(eq(movies.id, "deleted"));
    for (const sort of ["added", "title", "year"]) {
      const { items } = (await list(who, `?sort=${sort}`)).d;
      const gone = items.filter((item: { movie: unknown }) => item.movie === null);
      expect(gone.map((item: { title: string }) => item.title).sort()).toEqual(["Erased", "Soon gone"]);
    }
    expect(ids(await list(who, "?kind=film"))).toEqual(["amber"]);
    const { d } = await write(who, "favourite/remove", { ids: ["gone", "deleted"] });
    await write(who, "favourite/restore", { items: d.removed });
    expect(ids(await list(who))).toHaveLength(3);
  });

  test("a list is its user's alone, and takes a session", async () => {
    const [one, two] = [await collector("amber"), await collector("birch")];
    expect((await write(two, "favourite/remove", { ids: ["amber"] })).d.removed).toEqual([]);
    expect(ids(await list(one))).toEqual(["amber"]);
    for (const name of [
      "favourite/add",
      "favourite/remove",
      "favourite/restore",
      "progress/remove",
      "progress/restore",
      "progress/clear",
      "profile/recording",
    ]) {
      expect((await backend.post(name, {})).c, name).toBe(401);
    }
    for (const name of ["favourite/list", "favourite/has"])
      expect((await backend.get(name)).c, name).toBe(401);
  });
});

describe("history", () => {
  type Watched = {
    d: { items: { movie: { id: string }; index: number; positionS: number }[]; paused: boolean };
  };
  const history = (who: Person, query = "") => backend.get("progress/list", query, { token: who.token });
  const watched = ({ d }: Watched) =>
    d.items.map(({ movie, index, positionS }) => `${movie.id}/${index}@${positionS}`);
  const watch = (who: Person, id: string, positionS: number, index = 1) =>
    write(who, "progress/save", { id, index, positionS, durationS: 100 });

  test("is searched in every language's titles, case and accents aside, and by no wildcard", async () => {
    const who = await backend.person();
    for (const [minute, id] of ["amber", "birch", "cedar", "dusk"].entries()) {
      at(minute);
      await watch(who, id, 10);
    }
    const find = async (q: string) => watched(await history(who, `?q=${encodeURIComponent(q)}`));
    expect(await find("elan")).toEqual(["birch/1@10"]);
    expect(await find("ÖL")).toEqual(["cedar/1@10"]);
    expect(await find("映")).toEqual(["dusk/1@10"]);
    expect(await find("50%")).toEqual(["dusk/1@10"]);
    expect(await find("%")).toEqual(["dusk/1@10"]);
    expect(await find("_")).toEqual(["dusk/1@10"]);
    expect(await find("\\")).toEqual([]);
  });

  test("a movie is removed with all its episodes, and put back; a later place stays", async () => {
    const who = await backend.person();
    at(1);
    await watch(who, "cedar", 20, 1);
    at(2);
    await watch(who, "cedar", 30, 2);
    await watch(who, "amber", 97);
    const { d } = await write(who, "progress/remove", { ids: ["cedar", "amber", "birch"] });
    expect(d.removed).toHaveLength(3);
    expect(watched(await history(who))).toEqual([]);
    at(3);
    await watch(who, "cedar", 44, 2);
    const items = [...d.removed, { ...d.removed[0], id: "nothing" }, { ...d.removed[0], index: 99 }];
    for (let time = 0; time < 2; time++) expect((await write(who, "progress/restore", { items })).c).toBe(0);
    expect(watched(await history(who))).toEqual(["cedar/2@44", "amber/1@97"]);
    expect((await history(who, "?state=unfinished")).d.items).toHaveLength(1);
    const { items: of } = (await backend.get("progress/of", "?id=cedar", { token: who.token })).d;
    expect(of.map((one: { positionS: number }) => one.positionS)).toEqual([20, 44]);
  });

  test("is cleared, for one person alone", async () => {
    const [one, two] = [await backend.person(), await backend.person()];
    for (const who of [one, two]) await watch(who, "amber", 10);
    for (let time = 0; time < 2; time++) expect((await write(one, "progress/clear", {})).c).toBe(0);
    expect(watched(await history(one))).toEqual([]);
    expect(watched(await history(two))).toEqual(["amber/1@10"]);
  });

  test("while it is paused nothing is kept, and nothing that was kept is lost", async () => {
    const who = await backend.person();
    await watch(who, "amber", 10);
    await write(who, "profile/recording", { paused: true });
    expect((await watch(who, "amber", 50)).c).toBe(0);
    expect((await watch(who, "birch", 50)).c).toBe(0);
    const paused = await history(who);
    expect(watched(paused)).toEqual(["amber/1@10"]);
    expect(paused.d.paused).toBe(true);
    await write(who, "profile/recording", { paused: false });
    await watch(who, "birch", 60);
    expect(watched(await history(who))).toContain("birch/1@60");
  });

  test("pages are full, also where titles were withdrawn", async () => {
    await addMovie(backend.db, { id: "withdrawn" });
    const who = await backend.person();
    for (const [minute, id] of ["amber", "withdrawn", "birch"].entries()) {
      at(minute);
      await watch(who, id, 10);
    }
    await backend.db.update(movies).set({ status: "draft" }).where(eq(movies.id, "withdrawn"));
    expect(watched(await history(who, "?limit=2"))).toEqual(["birch/1@10", "amber/1@10"]);
  });
});

describe("a guest who signs in to an account", () => {
  async function guest(): Promise<Person> {
    const { d: identity } = await backend.post("identity/anonymous", {});
    const { d } = await backend.post("login/uid", { uid: identity.uid, proof: identity.proof });
    return { uid: d.info.uid, token: d.token };
  }
  async function member(email: string): Promise<Person & { signIn: (from: Person) => Promise<Person> }> {
    const password = "correct horse";
    const open = async (name: string, token?: string) => {
      const { d: identity } = await backend.post(name, { email, password });
      const { d } = await backend.post("login/uid", { uid: identity.uid, proof: identity.proof }, { token });
      return { uid: d.info.uid as string, token: d.token as string };
    };
    return { ...(await open("identity/sign-up")), signIn: (from) => open("identity/sign-in", from.token) };
  }

  test("brings the list along, once; what is in both keeps the member's place", async () => {
    at(0);
    const [visitor, account] = [await guest(), await member("list@example.test")];
    await write(account, "favourite/add", { id: "amber" });
    at(1);
    for (const id of ["amber", "birch"]) await write(visitor, "favourite/add", { id });
    at(2);
    const signedIn = await account.signIn(visitor);
    expect(ids(await list(signedIn))).toEqual(["birch", "amber"]);
    expect((await list(signedIn)).d.items[1].addedAt).toBe("2027-01-01T10:00:00.000Z");
    expect(ids(await list(visitor))).toEqual([]);
    // What the member removes stays removed, however often the old session signs in.
    await write(signedIn, "favourite/remove", { ids: ["birch"] });
    expect(ids(await list(await account.signIn(visitor)))).toEqual(["amber"]);
  });

  test("adds nothing to a history that is paused", async () => {
    const [visitor, account] = [await guest(), await member("paused@example.test")];
    await write(account, "profile/recording", { paused: true });
    await write(visitor, "progress/save", { id: "amber", index: 1, positionS: 10, durationS: 100 });
    await write(visitor, "favourite/add", { id: "amber" });
    const signedIn = await account.signIn(visitor);
    expect((await backend.get("progress/list", "", { token: signedIn.token })).d.items).toEqual([]);
    expect(ids(await list(signedIn))).toEqual(["amber"]);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { moviePeople, movies, people } from "../../../api/db/schema.ts";
import type { MovieCredit } from "../../../api/db/schema/catalogue/catalogue.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let editor: string;
beforeAll(async () => {
  backend = await startTestBackend();
  editor = (await backend.person({ admin: 2 })).token;
});
afterAll(() => backend.close());

const director = (name: string): MovieCredit => ({ role: "director", name });
const cast = (name: string, part?: string): MovieCredit => ({ role: "cast", name, ...(part && { part }) });
const add = (id: string, credits: MovieCredit[], fields: object = {}) =>
  addMovie(backend.db, { id, credits, ...fields });
const found = async (q: string, locale = "en") => {
  const { c, d } = await backend.get("movie/search", `?q=${encodeURIComponent(q)}`, { locale });
  expect(c).toBe(0);
  return d as { items: { id: string }[]; people: { id: string; name: string; roles: string[] }[] };
};
const named = async (q: string) => (await found(q)).people.map(({ name }) => name);
const page = async (id: string, query = "", locale = "en") =>
  backend.get("person/detail", `?id=${id}${query}`, { locale });
const titlesOf = async (id: string) => (await page(id)).d.items.map((one: { id: string }) => one.id);
const save = async (id: string, change: object) => {
  const { d } = await backend.get("z/movie/detail", `?id=${id}`, { token: editor });
  const answer = await backend.post(
    "z/movie/save",
    { id, revision: d.revision, ...change },
    { token: editor },
  );
  expect(answer.c).toBe(0);
};
const rowsOfPeople = async () =>
  (await backend.db.select({ id: people.id }).from(people)).map(({ id }) => id);

describe("a person", () => {
  test("has a page with what they did and the titles, latest first, in the reader's language", async () => {
    const texts = { en: { title: "The Quay" }, de: { title: "Der Kai" } };
    await add("quay", [director("Mona Lind"), cast("Mona Lind", "The Pilot")], { year: 2001, texts });
    await add("reef", [{ role: "music", name: "Mona Lind" }], { year: 2019 });
    await add("mole", [cast("Mona Lind"), cast("Piet Aal")], { year: 2010 });
    const { c, d } = await page("mona-lind", "", "de");
    expect(c).toBe(0);
    expect(d.person).toEqual({ id: "mona-lind", name: "Mona Lind", roles: ["director", "cast", "music"] });
    expect(d.items.map(({ title }: { title: string }) => title)).toEqual([
      "Title of reef",
      "Title of mole",
      "Der Kai",
    ]);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { d: part }: { d: { items: { id: string }[]; next: string | null } } = await page(
        "mona-lind",
        `&limit=1${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...part.items.map(({ id }) => id));
      cursor = part.next;
    }
    expect(seen).toEqual(["reef", "mole", "quay"]);
  });

  test("is named by the title in its order, with the part, and a name without letters has no page", async () => {
    await add("pier", [cast("Piet Aal", "Himself"), cast("!!!"), director("Ōe Ren")]);
    expect((await backend.get("movie/detail", "?id=pier")).d.people).toEqual([
      { id: "piet-aal", role: "cast", name: "Piet Aal", part: "Himself" },
      { id: null, role: "cast", name: "!!!" },
      { id: "oe-ren", role: "director", name: "Ōe Ren" },
    ]);
    await add("bare", []);
    expect((await backend.get("movie/detail", "?id=bare")).d).not.toHaveProperty("people");
  });

  test("of titles that are not public is shown nowhere", async () => {
    await add("drafted", [director("Hidden Hand")], { status: "draft" });
    await add("ended", [director("Hidden Hand")], { hideAt: new Date("2026-01-02T00:00:00Z") });
    await add("coming", [director("Hidden Hand")], { publishedAt: new Date("2100-01-01T00:00:00Z") });
    expect(await page("hidden-hand")).toMatchObject({ status: 404 });
    expect((await found("hidden hand")).people).toEqual([]);
    await add("open", [cast("Hidden Hand")]);
    backend.clock.set(new Date(Date.now() + 60_000));
    expect((await page("hidden-hand")).d).toMatchObject({
      person: { roles: ["cast"] },
      items: [{ id: "open" }],
    });
  });

  test.each([
    ["id=nobody-at-all", 404],
    ["id=Mona%20Lind", 422],
    ["id=..%2F..%2Fetc", 422],
    ["id=%27%3B%20drop%20table%20person", 422],
    [`id=${"a".repeat(81)}`, 422],
    ["id=mona-lind&cursor=nonsense", 422],
    ["id=mona-lind&limit=0", 422],
    ["", 422],
  ])("asked for by %s is refused", async (query, status) => {
    expect(await backend.get("person/detail", `?${query}`)).toMatchObject({ status });
  });
});

describe("one name is one person", () => {
  test.each([
    [["Jürgen Åberg", "JURGEN ABERG", "Jurgen  Aberg"], "jurgen-aberg"],
    [["J. J. O'Brien", "J.J. O’Brien"], "j-j-obrien"],
    [["山田 太郎", "山田太郎", "山田・太郎"], null],
    [["أحمد زكي", "احمد زكى"], null],
    [["Ｆｕｌｌ Ｗｉｄｅ", "full wide"], "full-wide"],
  ])("%j, whatever its accents, case, width and spaces", async (names, id) => {
    const [first] = names;
    await add(`one-${crypto.randomUUID()}`, names.map(director));
    const found = (await named(first!)).length;
    const rows = await backend.db.select().from(people).where(eq(people.name, first!));
    expect([found, rows.length]).toEqual([1, 1]);
    if (id) expect(rows[0]!.id).toBe(id);
    else expect(rows[0]!.id).toMatch(/^p--[0-9a-f]{16}$/);
    expect((await page(rows[0]!.id)).c).toBe(0);
  });

  test("and names of another script, or longer than an address should be, have ids of their own", async () => {
    const long = `${"Maximilian ".repeat(10)}Eins`;
    await add("ids", [director(long), director(`${long} Zwei`), director("Zoe 山田"), director("Zoe 山本")]);
    const ids = (await backend.get("movie/detail", "?id=ids")).d.people.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect((await page(id)).c).toBe(0);
  });
});

describe("a search", () => {
  test("names people by the beginnings of their names' words, in any order and script, and finds their titles", async () => {
    await add("kanji", [director("宮崎 はやお"), cast("봉준호"), cast("Дарья Мороз"), cast("نادين لبكي")]);
    for (const [q, name] of [
      ["宮崎", "宮崎 はやお"],
      ["宮崎はやお", "宮崎 はやお"],
      ["ミヤザキ", undefined],
      ["봉준", "봉준호"],
      ["мороз дарья", "Дарья Мороз"],
      ["نادين", "نادين لبكي"],
    ] as const) {
      const {
        people: [first],
        items,
      } = await found(q);
      expect(first?.name, q).toBe(name);
      expect(
        items.some(({ id }) => id === "kanji"),
        q,
      ).toBe(name !== undefined);
    }
  });

  test("puts the whole name first, then those with the most public titles, and few of them", async () => {
    for (const n of [1, 2, 3]) await add(`busy-${n}`, [cast("Rosa Busy")]);
    await add("rosa-1", [cast("Rosa"), cast("Rosa Idle")]);
    await add("rosa-2", [cast("Rosa Idle")], { status: "draft" });
    await add("rosa-3", [cast("Rosa Some"), director("Rosa Some")]);
    await add("rosa-4", [cast("Rosa Some")]);
    expect(await named("rosa")).toEqual(["Rosa", "Rosa Busy", "Rosa Some", "Rosa Idle"]);
    await add(
      "many",
      Array.from({ length: 20 }, (_, n) => cast(`Crowd Member${n}`)),
    );
    expect(await named("crowd")).toHaveLength(6);
  });

  test("names no people on further pages, without words, for one letter, or for hostile ones", async () => {
    expect((await backend.get("movie/search", "?sort=new")).d).not.toHaveProperty("people");
    const { next } = (await backend.get("movie/search", "?q=title&limit=1")).d;
    expect((await backend.get("movie/search", `?q=title&cursor=${next}`)).d).not.toHaveProperty("people");
    for (const q of ["r", "'", "\\", "':*&|!", "%", "<script>alert(1)</script>", "\ud83c\udfac", "-- drop"])
      expect(await named(q), q).toEqual([]);
  });

  test("corrects a misspelt name", async () => {
    await add("typo", [director("Wilhelmina Stroganoff")]);
    expect(await named("wilhelmnia")).toEqual(["Wilhelmina Stroganoff"]);
    expect((await found("wilhelmnia")).items).toMatchObject([{ id: "typo" }]);
  });
});

describe("what admins write", () => {
  test("is followed at once: a new person, another order, one who is named no more", async () => {
    await add("ledger", [director("Old Name"), cast("Kept One")]);
    expect(await named("old name")).toEqual(["Old Name"]);
    await save("ledger", { credits: [cast("Kept One", "Boss"), director("New <b>Name</b>")] });
    expect([await named("old name"), (await page("old-name")).status]).toEqual([[], 404]);
    expect(await titlesOf("new-b-name-b")).toEqual(["ledger"]);
    expect((await backend.get("movie/detail", "?id=ledger")).d.people[0]).toMatchObject({ part: "Boss" });
    expect(await rowsOfPeople()).not.toContain("old-name");
    await save("ledger", { status: "draft" });
    expect((await page("kept-one")).status).toBe(404);
  });

  test("decides how a name is spelt, by the latest", async () => {
    await add("spelt-1", [director("andre stein")]);
    await add("spelt-2", [director("Andre Stein")]);
    await save("spelt-1", { credits: [director("André Stein")] });
    expect((await page("andre-stein")).d.person.name).toBe("André Stein");
    expect((await backend.get("movie/detail", "?id=spelt-2")).d.people[0].name).toBe("Andre Stein");
  });

  test("goes with the title that is removed for good, except people whom others name", async () => {
    await add("gone-1", [cast("Only Here"), cast("Here Too")]);
    await add("gone-2", [cast("Here Too")]);
    await backend.db.delete(movies).where(eq(movies.id, "gone-1"));
    expect(await rowsOfPeople()).not.toContain("only-here");
    expect(await rowsOfPeople()).toContain("here-too");
    await backend.db.delete(movies).where(eq(movies.id, "gone-2"));
    expect(await rowsOfPeople()).not.toContain("here-too");
  });

  test("by many at once leaves no person without a title, and no title without its people", async () => {
    const ids = Array.from({ length: 8 }, (_, n) => `crowd-${n}`);
    for (const id of ids) await add(id, []);
    const names = ["Anna Eins", "Bert Zwei", "Carl Drei"];
    await Promise.all(
      ids.flatMap((id, n) =>
        [names, names.toReversed(), [names[n % 3]!], []].map((some) =>
          backend.db
            .update(movies)
            .set({ credits: some.map((name) => cast(name)) })
            .where(eq(movies.id, id)),
        ),
      ),
    );
    const links = await backend.db
      .select({ n: sql<number>`count(*)::int` })
      .from(moviePeople)
      .where(sql`movie_id like 'crowd-_'`);
    const [credits] = await backend.db
      .select({ n: sql<number>`sum(jsonb_array_length(credits))::int` })
      .from(movies)
      .where(sql`id like 'crowd-_'`);
    expect(links[0]!.n).toBe(credits!.n);
    const idle = await backend.db.execute(
      sql`select id from person where not exists (select from movie_person where person_id = person.id)`,
    );
    expect(rowsOf(idle)).toEqual([]);
  });
});

test("no call failed by a mistake of ours", () => expect(backend.bugs).toEqual([]));

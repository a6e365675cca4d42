import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

const count = 60;
const titles = ["Amber Field", "Blue Harbour", "Quiet Amber Night", "青い港", "Harbour of Quiet"];

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await startTestBackend();
  token = (await backend.person({ admin: 1 })).token;
  for (let n = 0; n < count; n++) {
    await addMovie(backend.db, {
      id: `find-${String(n).padStart(2, "0")}`,
      texts: {
        en: { title: `${titles[n % titles.length]} ${n}` },
        ...(n % 3 && { de: { title: `Titel ${n}` } }),
      },
      year: 1950 + n,
      popularity: (n * 37) % 100,
      access: (["vip", "signed-in", "free", "free"] as const)[n % 4]!,
      status: n % 7 ? "published" : "draft",
      genres: [["drama", "crime", "noir"][n % 3]!],
      tags: n % 11 ? [] : ["odd"],
      ready: n % 5 ? 1 : 0,
    });
  }
  for (const n of [1, 2, 3]) await addMovie(backend.db, { id: `gone-${n}`, status: "deleted" });
  await addMovie(backend.db, { id: "a-trailer", status: "trailer" });
});
afterAll(() => backend.close());

const filters = [
  "",
  ...[
    "state=draft",
    "state=published",
    "state=deleted",
    "access=vip",
    "genre=noir",
    "tag=odd",
    "missing=de",
    "film=none",
  ],
  ...[
    "yearFrom=1960&yearTo=1960",
    "yearFrom=1960&yearTo=1990",
    "access=vip&genre=crime&yearFrom=1950&yearTo=1979",
  ],
  ...[
    "q=amber",
    "q=harb",
    "q=港",
    "q=find-1",
    "q=quiet&access=vip",
    "q=amber&genre=noir&state=published",
    "q=nothing",
    "q=quiet amber",
    "q=%25",
    "q=f&state=draft",
    "q=amber&yearFrom=1950&yearTo=1975&genre=drama",
    "state=draft&genre=crime&yearFrom=1963&yearTo=1992",
    "state=scheduled&genre=crime",
  ],
  ...["genre=none", "access=vip&film=none&state=draft"],
  ...["access=free", "access=signed-in", "access=signed-in&genre=crime&state=published"],
  ...["q=quiet&access=signed-in", "access=signed-in&film=none&missing=de", "access=signed-in&tag=odd"],
];

/** The ids of all pages, in order. */
async function readAll(query: string, limit = 7): Promise<string[]> {
  const ids: string[] = [];
  let cursor = "";
  do {
    const answer = await backend.get("z/movie/list", `?${query}${cursor}&limit=${limit}`, { token });
    expect(answer.c).toBe(0);
    ids.push(...answer.d.items.map(({ id }: { id: string }) => id));
    cursor = answer.d.next ? `&cursor=${answer.d.next}` : "";
  } while (cursor);
  return ids;
}

async function readEach(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const filter of filters)
    for (const order of ["sort=title", "sort=popularity", "sort=year&direction=asc"])
      found[`${filter} ${order}`] = await readAll(`${filter}&${order}`);
  return found;
}

test(
  "titles are found by indexes as by walking an order, which of the two the catalogue's size decides",
  { timeout: 240_000 },
  async () => {
    const small = await readEach();
    expect(small[" sort=title"]).toHaveLength(count);
    expect(small["access=vip&genre=crime&yearFrom=1950&yearTo=1979 sort=year&direction=asc"]).toEqual([
      "find-04",
      "find-16",
      "find-28",
    ]);
    expect(small["q=%25 sort=title"]).toEqual([]);
    expect(small["state=deleted sort=title"]!.toSorted()).toEqual(["gone-1", "gone-2", "gone-3"]);
    const withAccount = Array.from({ length: count }, (_, n) => n).filter((n) => n % 4 === 1);
    const idsOf = (numbers: number[]) => numbers.map((n) => `find-${String(n).padStart(2, "0")}`);
    expect(small["access=signed-in sort=year&direction=asc"]).toEqual(idsOf(withAccount));
    expect(small["access=signed-in&genre=crime&state=published sort=year&direction=asc"]).toEqual(
      idsOf(withAccount.filter((n) => n % 3 === 1 && n % 7)),
    );
    expect(small["access=signed-in&film=none&missing=de sort=year&direction=asc"]).toEqual(
      idsOf(withAccount.filter((n) => n % 5 === 0 && n % 3 === 0)),
    );
    // So a planner takes it for one of two hundred million titles, few of which are met by anything.
    await backend.db.execute(sql`update pg_class set reltuples = 200000000 where oid = 'movie'::regclass`);
    expect(await readEach()).toEqual(small);
  },
);

test("more titles than the planner expected are walked to, or gathered where they are not along the way", async () => {
  // Their order of years is that of their numbers, and "crowd" is at its end alone.
  await backend.db.execute(sql`insert into movie
      (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, published_at)
    select 'many-' || lpad(n::text, 5, '0'), 'film', 'free', 'published', 1900 + n / 100, 0, 'en', '#000000', '1', '{}', '2026-01-01'
    from generate_series(0, 5199) as n`);
  await backend.db.execute(sql`insert into movie_text (movie_id, locale, title, description)
    select 'many-' || lpad(n::text, 5, '0'), 'en', case when n < 2600 then 'Alone ' else 'Crowd ' end || n, ''
    from generate_series(0, 5199) as n`);
  await backend.db.execute(sql`update pg_class set reltuples = 200000000 where oid = 'movie'::regclass`);
  const page = async (query: string) => (await backend.get("z/movie/list", `?${query}`, { token })).d;
  const crowd = await page("q=crowd&sort=title&limit=3");
  expect(crowd.items.map(({ id }: { id: string }) => id)).toEqual(["many-02600", "many-02601", "many-02602"]);
  const ids = await readAll("q=crowd&sort=year&direction=asc", 100);
  expect(ids).toEqual(Array.from({ length: 2600 }, (_, n) => `many-${String(n + 2600).padStart(5, "0")}`));
});

import { openDatabase, type Database } from "../api/db/client.ts";
import { findPostgres, openApi, withOwnPostgres } from "./large-service.ts";
import {
  emptyResult,
  percentile,
  rounded,
  type BenchRow,
  type Part,
  type PartOptions,
  type PartResult,
} from "./result.ts";
import { fillMovies, randomOf, moviesBetween, words } from "./search-titles.ts";

const p95Target = { atMost: 50 };
const growthTarget = { atMost: 3 };

/** Typical searches, each in turn; every query only once, so that no cache answers. */
const kinds = {
  "a whole title": ({ title }) => ({ q: title().en }),
  "a word": ({ word }) => ({ q: word(4_000) }),
  "a common word": ({ word, n }) => ({ q: word(40), year: 1930 + (n % 90) }),
  "two words": ({ word }) => ({ q: `${word(200)} ${word(4_000)}` }),
  "a beginning": ({ word, random }) => ({ q: word(4_000).slice(0, 1 + Math.floor(random() * 4)), limit: 8 }),
  "a misspelt word": ({ word, random }) => ({ q: misspell(word(20_000), random) }),
  "two characters": ({ title }) => ({ q: title().zh.slice(0, 2) }),
  "a run of characters": ({ title }) => ({ q: title().zh }),
  "one character and a genre": ({ title, genre }) => ({ q: title().zh.slice(1, 2), genre: genre() }),
  "a word, newest first": ({ word }) => ({ q: word(4_000), sort: "new" }),
  "filters alone": ({ genre, n }) => ({
    genre: genre(),
    decade: 1930 + (n % 9) * 10,
    access: n % 2 ? "vip" : "free",
    sort: n % 3 ? "popular" : "new",
  }),
  nonsense: ({ random }) => ({
    q: Math.floor(random() * 1e12).toString(36) + " " + Math.floor(random() * 1e9).toString(36),
  }),
} satisfies Record<string, (made: Maker) => Record<string, string | number>>;

type Maker = {
  n: number;
  random: () => number;
  /** One of the `most` commonest words. */
  word: (most: number) => string;
  title: () => { en: string; zh: string };
  genre: () => string;
};

/** Search over 10,000 to a million titles, through the API's public calls. */
export const search: Part = { title: "Search in large catalogues", run: benchSearch };

/**
 * Measures `movie/search` on the embedded database and, if PostgreSQL is installed, on a separate PostgreSQL. Writing a
 * million titles takes a quarter of an hour: a quick run leaves them out.
 */
export async function benchSearch({ quick, say }: PartOptions): Promise<PartResult> {
  const result = emptyResult();
  const sizes = { pglite: [10_000, 100_000], postgresql: [10_000, 100_000, 1_000_000] };
  const embedded = await openDatabase({});
  try {
    await measureSizes(embedded, quick ? sizes.pglite.slice(0, 1) : sizes.pglite, { result, say });
  } finally {
    await embedded.close();
  }
  const bin = await findPostgres();
  if (!bin) {
    result.findings.push("No PostgreSQL is installed here: measured on the embedded database alone.");
    return result;
  }
  await withOwnPostgres(bin, (database) =>
    measureSizes(database, quick ? sizes.postgresql.slice(0, 2) : sizes.postgresql, { result, say }),
  );
  return result;
}

async function measureSizes(
  database: Database,
  sizes: number[],
  { result, say }: { result: PartResult; say: (text: string) => void },
): Promise<void> {
  const all: number[] = [];
  for (const [at, size] of sizes.entries()) {
    const tell = (text: string) => say(`${database.kind}: ${text}`);
    await fillMovies(database.db, { from: at === 0 ? 0 : sizes[at - 1]!, size, say: tell });
    tell(`asking ${size.toLocaleString("en")} titles`);
    const { p95, rows, found } = await measureSearch(database, size);
    all.push(p95);
    result.rows.push({
      name: `${database.kind}, ${size.toLocaleString("en")} titles: p95`,
      value: rounded(p95, 1),
      unit: "ms",
      // The embedded database is for small catalogues.
      ...(database.kind === "postgresql" ? { target: p95Target } : {}),
    });
    result.findings.push(
      `${database.kind}, ${size.toLocaleString("en")} titles, p95 by kind: ${rows.map(({ name, value }) => `${name} ${value} ms`).join(" · ")}`,
    );
    result.checks[`${database.kind}, ${size}: titles are found`] = found;
  }
  if (all.length > 1) {
    const name = `${database.kind}: p95 of ${sizes.at(-1)!.toLocaleString("en")} ÷ ${sizes[0]!.toLocaleString("en")}`;
    result.ratios.push({ name, value: rounded(all.at(-1)! / all[0]!, 2), unit: "×", target: growthTarget });
  }
}

/** Milliseconds of each kind of search in turn. `found`: every whole title led to a movie. */
export async function measureSearch(
  database: Database,
  size: number,
  each = 40,
): Promise<{ p95: number; rows: BenchRow[]; found: boolean }> {
  const api = await openApi(database);
  const list = words();
  const random = randomOf(size + 5);
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  let found = true;
  const ask = async (kind: string, input: Record<string, string | number>, keep: boolean) => {
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
    const start = performance.now();
    const request = new Request(`http://bench.test/api/movie/search?${query}`);
    const answer = (await (await api.fetch(request)).json()) as {
      c: number;
      d: { items: unknown[] };
    };
    if (keep) times.get(kind)!.push(performance.now() - start);
    if (answer.c !== 0 || (kind === "a whole title" && answer.d.items.length === 0)) found = false;
  };
  // The first rounds warm the database's memory and are not recorded.
  for (let n = -5; n < each; n++) {
    for (const [kind, make] of Object.entries(kinds)) {
      const made: Maker = {
        n: n + 5,
        random,
        word: (most) => list[Math.floor(random() * most)]!,
        title: () => {
          const at = Math.floor(random() * size);
          return moviesBetween(list, at, at + 1)[0]!;
        },
        genre: () => `genre-${"abcdefghijkl"[Math.floor(random() * 12)]}`,
      };
      await ask(kind, make(made), n >= 0);
    }
  }
  await api.close();
  const rows = [...times].map(([name, values]) => ({
    name,
    value: rounded(percentile(values, 0.95), 1),
    unit: "ms",
  }));
  return { p95: percentile([...times.values()].flat(), 0.95), rows, found };
}

function misspell(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  return random() < 0.5
    ? word.slice(0, at) + word.slice(at + 1)
    : word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

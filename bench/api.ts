import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contest } from "./contest.ts";
import { listMovies, startFilledApp } from "./videos.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { startNodeSubject, type Subject } from "./subjects.ts";

const configTarget = { atLeast: 0.5 };
const helloTarget = { atLeast: 0.02 };
/** Of searches that no cache answers. */
const uncachedTarget = { atLeast: 0.0025 };
const listPath = "/api/movie/list?limit=24";

/** The API, against a bare Hono app with the same answers prepared, and against a server that only says hello. */
export const api: Part = { title: "Calls of the API", run };

async function run({ quick, say }: PartOptions): Promise<PartResult> {
  const { app } = await startFilledApp(say);
  const folder = await mkdtemp(join(tmpdir(), "bench-api-"));
  const subjects: Subject[] = [];
  try {
    const text = async (path: string) => (await fetch(`${app.url}${path}`)).text();
    const bodies = { "/api/config": await text("/api/config"), "/api/movie/list": await text(listPath) };
    const file = join(folder, "bodies.json");
    await writeFile(file, JSON.stringify(bodies));
    const hono = await startNodeSubject("hono-json.mjs", [file]);
    subjects.push(hono);
    const hello = await startNodeSubject("hello.mjs", []);
    subjects.push(hello);
    const honoUrl = `http://127.0.0.1:${hono.port}`;
    const queries = searchQueries((await listMovies(app)).map(({ title }) => title));

    say("loading");
    const options = quick ? { rounds: 2, seconds: 2, warmUpS: 2 } : { rounds: 5, seconds: 4, warmUpS: 4 };
    const standing = await contest(
      [
        { name: "config", url: `${app.url}/api/config` },
        { name: "config, bare Hono", url: `${honoUrl}/api/config` },
        { name: "list of 24", url: `${app.url}${listPath}` },
        { name: "list of 24, bare Hono", url: `${honoUrl}${listPath}` },
        { name: "search, 24 queries in turn", url: app.url, paths: queries.popular },
        { name: `search, ${queries.distinct.length} queries in turn`, url: app.url, paths: queries.distinct },
        { name: "hello, node:http", url: `http://127.0.0.1:${hello.port}/` },
      ],
      { ...options, connections: 16 },
    );
    const ratio = (ours: string, theirs: string): number =>
      rounded(standing.rate(ours) / standing.rate(theirs), 3);
    const distinct = `search, ${queries.distinct.length} queries in turn`;
    return {
      ...emptyResult(),
      rows: standing.rows,
      ratios: [
        {
          name: "config ÷ bare Hono",
          value: ratio("config", "config, bare Hono"),
          unit: "×",
          target: configTarget,
        },
        { name: "list of 24 ÷ bare Hono", value: ratio("list of 24", "list of 24, bare Hono"), unit: "×" },
        {
          name: "list of 24 ÷ hello",
          value: ratio("list of 24", "hello, node:http"),
          unit: "×",
          target: helloTarget,
        },
        {
          name: "search, 24 queries ÷ hello",
          value: ratio("search, 24 queries in turn", "hello, node:http"),
          unit: "×",
          target: helloTarget,
        },
        {
          name: "search, distinct queries ÷ hello",
          value: rounded(standing.rate(distinct) / standing.rate("hello, node:http"), 4),
          unit: "×",
          target: uncachedTarget,
        },
      ],
      checks: { "no errors": standing.errors === 0, ...(await checkSearch(app.url, queries.popular[0]!)) },
    };
  } finally {
    await Promise.all(subjects.map((subject) => subject.stop()));
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkSearch(url: string, path: string): Promise<Record<string, boolean>> {
  const { c, d } = (await (await fetch(url + path)).json()) as { c: number; d: { items: unknown[] } | null };
  return { "a search finds something": c === 0 && (d?.items.length ?? 0) > 0 };
}

/**
 * `popular`: one word of each title, few enough for the catalogue's cache. `distinct`: parts of titles, whole and
 * misspelt, more than the cache holds, so that the database is asked every time.
 */
function searchQueries(titles: readonly string[]): { popular: string[]; distinct: string[] } {
  const path = (q: string): string => `/api/movie/search?q=${encodeURIComponent(q)}`;
  const words = titles.map((title) => title.split(" ").sort((a, b) => b.length - a.length)[0]!);
  const distinct = new Set<string>();
  for (const title of titles) {
    for (let from = 0; from < title.length - 2; from++) {
      for (let to = from + 3; to <= Math.min(title.length, from + 12); to++) {
        const part = title.slice(from, to).trim();
        if (part.length >= 3) distinct.add(part).add(`${part[1]}${part[0]}${part.slice(2)}`);
      }
    }
  }
  const all = [...distinct].sort((a, b) => hash(a) - hash(b));
  return { popular: [...new Set(words)].slice(0, 24).map(path), distinct: all.slice(0, 2000).map(path) };
}

/** Shuffles the order the same way each time. */
function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 1_000_003;
  return (sum * 7919) % 1_000_003;
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { createBackend } from "../api/compose.ts";
import { openDatabase, type Database } from "../api/db/client.ts";
import { users } from "../api/db/schema.ts";
import { openSession } from "../api/domain/identity/session.ts";
import { startTestPostgres } from "../scripts/test-postgres.ts";
import { root } from "./app.ts";
import { fillPeople, peopleNames, personOf } from "./people.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";
import { findPostgres, percentile } from "./search.ts";
import { randomOf } from "./search-titles.ts";

const target = { atMost: 50 };
const sorts = ["created", "seen", "name"] as const;

type Query = Record<string, string>;
type Maker = { n: number; random: () => number; person: () => ReturnType<typeof personOf> };

/** What an admin looks for, each with every order in turn. */
const kinds = {
  everybody: () => ({}),
  guests: () => ({ role: "guest" }),
  members: () => ({ role: "member" }),
  admins: () => ({ role: "admin" }),
  owners: () => ({ role: "owner" }),
  "VIPs now": () => ({ vip: "active" }),
  "VIPs once": () => ({ vip: "lapsed" }),
  "never VIPs": () => ({ vip: "never", role: "member" }),
  "guests who are VIPs": () => ({ vip: "active", role: "guest" }),
  suspended: () => ({ status: "banned" }),
  "suspended VIPs": () => ({ status: "banned", vip: "active" }),
  "not suspended": () => ({ status: "active", role: "member" }),
  "an address": ({ person }) => ({ q: person().email ?? person().uid }),
  "a part of an address": ({ n }) => ({ q: `.${n * 37}@mail` }),
  "a last name": ({ random }) => ({ q: pick(peopleNames().last, random) }),
  "a first name": ({ random }) => ({ q: pick(peopleNames().first, random) }),
  "a full name": ({ person }) => ({ q: person().name ?? "nobody at all" }),
  "a common part": () => ({ q: "example" }),
  "a common part, of VIPs": () => ({ q: "mail3", vip: "active" }),
  "three letters": ({ random }) => ({ q: pick(peopleNames().last, random).slice(0, 3) }),
  "two letters": ({ random }) => ({ q: pick(peopleNames().last, random).slice(0, 2) }),
  "a letter": ({ random }) => ({ q: "abcdefghij"[Math.floor(random() * 10)]! }),
  "an id": ({ person }) => ({ q: person().uid }),
  "the beginning of an id": ({ person }) => ({ q: person().uid.slice(0, 5) }),
  nonsense: ({ random }) => ({ q: Math.floor(random() * 1e12).toString(36) + "qx" }),
} satisfies Record<string, (made: Maker) => Query>;

/** The table of users of a large service, through the API's front door. */
export const admin: Part = { title: "The admin area of a large service", run: benchAdmin };

/** Measures `z/user/list` at a million accounts on a PostgreSQL of its own: every filter, order and page. */
export async function benchAdmin({ quick, say }: PartOptions): Promise<PartResult> {
  const result = emptyResult();
  const size = quick ? 100_000 : 1_000_000;
  const bin = await findPostgres();
  if (!bin) {
    result.findings.push("No PostgreSQL is installed here: nothing was measured.");
    return result;
  }
  const server = await startTestPostgres(bin);
  try {
    const console = postgres(server.url, { max: 1 });
    await console.unsafe(
      "create database bench_admin template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'",
    );
    await console.end();
    const url = new URL(server.url);
    url.pathname = "/bench_admin";
    // Without the limit of a statement that the service has: an index of a million rows takes longer.
    const database = await openDatabase({ url: `${url.href}?options=-c%20statement_timeout%3D0` });
    try {
      await fillPeople(database.db, { size, now: new Date(), say });
      await measurePeople(database, { size, result, say, each: quick ? 6 : 12 });
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
  return result;
}

/** @param each rounds of each kind and order; a round is a first page, the one after it, and one further on */
export async function measurePeople(
  database: Database,
  {
    size,
    result,
    say,
    each,
  }: { size: number; result: PartResult; say: (text: string) => void; each: number },
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-admin-"));
  const backend = createBackend({
    database,
    dataDir,
    localesDir: join(root, "locales"),
    secret: "bench-admin-bench-admin-bench-admin-bench",
    nativeHostSecret: undefined,
    firebase: null,
    mediaAccel: undefined,
    mail: null,
    demo: false,
    version: "0",
    clock: { now: () => new Date() },
    onBug: (error) => {
      throw error;
    },
    checkAnswers: false,
  });
  await database.db.insert(users).values({ uid: "bench-owner", anonymous: false, admin: 3 });
  const token = await openSession(database.db, { uid: "bench-owner", userAgent: "", now: new Date() });
  const random = randomOf(size + 11);
  const person = () => personOf(Math.floor(random() * size));
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  let right = true;

  async function ask(kind: string, query: Query, keep: boolean): Promise<string | null> {
    const began = performance.now();
    const request = new Request(`http://bench.test/api/z/user/list?${new URLSearchParams(query)}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    type Answer = { c: number; d: { items: { uid: string }[]; next: string | null } };
    const answer = (await (await backend.fetch(request)).json()) as Answer;
    if (keep) times.get(kind)!.push(performance.now() - began);
    if (answer.c !== 0) right = false;
    else if (kind === "an id" && answer.d.items[0]?.uid !== query.q) right = false;
    return answer.c === 0 ? answer.d.next : null;
  }

  for (let n = -2; n < each; n++) {
    for (const [kind, make] of Object.entries(kinds)) {
      for (const sort of sorts) {
        const direction = n % 2 === 0 ? "asc" : "desc";
        const query: Query = { ...make({ n: n + 2, random, person }), sort, direction };
        let next = await ask(kind, query, n >= 0);
        for (let page = 0; page < 2 && next; page++)
          next = await ask(kind, { ...query, cursor: next }, n >= 0);
      }
    }
    say(`asking ${size.toLocaleString("en")} accounts, round ${n + 3} of ${each + 2}`);
  }
  await rm(dataDir, { recursive: true, force: true });
  const all = [...times.values()].flat();
  const p95 = (values: readonly number[]) => rounded(percentile(values, 0.95), 1);
  result.rows.push({
    name: `postgresql, ${size.toLocaleString("en")} accounts: p95 of every filter, order and page`,
    value: p95(all),
    unit: "ms",
    target,
  });
  const worst = [...times].sort(([, a], [, b]) => percentile(b, 0.95) - percentile(a, 0.95));
  result.rows.push({
    name: `postgresql, ${size.toLocaleString("en")} accounts: p95 of the slowest kind (${worst[0]![0]})`,
    value: p95(worst[0]![1]),
    unit: "ms",
    target,
  });
  result.findings.push(
    `p95 by kind: ${worst.map(([name, values]) => `${name} ${p95(values)} ms`).join(" · ")}`,
  );
  result.checks["accounts are found by their id"] = right;
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)]!;
}

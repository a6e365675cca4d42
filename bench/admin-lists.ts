import type { Database } from "../api/db/client.ts";
import { users } from "../api/db/schema.ts";
import { openSession } from "../api/domain/accounts/identity/session.ts";
import { openApi } from "./large-service.ts";
import { percentile, rounded, type PartResult } from "./result.ts";
import { randomOf } from "./search-titles.ts";

const target = { atMost: 50 };

type Query = Record<string, string>;
type Item = { uid?: string; id?: string };

/** A keyset-paged list of the admin area and its queries: each kind with every order and direction in turn. */
export type AdminList = {
  call: string;
  /** Its rows, as named in the table of figures. */
  things: string;
  sorts: readonly string[];
  /** @param made `n` counts the rounds; `at` is the number of an existing row */
  kinds: Record<string, (made: { n: number; random: () => number; at: () => number }) => Query>;
  /** Whether a first page is right, for kinds where the answer is known. */
  right: (kind: string, query: Query, items: readonly Item[]) => boolean;
};

/** The caller. */
export const ownerId = "bench-owner";

/**
 * Queries a list of `size` rows: the first page of each kind, the next page, and a later one; for the whole list also a
 * page far in. The median and the 95th percentile go to the result, by kind.
 * @param each rounds of each kind and order
 */
export async function measureList(
  database: Database,
  list: AdminList,
  options: { size: number; each: number; result: PartResult; say: (text: string) => void },
): Promise<void> {
  const { size, each, result, say } = options;
  const api = await openApi(database);
  await database.db.insert(users).values({ uid: ownerId, anonymous: false, admin: 3 }).onConflictDoNothing();
  const token = await openSession(database.db, { uid: ownerId, userAgent: "", now: new Date() });
  const random = randomOf(size + 11);
  const at = () => Math.floor(random() * size);
  const times = new Map<string, number[]>(Object.keys(list.kinds).map((kind) => [kind, []]));
  let right = true;

  async function ask(kind: string, query: Query, keep: boolean): Promise<string | null> {
    const request = new Request(`http://bench.test/api/${list.call}?${new URLSearchParams(query)}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const began = performance.now();
    const answer = (await (await api.fetch(request)).json()) as {
      c: number;
      d: { items: Item[]; next: string | null };
    };
    if (keep) times.get(kind)!.push(performance.now() - began);
    if (answer.c !== 0 || (!query.cursor && !list.right(kind, query, answer.d.items))) right = false;
    return answer.c === 0 ? answer.d.next : null;
  }

  // The first rounds warm the database's memory and are not recorded.
  for (let n = -2; n < each; n++) {
    say(`asking ${size.toLocaleString("en")} ${list.things}, round ${n + 3} of ${each + 2}`);
    for (const [kind, make] of Object.entries(list.kinds)) {
      for (const sort of list.sorts) {
        const direction = n % 2 === 0 ? "asc" : "desc";
        const query: Query = { ...make({ n: n + 2, random, at }), sort, direction };
        let next = await ask(kind, query, n >= 0);
        for (let page = 0; page < 2 && next; page++)
          next = await ask(kind, { ...query, cursor: next }, n >= 0);
      }
    }
  }
  await api.close();
  const name = `postgresql, ${size.toLocaleString("en")} ${list.things}`;
  const row = (what: string, values: readonly number[]) =>
    result.rows.push({
      name: `${name}: ${what}`,
      value: rounded(percentile(values, 0.95), 1),
      unit: "ms",
      target,
    });
  const worst = [...times].sort(([, a], [, b]) => percentile(b, 0.95) - percentile(a, 0.95));
  row("p95 of every filter, order and page", [...times.values()].flat());
  row(`p95 of the slowest kind (${worst[0]![0]})`, worst[0]![1]);
  const both = (values: readonly number[]) =>
    `${rounded(percentile(values, 0.5), 1)}/${rounded(percentile(values, 0.95), 1)} ms`;
  result.findings.push(
    `${list.things}, p50/p95 by kind: ${worst.map(([kind, values]) => `${kind} ${both(values)}`).join(" · ")}`,
  );
  result.checks[`${list.things} are found`] = right;
}

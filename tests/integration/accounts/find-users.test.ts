import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";

/** So many accounts that a list is found in every way there is: by a short walk, gathered, by a long walk. */
const size = 24_000;
const now = new Date("2026-11-21T12:00:00Z");

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await startTestBackend();
  backend.clock.set(now);
  token = (await backend.person({ uid: "zz-owner", admin: 3, name: "Olga" })).token;
  // The names of those who have VIP time are the last ones; of others, every second one is a Rara, in one half alone.
  await backend.db.execute(sql`
    insert into user_account (uid, anonymous, name, email, vip_until, created_at, joined_at, last_seen_at)
    select 'u-' || lpad(n::text, 5, '0'), n % 12 = 0,
      case when n % 12 > 0 then case when n % 40 = 3 then 'Zoe' when n % 2 = 0 and n < ${size / 2} then 'Rara' else 'Anna' end || ' ' || n % 700 end,
      case when n % 12 > 0 then 'p' || n || '@mail' || n % 7 || '.example' end,
      case when n % 40 = 3 then ${now.toISOString()}::timestamptz + (n % 30 - 10) * interval '1 day' end,
      ${now.toISOString()}::timestamptz - (n * 7919 % ${size}) * interval '1 minute', null,
      ${now.toISOString()}::timestamptz - (n * 10477 % ${size}) * interval '1 minute'
    from generate_series(1, ${size}) n`);
  // Found by the id, by the address, and by both.
  await backend.db
    .execute(sql`insert into user_account (uid, anonymous, name, email, created_at, last_seen_at)
    values ('u-both-1', false, 'Ida', 'u-both-1@mail.example', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z'),
      ('u-both-2', false, 'Ida', null, '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z'),
      ('u-other', false, 'Ida', 'u-both-3@mail.example', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z')`);
  await backend.db.execute(sql`analyze user_account`);
});
afterAll(() => backend.close());

const wanted: [name: string, query: Record<string, string>, condition: string][] = [
  ["those who are VIPs", { vip: "active" }, "vip_until > $now"],
  ["those who were VIPs", { vip: "lapsed" }, "vip_until <= $now"],
  ["VIPs with a common word", { vip: "active", q: "mail3" }, "vip_until > $now and email like '%mail3%'"],
  ["half of all", { q: "Anna" }, "name ilike 'anna%'"],
  ["many at one end", { q: "rara" }, "name ilike 'rara%'"],
  ["a number in a name", { q: "na 69" }, "name ilike '%na 69%'"],
  ["two letters", { q: "zo" }, "name ilike 'zo%'"],
  ["an address", { q: "p4321@mail2.example" }, "email = 'p4321@mail2.example'"],
  ["a part of addresses", { q: "21@mail" }, "email like '%21@mail%'"],
  ["an id, a name, or both", { q: "u-both" }, "uid in ('u-both-1', 'u-both-2', 'u-other')"],
  ["an address with another domain", { q: "p4321@mail3.example" }, "false"],
];
const keys = {
  created: "created_at",
  seen: "last_seen_at",
  name: "left(lower(coalesce(name, email, uid)), 80)",
};

describe.each(wanted)("a list of %s", (_name, query, condition) => {
  test.each(["created", "seen", "name"] as const)("is in the order of %s, page by page", async (sort) => {
    for (const direction of ["asc", "desc"]) {
      const order = `${keys[sort]} ${direction}, uid ${direction}`;
      const expected = rowsOf<{ uid: string }>(
        await backend.db.execute(
          sql.raw(`select uid from user_account where uid like 'u-%' and not anonymous
            and ${condition.replace("$now", `'${now.toISOString()}'`)} order by ${order} limit 60`),
        ),
      ).map(({ uid }) => uid);
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page = new URLSearchParams({ ...query, sort, direction, limit: "20", role: "member" });
        if (cursor) page.set("cursor", cursor);
        const { d } = await backend.get("z/user/list", `?${page}`, { token });
        found.push(...(d.items as { uid: string }[]).map(({ uid }) => uid));
        cursor = d.next as string | null;
      } while (cursor && found.length < 60);
      expect(found).toEqual(expected);
    }
  });
});

test("who is found by the id and by the address is counted once", async () => {
  const { d } = await backend.get("z/user/list", "?q=u-both&role=member", { token });
  expect(d.total).toBe(3);
});

test.each([
  ["created_at", "user_account_vip_created"],
  ["last_seen_at", "user_account_vip_seen"],
  [keys.name, "user_account_vip_label"],
])("VIPs in the order of %s are read from an index of their own", async (key, index) => {
  const rows = rowsOf<{ "QUERY PLAN": string }>(
    await backend.db.execute(sql`explain select * from user_account
      where not anonymous and vip_until is not null order by ${sql.raw(key)}, uid limit 50`),
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(`using ${index} `);
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));

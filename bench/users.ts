import { sql } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";
import { randomOf, words } from "./search-titles.ts";

/** Any number of accounts with realistic shares: four in ten are guests, one in twenty is a VIP now. */

const names = 1_200;
const batch = 50_000;

let made: { first: string[]; last: string[] } | null = null;

/** First and last names, capitalised, the same every time. */
export function peopleNames(): { first: string[]; last: string[] } {
  made ??= makeNames();
  return made;
}

function makeNames() {
  const list = words()
    .slice(12, 12 + names)
    .map((word) => word[0]!.toUpperCase() + word.slice(1));
  return { first: list.slice(0, 200), last: list.slice(200) };
}

/** The account with this number, as `fillPeople` makes it. */
export function userOf(n: number): { uid: string; name: string | null; email: string | null } {
  const { first, last } = peopleNames();
  if (n % 5 < 2) return { uid: uidOf(n), name: null, email: null };
  const name = `${first[(n * 7) % first.length]} ${last[(Math.imul(n, 2_654_435_761) >>> 0) % last.length]}`;
  return { uid: uidOf(n), name, email: `${name.toLowerCase().replace(" ", ".")}.${n}@mail${n % 7}.example` };
}

/** Looks like a provider's id: its beginning reveals nothing about the number. */
function uidOf(n: number): string {
  const random = randomOf(n + 77);
  return Array.from({ length: 4 }, () =>
    Math.floor(random() * 36 ** 4)
      .toString(36)
      .padStart(4, "0"),
  ).join("");
}

/** Adds accounts until there are `size`, and updates the planner's statistics, as PostgreSQL does by itself later. */
export async function fillPeople(
  db: Db,
  { size, now, say }: { size: number; now: Date; say: (text: string) => void },
): Promise<void> {
  // Building a trigram index at once takes a tenth of the time.
  await db.execute(sql`drop index user_account_find`);
  for (let start = 0; start < size; start += batch) {
    const count = Math.min(batch, size - start);
    const people = Array.from({ length: count }, (_, offset) => userOf(start + offset));
    const column = (key: "uid" | "name" | "email") => JSON.stringify(people.map((one) => one[key]));
    await db.execute(sql`
      insert into user_account (uid, anonymous, name, email, admin, vip_until, created_at, joined_at, last_seen_at)
      select p.uid, p.name is null, p.name, p.email,
        case when p.n % 200000 = 2 then 1 + (p.n / 200000)::int % 3 else 0 end,
        case when p.n % 20 = 3 then ${now.toISOString()}::timestamptz + (p.n % 365) * interval '1 day'
             when p.n % 20 = 4 then ${now.toISOString()}::timestamptz - (p.n % 365 + 1) * interval '1 day' end,
        ${now.toISOString()}::timestamptz - ((p.n::bigint * 7919) % 94608000) * interval '1 second',
        case when p.name is not null then ${now.toISOString()}::timestamptz - ((p.n::bigint * 7919) % 94608000) * interval '1 second' end,
        ${now.toISOString()}::timestamptz - ((p.n::bigint * 104729) % 31536000) * interval '1 second'
      from (select u.value as uid, a.value as name, e.value as email, ${start}::int + u.ordinality::int - 1 as n
        from jsonb_array_elements_text(${column("uid")}::jsonb) with ordinality u(value, ordinality)
        join jsonb_array_elements_text(${column("name")}::jsonb) with ordinality a(value, ordinality) using (ordinality)
        join jsonb_array_elements_text(${column("email")}::jsonb) with ordinality e(value, ordinality) using (ordinality)) p`);
    say(`${(start + count).toLocaleString("en")} accounts`);
  }
  await db.execute(sql`insert into user_ban (uid, reason, at, until)
    select uid, 'spam', ${now.toISOString()}::timestamptz, null from user_account where created_at < (
      select created_at from user_account order by created_at offset ${Math.floor(size / 1000)} limit 1)`);
  say("the index of names and addresses");
  await db.execute(sql`create index user_account_find on user_account using gin
    (lower(coalesce(email, '') || ' ' || coalesce(name, '')) gin_trgm_ops)`);
  await db.execute(sql`vacuum analyze user_account`);
  await db.execute(sql`analyze user_ban`);
}

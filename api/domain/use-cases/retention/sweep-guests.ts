import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { firebaseGuests, localIdentities, serviceFacts, statEvents, users } from "../../../db/schema.ts";
import { batchSize, mostBatches } from "../../kernel/sweep-rows.ts";

/**
 * Days after which an unseen guest without any data is removed. On a later visit they get a new guest without noticing.
 */
export const emptyGuestDays = 30;
/** Days after which an unseen guest with a list or a history is removed too: their session has expired long before. */
export const guestDays = 400;
/** Days after which an identity without a session is removed: its proof was valid for minutes. */
const identityDays = 1;
const dayMs = 86_400_000;

type Place = { at: string; uid: string };

/**
 * Removes guests without any data, and guests who can't come back, with their identities. Guests with money,
 * memberships, messages or suspensions stay for good. Guests are checked by age, a limited number per run; the next run
 * continues there. May run twice at once.
 * @returns number of removed guests
 */
export async function sweepGuests(db: Db, now: Date): Promise<number> {
  const limits = { empty: daysBefore(now, emptyGuestDays), any: daysBefore(now, guestDays) };
  return walk(db, "sweep guests", { now, again: true }, async (after) => {
    const seen = rowsOf<Place>(
      await db.execute(sql`
        select uid, last_seen_at::text as at from user_account
        where anonymous = true and last_seen_at < ${limits.empty}::timestamptz and ${beyond("last_seen_at", after)}
        order by last_seen_at, uid limit ${batchSize}`),
    );
    return { seen, removed: seen.length === 0 ? 0 : await removeGuests(db, { ...limits, seen, now }) };
  });
}

/** Removes guest identities that no account uses. Each is checked once, a day after its creation. */
export async function sweepIdentities(db: Db, now: Date): Promise<number> {
  const made = daysBefore(now, identityDays);
  const of = (table: "local_identity" | "firebase_guest", only: string) =>
    walk(db, `sweep ${table}`, { now, again: false }, async (after) => {
      const isDue = sql`${sql.raw(only)} created_at < ${made}::timestamptz and ${beyond("created_at", after)}`;
      const seen = rowsOf<Place>(
        await db.execute(sql`select uid, created_at::text as at from ${sql.raw(table)}
          where ${isDue} order by created_at, uid limit ${batchSize}`),
      );
      const gone = rowsOf(
        await db.execute(sql`delete from ${sql.raw(table)} i where ${sql.raw(only)} ${among("i.uid", seen)}
          and not exists (select 1 from user_account u where u.uid = i.uid) returning 1`),
      );
      return { seen, removed: gone.length };
    });
  return (
    (await of("local_identity", "email is null and not external and")) + (await of("firebase_guest", ""))
  );
}

/** Checks one page after another. @param given `again`: start over at the end, in the next run */
async function walk(
  db: Db,
  name: string,
  { now, again }: { now: Date; again: boolean },
  look: (after: Place | null) => Promise<{ seen: Place[]; removed: number }>,
): Promise<number> {
  let removed = 0;
  let place = await readPlace(db, name);
  for (let turn = 0; turn < mostBatches; turn++) {
    const page = await look(place);
    removed += page.removed;
    const isEnd = page.seen.length < batchSize;
    place = page.seen.at(-1) ?? place;
    if (isEnd && again) place = null;
    if (isEnd) break;
  }
  await db
    .insert(serviceFacts)
    .values({ key: name, value: place, at: now })
    .onConflictDoUpdate({ target: serviceFacts.key, set: { value: place, at: now } });
  return removed;
}

async function readPlace(db: Db, name: string): Promise<Place | null> {
  const [row] = await db
    .select({ value: serviceFacts.value })
    .from(serviceFacts)
    .where(eq(serviceFacts.key, name));
  return (row?.value ?? null) as Place | null;
}

const isBound = (now: Date) => sql`(vip_until is not null or admin > 0 or demo
  or exists (select 1 from payment_order o where o.uid = u.uid)
  or exists (select 1 from payment_subscription s where s.uid = u.uid)
  or exists (select 1 from membership_event m where m.uid = u.uid)
  or exists (select 1 from feedback f where f.uid = u.uid)
  or exists (select 1 from user_ban b
    where b.uid = u.uid and (b.until is null or b.until > ${now.toISOString()}::timestamptz)))`;

const hasKept = sql`(profile_edited
  or exists (select 1 from favourite f where f.uid = u.uid)
  or exists (select 1 from vote v where v.uid = u.uid)
  or exists (select 1 from progress p where p.uid = u.uid)
  or exists (select 1 from download_licence d where d.uid = u.uid))`;

type Limits = { empty: string; any: string };

async function removeGuests(
  db: Db,
  { seen, empty, any, now }: Limits & { seen: Place[]; now: Date },
): Promise<number> {
  return db.transaction(async (tx) => {
    // A guest who returns at this moment has updated `last_seen_at` first, and is checked again.
    const found = rowsOf<{ uid: string }>(
      await tx.execute(sql`
        select uid from user_account u
        where anonymous and last_seen_at < ${empty}::timestamptz and ${among("uid", seen)}
          and not ${isBound(now)}
          and (last_seen_at < ${any}::timestamptz or not ${hasKept})
        for update of u skip locked`),
    );
    const uids = found.map(({ uid }) => uid);
    if (uids.length === 0) return 0;
    await tx.update(statEvents).set({ uid: null }).where(inArray(statEvents.uid, uids));
    await tx.delete(localIdentities).where(inArray(localIdentities.uid, uids));
    await tx.delete(firebaseGuests).where(inArray(firebaseGuests.uid, uids));
    await tx.delete(users).where(and(inArray(users.uid, uids), eq(users.anonymous, true)));
    return uids.length;
  });
}

function among(column: string, places: Place[]) {
  const uids = JSON.stringify(places.map(({ uid }) => uid));
  return sql`${sql.raw(column)} in (select jsonb_array_elements_text(${uids}::jsonb))`;
}

function beyond(column: string, after: Place | null) {
  return after ? sql`(${sql.raw(column)}, uid) > (${after.at}::timestamptz, ${after.uid})` : sql`true`;
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString();
}

import { createHash } from "node:crypto";
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { directionOf, matchLocale, defaultLocale, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import {
  noticeChoices,
  noticeEvents,
  notices,
  pushDeliveries,
  pushSubscriptions,
} from "../../../db/schema.ts";
import type { Count } from "../../../ports/meter.ts";
import type { Push, Pusher, PushResult } from "../../../ports/pusher.ts";
import type { Words } from "../mail/letter.ts";
import { wordNotice } from "../notices/word-notice.ts";
import { dueTime } from "./quiet-hours.ts";

export type PushDeps = {
  db: Db;
  pusher: Pusher;
  words: Words;
  count?: Count;
};

/** Pushes that are claimed and sent at a time, and how many such lots at once: a slow service delays one of them. */
const lotSize = 100;
const lots = 3;
/** Milliseconds of a run; the next one, a minute later, continues. */
const longestRunMs = 45_000;
/** Seconds for which a push service keeps a push. */
const ttlS = 24 * 3_600;
const mostAttempts = 5;
/** Pushes in a row that got lost, after which a browser is forgotten. */
const mostFailures = 3;
/** After so long a claim is that of a process that died. */
const abandonedMs = 10 * 60_000;
const minuteMs = 60_000;

/**
 * Sends the pushes that are due. Each is claimed in the database before it is sent and deleted afterwards, so none is sent
 * twice, whatever dies in between; what such a process had claimed is not sent at all.
 * @returns number of pushes that were handed over
 */
export async function sendPushes(
  deps: PushDeps,
  { now, runMs = longestRunMs }: { now: () => Date; runMs?: number },
): Promise<number> {
  const end = performance.now() + runMs;
  await deps.db
    .delete(pushDeliveries)
    .where(lt(pushDeliveries.claimedAt, new Date(now().getTime() - abandonedMs)));
  const lane = async () => {
    let sent = 0;
    while (performance.now() < end) {
      const claimed = await claimLot(deps.db, now());
      if (claimed.length === 0) break;
      sent += await sendLot(deps, claimed, now());
    }
    return sent;
  };
  const counts = await Promise.all(Array.from({ length: lots }, lane));
  return counts.reduce((sum, one) => sum + one, 0);
}

type Claimed = { subscriptionId: string; eventId: string; attempts: number };

async function claimLot(db: Db, now: Date): Promise<Claimed[]> {
  const at = now.toISOString();
  return rowsOf<Claimed>(
    await db.execute(sql`
      with due as (
        select subscription_id, event_id from push_delivery
        where claimed_at is null and due_at <= ${at}::timestamptz
        order by due_at limit ${lotSize} for update skip locked)
      update push_delivery d set claimed_at = ${at}::timestamptz, attempts = attempts + 1 from due
      where d.subscription_id = due.subscription_id and d.event_id = due.event_id
      returning d.subscription_id as "subscriptionId", d.event_id as "eventId", d.attempts`),
  );
}

type Loaded = Awaited<ReturnType<typeof loadLot>>[number];
/** `held`: for after quiet hours; `skipped`: the user has seen it, or turned it off since. */
type Outcome = Loaded & { result: PushResult | { is: "held"; until: Date } | { is: "skipped" } };

async function loadLot(db: Db, claimed: Claimed[]) {
  const rows = await db
    .select({
      subscription: pushSubscriptions,
      event: noticeEvents,
      choices: noticeChoices,
      seenAt: notices.seenAt,
      attempts: pushDeliveries.attempts,
    })
    .from(pushDeliveries)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushDeliveries.subscriptionId))
    .innerJoin(noticeEvents, eq(noticeEvents.id, pushDeliveries.eventId))
    .innerJoin(noticeChoices, eq(noticeChoices.uid, pushSubscriptions.uid))
    .innerJoin(notices, and(eq(notices.uid, pushSubscriptions.uid), eq(notices.eventId, noticeEvents.id)))
    .where(
      inArray(
        pushDeliveries.subscriptionId,
        claimed.map(({ subscriptionId }) => subscriptionId),
      ),
    );
  const wanted = new Set(claimed.map(({ subscriptionId, eventId }) => `${subscriptionId} ${eventId}`));
  return rows.filter(({ subscription, event }) => wanted.has(`${subscription.id} ${event.id}`));
}

async function sendLot(deps: PushDeps, claimed: Claimed[], now: Date): Promise<number> {
  const loaded = await loadLot(deps.db, claimed);
  const outcomes = await Promise.all(
    loaded.map(async (one) => ({ ...one, result: await sendOne(deps, one, now) })),
  );
  await record(deps.db, { claimed, outcomes, now });
  for (const { result } of outcomes)
    if (result.is !== "held" && result.is !== "skipped") deps.count?.({ what: "push", result: result.is });
  return outcomes.filter(({ result }) => result.is === "sent").length;
}

async function sendOne(
  { pusher, words }: PushDeps,
  { subscription, event, choices, seenAt }: Loaded,
  now: Date,
): Promise<Outcome["result"]> {
  if (seenAt !== null || !choices.push.includes(event.topic)) return { is: "skipped" };
  const until = dueTime(now, choices);
  if (until > now) return { is: "held", until };
  const locale = matchLocale(subscription.locale) ?? defaultLocale;
  return pusher.send(subscription, pushOf(event, { words, locale }));
}

/** What the service worker shows: app/features/notices/worker/show-push.ts reads it. */
function pushOf(
  { id, topic, data, subject }: typeof noticeEvents.$inferSelect,
  { words, locale }: { words: Words; locale: Locale },
): Push {
  const { title, text, to } = wordNotice(words, { topic, data }, locale);
  const tag = `${topic}:${data.movieId ?? subject}`;
  const payload = { id, topic, title, text, to, tag, lang: locale, dir: directionOf(locale) };
  return {
    payload: JSON.stringify({ ...payload, off: words("mail.notice.off", locale) }),
    topic: createHash("sha256").update(tag).digest("base64url").slice(0, 32),
    ttlS,
  };
}

/** Writes what became of a lot. A push that is to be tried again loses its claim; every other one is deleted. */
async function record(
  db: Db,
  { claimed, outcomes, now }: { claimed: Claimed[]; outcomes: Outcome[]; now: Date },
): Promise<void> {
  const again = outcomes.flatMap(({ subscription, event, attempts, result }) => {
    const dueAt = nextTime(result, attempts, now);
    return dueAt
      ? [{ s: subscription.id, e: event.id, at: dueAt.toISOString(), held: result.is === "held" }]
      : [];
  });
  const kept = new Set(again.map(({ s, e }) => `${s} ${e}`));
  const done = claimed
    .map(({ subscriptionId: s, eventId: e }) => ({ s, e }))
    .filter(({ s, e }) => !kept.has(`${s} ${e}`));
  const of = (is: Outcome["result"]["is"]) => outcomes.filter(({ result }) => result.is === is);
  const ids = (list: Outcome[]) => list.map(({ subscription }) => subscription.id);
  const pairs = of("sent").map(({ subscription, event }) => ({ u: subscription.uid, e: event.id }));
  const records = (list: object[], columns: string) =>
    sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r (${sql.raw(columns)})`;
  await db.transaction(async (tx) => {
    if (done.length > 0)
      await tx.execute(sql`delete from push_delivery d using ${records(done, "s uuid, e uuid")}
        where d.subscription_id = r.s and d.event_id = r.e`);
    if (again.length > 0)
      await tx.execute(sql`update push_delivery d set claimed_at = null, due_at = r.at,
          attempts = attempts - case when r.held then 1 else 0 end
        from ${records(again, "s uuid, e uuid, at timestamptz, held boolean")}
        where d.subscription_id = r.s and d.event_id = r.e`);
    if (pairs.length > 0) {
      await tx.execute(sql`update notice n set pushed_at = ${now.toISOString()}::timestamptz
        from ${records(pairs, "u text, e uuid")} where n.uid = r.u and n.event_id = r.e`);
      await tx
        .update(pushSubscriptions)
        .set({ failures: 0 })
        .where(and(inArray(pushSubscriptions.id, ids(of("sent"))), sql`${pushSubscriptions.failures} > 0`));
    }
    const lost = ids(of("lost"));
    if (lost.length > 0)
      await tx
        .update(pushSubscriptions)
        .set({ failures: sql`${pushSubscriptions.failures} + 1` })
        .where(inArray(pushSubscriptions.id, lost));
    const dead = [
      ...ids(of("gone")),
      ...of("lost")
        .filter(({ subscription }) => subscription.failures + 1 >= mostFailures)
        .map(({ subscription }) => subscription.id),
    ];
    if (dead.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, dead));
  });
}

/** @returns when a push is tried again; null = never */
function nextTime(result: Outcome["result"], attempts: number, now: Date): Date | null {
  if (result.is === "held") return result.until;
  if (result.is !== "later" || attempts >= mostAttempts) return null;
  const waitMs = Math.max((result.afterS ?? 0) * 1_000, minuteMs * 2 ** (attempts - 1));
  return new Date(now.getTime() + waitMs);
}

import { eq, sql } from "drizzle-orm";
import {
  mostFailingDays,
  mostTries,
  type endpointOffs,
} from "../../../../contract/service/webhook-events.ts";
import type { Db } from "../../../db/client.ts";
import { webhookDeliveries, webhookEndpoints, webhookMessages } from "../../../db/schema.ts";
import type { Count } from "../../../ports/meter.ts";
import type { WebhookReply, WebhookSender } from "../../../ports/webhook-sender.ts";
import { raiseNotices } from "../notices/raise-notices.ts";
import type { WebhookEndpointRow } from "./endpoint-row.ts";
import { dropWaiting } from "./save-endpoint.ts";
import { signMessage } from "./sign-message.ts";

export type DeliverDeps = {
  db: Db;
  sender: WebhookSender;
  secret: string;
  now: () => Date;
  count?: Count;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Milliseconds after each try until the next one: 22 hours in all. */
const waits = [
  10_000,
  minuteMs,
  10 * minuteMs,
  60 * minuteMs,
  180 * minuteMs,
  360 * minuteMs,
  720 * minuteMs,
];
const gone = 410;

/** The body of a message, as it is sent: the same in each try. */
export function bodyOf({
  type,
  at,
  data,
}: Pick<typeof webhookMessages.$inferSelect, "type" | "at" | "data">) {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

/**
 * Tries to deliver a message once, and writes what became of it. A process that dies in between leaves the try unwritten:
 * the message is sent again, with the same id.
 * @param tries how many the message had had when the job was made: of two jobs for one try, the second does nothing
 */
export async function deliverMessage(
  { db, sender, secret, now, count = () => {} }: DeliverDeps,
  { delivery: id, tries }: { delivery: string; tries: number },
): Promise<void> {
  const [row] = await db
    .select({ delivery: webhookDeliveries, endpoint: webhookEndpoints, message: webhookMessages })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
    .where(eq(webhookDeliveries.id, id));
  if (!row || row.delivery.state !== "waiting" || row.delivery.tries !== tries || row.endpoint.offAt) return;
  const { endpoint, message } = row;
  const body = bodyOf(message);
  const headers = signMessage(secret, { endpoint, id: message.id, body, now: now() });
  const reply = await sender.send(endpoint.url, { headers, body });
  const written = await db.transaction((tx) => record(tx, { id, tries, reply, now: now() }));
  if (written) count({ what: "webhook-sent", result: reply.problem === null ? "delivered" : "failed" });
}

type Tried = { id: string; tries: number; reply: WebhookReply; now: Date };

/** @returns false when another job has written this try */
async function record(tx: Db, { id, tries, reply, now }: Tried): Promise<boolean> {
  // The endpoint first, as where it is switched off. Its key stays free: changes that note messages wait for nothing.
  const [endpoint] = await tx
    .select()
    .from(webhookEndpoints)
    .where(sql`id = (select endpoint_id from webhook_delivery where id = ${id}::uuid)`)
    .for("no key update");
  const [row] = await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).for("update");
  if (!endpoint || row?.state !== "waiting" || row.tries !== tries) return false;
  const { status, problem, ms, answer, waitS } = reply;
  const given = { lastAt: now, lastStatus: status, lastMs: ms, lastProblem: problem, lastAnswer: answer };
  const done = tries + 1;
  const state = problem === null ? "delivered" : done >= mostTries ? "failed" : "waiting";
  const waitMs = Math.max(waits[tries] ?? 0, (waitS ?? 0) * 1_000);
  const dueAt = state === "waiting" ? new Date(now.getTime() + waitMs) : row.dueAt;
  await tx
    .update(webhookDeliveries)
    .set({ ...given, state, tries: done, queuedAt: null, dueAt })
    .where(eq(webhookDeliveries.id, id));
  await follow(tx, { endpoint, reply, now });
  return true;
}

/** Keeps how long an endpoint has failed, and switches it off when it has for days or says that it is gone. */
async function follow(
  tx: Db,
  { endpoint, reply, now }: { endpoint: WebhookEndpointRow; reply: WebhookReply; now: Date },
): Promise<void> {
  const { id, failingSince } = endpoint;
  const set = (fields: Partial<WebhookEndpointRow>) =>
    tx.update(webhookEndpoints).set(fields).where(eq(webhookEndpoints.id, id));
  if (reply.problem === null) {
    if (failingSince) await set({ failingSince: null });
    return;
  }
  if (reply.status === gone) return switchOff(tx, { endpoint, why: "gone", now });
  if (!failingSince) return void (await set({ failingSince: now }));
  if (now.getTime() - failingSince.getTime() >= mostFailingDays * dayMs)
    await switchOff(tx, { endpoint, why: "failing", now });
}

async function switchOff(
  tx: Db,
  { endpoint, why, now }: { endpoint: WebhookEndpointRow; why: (typeof endpointOffs)[number]; now: Date },
): Promise<void> {
  const { id, name, revision } = endpoint;
  await tx
    .update(webhookEndpoints)
    .set({ offAt: now, offWhy: why, revision: revision + 1 })
    .where(eq(webhookEndpoints.id, id));
  await dropWaiting(tx, id);
  const subject = `${id} ${now.toISOString()}`;
  await raiseNotices(tx, [{ topic: "webhook-off", subject, data: { name } }], now);
}

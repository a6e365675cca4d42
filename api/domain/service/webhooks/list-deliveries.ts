import { and, desc, eq, sql } from "drizzle-orm";
import type { WebhookDelivery } from "../../../../contract/service/admin-webhooks.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { webhookDeliveries, webhookEndpoints, webhookMessages } from "../../../db/schema.ts";
import { decodeCursor, encodeCursor, timeKey, timeText } from "../../kernel/cursor.ts";
import { Failure } from "../../kernel/failure.ts";
import { bodyOf } from "./deliver-message.ts";

const defaultLimit = 50;

/** The log of messages by keyset, latest first. */
export async function listDeliveries(
  db: Db,
  { cursor, limit = defaultLimit, endpoint, state, type }: ParsedOf<"z/webhook/deliveries">,
): Promise<OutputOf<"z/webhook/deliveries">> {
  const place = cursor ? decodeCursor(cursor, timeKey) : null;
  const { at, id, endpointId } = webhookDeliveries;
  const rows = await selectDeliveries(db)
    .where(
      and(
        endpoint === undefined ? undefined : eq(endpointId, endpoint),
        state === undefined ? undefined : eq(webhookDeliveries.state, state),
        type === undefined ? undefined : eq(webhookMessages.type, type),
        place ? sql`(${at}, ${id}) < (${place.key}::timestamptz, ${place.id}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(deliveryOf),
    next: rows.length > limit && last ? encodeCursor({ key: last.place, id: last.row.id }) : null,
  };
}

/** One message with its content. @throws Failure not_found */
export async function readDelivery(db: Db, { id }: { id: string }): Promise<OutputOf<"z/webhook/delivery">> {
  const [found] = await selectDeliveries(db).where(eq(webhookDeliveries.id, id));
  if (!found) throw new Failure("not_found");
  return { ...deliveryOf(found), body: bodyOf(found.message) };
}

function selectDeliveries(db: Db) {
  return db
    .select({
      row: webhookDeliveries,
      message: webhookMessages,
      endpoint: webhookEndpoints.name,
      place: timeText(webhookDeliveries.at),
    })
    .from(webhookDeliveries)
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId));
}

type Found = Awaited<ReturnType<typeof selectDeliveries>>[number];

function deliveryOf({ row, message, endpoint }: Found): WebhookDelivery {
  const { lastAt, lastStatus, lastMs, lastProblem, lastAnswer } = row;
  return {
    id: row.id,
    message: message.id,
    type: message.type,
    at: row.at.toISOString(),
    endpoint: { id: row.endpointId, name: endpoint },
    state: row.state,
    tries: row.tries,
    nextAt: row.state === "waiting" ? row.dueAt.toISOString() : null,
    last: lastAt && {
      at: lastAt.toISOString(),
      status: lastStatus,
      ms: lastMs ?? 0,
      problem: lastProblem,
      answer: lastAnswer ?? "",
    },
  };
}

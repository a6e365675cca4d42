import { asc, eq, sql } from "drizzle-orm";
import type { WebhookEndpoint } from "../../../../contract/service/admin-webhooks.ts";
import type { Db } from "../../../db/client.ts";
import { webhookDeliveries, webhookEndpoints } from "../../../db/schema.ts";
import type { WebhookEndpointRow } from "./endpoint-row.ts";
import { oldSecretUntil } from "./sign-message.ts";

/** Every endpoint, by name, with the numbers of its messages. */
export async function listEndpoints(db: Db, now: Date): Promise<WebhookEndpoint[]> {
  const inState = (state: string) =>
    sql<number>`count(*) filter (where ${webhookDeliveries.state} = ${state})::int`;
  const rows = await db
    .select({
      row: webhookEndpoints,
      waiting: inState("waiting"),
      delivered: inState("delivered"),
      failed: inState("failed"),
    })
    .from(webhookEndpoints)
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .groupBy(webhookEndpoints.id)
    .orderBy(asc(sql`lower(${webhookEndpoints.name})`), asc(webhookEndpoints.id));
  return rows.map(({ row, ...counts }) => ({ ...endpointOf(row, now), counts }));
}

function endpointOf(row: WebhookEndpointRow, now: Date): Omit<WebhookEndpoint, "counts"> {
  const { id, name, url, events, revision, createdAt, offAt, offWhy, failingSince } = row;
  return {
    id,
    name,
    url,
    events,
    revision,
    createdAt: createdAt.toISOString(),
    off: offAt && { at: offAt.toISOString(), why: offWhy ?? "admin" },
    failingSince: failingSince?.toISOString() ?? null,
    oldSecretUntil: oldSecretUntil(row, now)?.toISOString() ?? null,
  };
}

import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { sweepGuests, sweepIdentities } from "./sweep-guests.ts";
import { sweepOrders } from "./sweep-orders.ts";
import { sweepRows } from "../../kernel/sweep-rows.ts";
import { sweepNotices } from "../../service/notices/sweep-notices.ts";
import { sweepWebhooks } from "../../service/webhooks/sweep-webhooks.ts";

/** Days after its expiry in which a licence can still be renewed. */
const licenceDays = 60;
const dayMs = 86_400_000;

export type Retained = {
  sessions: number;
  licences: number;
  resets: number;
  streams: number;
  notices: number;
  webhooks: number;
  orders: number;
  identities: number;
  guests: number;
};

/**
 * Removes expired rows, see `retention`: in batches, a limited number per run. Safe to run twice at once and in any
 * number of processes. Run it now and then.
 * @returns number of removed rows
 */
export async function retain(db: Db, now: Date): Promise<Retained> {
  const past = (days: number) => sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;
  const ended = (table: string, days = 0) =>
    sweepRows(db, { table: sql.raw(table), where: sql`expires_at <= ${past(days)}` });
  return {
    sessions: await ended("user_session"),
    licences: await ended("download_licence", licenceDays),
    resets: await ended("password_reset"),
    streams: await ended("stream"),
    notices: await sweepNotices(db, now),
    webhooks: await sweepWebhooks(db, now),
    // Before the guests who own them.
    orders: await sweepOrders(db, now),
    identities: await sweepIdentities(db, now),
    guests: await sweepGuests(db, now),
  };
}

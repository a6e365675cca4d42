import { sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { sweepGuests, sweepIdentities } from "./sweep-guests.ts";
import { sweepOrders } from "./sweep-orders.ts";
import { sweepRows } from "../../kernel/sweep-rows.ts";

/** Days in which an expired licence can still be renewed. */
export const licenceDays = 60;
const dayMs = 86_400_000;

export type Retained = {
  sessions: number;
  licences: number;
  resets: number;
  orders: number;
  identities: number;
  guests: number;
};

/**
 * Removes rows whose time is over, see `retention`: in batches, so many a run, safe to run twice at once and in any number
 * of processes. To be run now and then.
 * @returns how many rows were removed
 */
export async function retain(db: Db, now: Date): Promise<Retained> {
  const past = (days: number) => sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;
  const ended = (table: string, days = 0) =>
    sweepRows(db, { table: sql.raw(table), where: sql`expires_at <= ${past(days)}` });
  return {
    sessions: await ended("user_session"),
    licences: await ended("download_licence", licenceDays),
    resets: await ended("password_reset"),
    // Before the guests whose they were.
    orders: await sweepOrders(db, now),
    identities: await sweepIdentities(db, now),
    guests: await sweepGuests(db, now),
  };
}

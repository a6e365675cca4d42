import { boolean, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Duration } from "../../../../contract/index.ts";
import { time } from "../columns.ts";

/** Name and benefits of a plan, by language. */
export type PlanTexts = Record<string, { name: string; benefits: string[] }>;
/** A plan as it was when it was ordered. */
export type PlanSnapshot = {
  id: string;
  texts: PlanTexts;
  duration: Duration;
  renews: boolean;
  /** Players at a time; null or left out = as the setting says. */
  streams?: number | null;
  /** Tier of the membership; left out = the first. */
  tier?: number;
};

/** Plans for sale. An order keeps a copy of its plan. */
export const plans = pgTable(
  "plan",
  {
    id: text("id").primaryKey(),
    /** Key of the form that created it. */
    createKey: uuid("create_key").notNull(),
    texts: jsonb("texts").$type<PlanTexts>().notNull(),
    duration: jsonb("duration").$type<Duration>().notNull(),
    trialDays: integer("trial_days").notNull(),
    renews: boolean("renews").notNull(),
    /** Tier of the membership that it sells. */
    tier: integer("tier").notNull().default(1),
    /** Players of one account that play VIP episodes at a time; null = as the setting says. */
    streams: integer("streams"),
    /** Smallest currency units, by currency. */
    prices: jsonb("prices").$type<Record<string, number>>().notNull(),
    onSale: boolean("on_sale").notNull(),
    position: integer("position").notNull(),
    revision: integer("revision").notNull().default(0),
    updatedAt: time("updated_at").notNull(),
  },
  (t) => [uniqueIndex("plan_create_key").on(t.createKey)],
);

import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Settings that differ from their defaults: contract/service/settings.ts. */
export const settingRows = pgTable("setting", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<unknown>(),
  /** The change that set it. */
  revision: integer("revision").notNull(),
});

/** Every change of settings. The newest revision tells a process whether its copy is still current. */
export const settingChanges = pgTable(
  "setting_change",
  {
    /** From 1, without gaps. */
    revision: integer("revision").primaryKey(),
    at: time("at").notNull(),
    changedBy: text("changed_by"),
    changedName: text("changed_name"),
    reason: text("reason"),
    changes: jsonb("changes").$type<{ key: string; before: unknown; after: unknown }[]>().notNull(),
  },
  (t) => [index("setting_change_at").on(t.at)],
);

/** Facts of the service that no user sets: one row each. */
export const serviceFacts = pgTable("service_fact", {
  key: text("key").primaryKey(),
  value: jsonb("value").$type<unknown>(),
  at: time("at").notNull(),
});

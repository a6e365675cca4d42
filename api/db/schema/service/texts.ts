import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Terms, privacy and the like, in languages. Every edit is a row of its own: the latest version is the one that holds. */
export const textPages = pgTable(
  "text_page",
  {
    key: text("key").notNull(),
    locale: text("locale").notNull(),
    /** From 1. */
    version: integer("version").notNull(),
    title: text("title").notNull(),
    /** The markup of app/features/text/markup.ts. */
    body: text("body").notNull(),
    updatedAt: time("updated_at").notNull(),
    /** Who wrote it, while the account is there; null = it came with the product. */
    updatedBy: text("updated_by"),
    /** An admin wrote it: it stays so when their account is gone, and the product's own text does not replace it. */
    edited: boolean("edited").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.key, t.locale, t.version] })],
);

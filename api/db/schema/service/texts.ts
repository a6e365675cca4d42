import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Terms, privacy and similar pages, by language. Every edit is a row of its own: the latest version applies. */
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
    /** The author, while the account exists; null = shipped with the product. */
    updatedBy: text("updated_by"),
    /**
     * An admin edited it. This stays true after the admin's account is deleted, and the product's own text does not
     * replace it.
     */
    edited: boolean("edited").notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.key, t.locale, t.version] })],
);

import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/** Name and description of a collection, by language. */
export type CollectionTexts = Record<string, { name: string; description?: string }>;

/** Movies that belong together. Which they are, the movies say: `movie.collections`. */
export const collections = pgTable("collection", {
  id: text("id").primaryKey(),
  texts: jsonb("texts").$type<CollectionTexts>().notNull(),
  /** Ids of movies in the order in which admins have put them. Those that are missing here follow by year. */
  sequence: text("sequence")
    .array()
    .notNull()
    .default(sql`'{}'`),
  revision: integer("revision").notNull().default(0),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

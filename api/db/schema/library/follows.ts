import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { collections } from "../catalogue/collections.ts";
import { time } from "../columns.ts";

/** The collections that a user follows: they are told of each new movie in them. */
export const follows = pgTable(
  "follow",
  {
    /** A viewer: a uid, or the id of a further profile. Triggers require it and remove the row with it. */
    uid: text("uid").notNull(),
    collectionId: text("collection_id")
      .notNull()
      .references(() => collections.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.uid, t.collectionId] }),
    // Who is told of a movie, in the order of `uid`.
    index("follow_collection").on(t.collectionId, t.uid),
  ],
);

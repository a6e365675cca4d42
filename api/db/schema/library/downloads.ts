import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "../accounts/accounts.ts";
import { time } from "../columns.ts";

/**
 * What a person may keep on a device for watching without a network. No foreign key to the movie: that it is gone is for
 * the renewal to find, so that the device is told.
 */
export const downloadLicences = pgTable(
  "download_licence",
  {
    /** 128 random bits, base64url. */
    id: text("id").primaryKey(),
    uid: text("uid")
      .notNull()
      .references(() => users.uid, { onDelete: "cascade" }),
    /** The browser's own random name for itself. */
    device: text("device").notNull(),
    movieId: text("movie_id").notNull(),
    index: integer("index").notNull(),
    /** What is kept: the same film, wherever its episode stands by then. Null in those from before this was noted. */
    assetId: text("asset_id"),
    /** Name of the quality. */
    rendition: text("rendition").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("download_licence_thing").on(t.uid, t.device, t.movieId, t.index),
    index("download_licence_expiry").on(t.expiresAt),
  ],
);

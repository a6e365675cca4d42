import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { time } from "../columns.ts";

/**
 * What a user may keep on a device for offline viewing. No foreign key to the movie: the renewal has to find out that
 * the movie is gone, so that the device is told.
 */
export const downloadLicences = pgTable(
  "download_licence",
  {
    /** 128 random bits, base64url. */
    id: text("id").primaryKey(),
    /** A viewer: a uid, or the id of a further profile. Triggers require it and remove the row with it. */
    uid: text("uid").notNull(),
    /** A random name that the browser chose for itself. */
    device: text("device").notNull(),
    movieId: text("movie_id").notNull(),
    index: integer("index").notNull(),
    /** The asset that is kept, wherever its episode is moved to. Null in rows from before this column existed. */
    assetId: text("asset_id"),
    /** Name of the rendition. */
    rendition: text("rendition").notNull(),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("download_licence_thing").on(t.uid, t.device, t.movieId, t.index),
    index("download_licence_expiry").on(t.expiresAt),
  ],
);

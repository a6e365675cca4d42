import { customType, timestamp } from "drizzle-orm/pg-core";

/** A point in time, as a `Date`. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** PostgreSQL's search words, as text. */
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

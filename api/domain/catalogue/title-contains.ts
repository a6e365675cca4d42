import { sql, type SQL } from "drizzle-orm";
import { movies } from "../../db/schema.ts";

/** Condition: words stand in one of a movie's titles, in whatever language; case, accents and widths don't matter. */
export function titleContains(words: string): SQL {
  const like = sql`replace(replace(replace(fold(${words}), '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
  return sql`${movies.searchTitle} like '%' || ${like} || '%'`;
}

import { sql, type SQL } from "drizzle-orm";
import { movies } from "../../db/schema.ts";

/**
 * Condition: one of a movie's titles, in any language, contains the words. Ignores case, accents and character widths.
 */
export function titleContains(words: string): SQL {
  const like = sql`replace(replace(replace(fold(${words}), '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
  return sql`${movies.searchTitle} like '%' || ${like} || '%'`;
}

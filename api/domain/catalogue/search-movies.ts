import { and, sql, type SQL } from "drizzle-orm";
import type { MovieCard } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { movies } from "../../db/schema.ts";
import { cardColumns, cardOf, published } from "./cards.ts";

/**
 * Movies whose title or text matches in any language they have, best first: a title that begins with the words,
 * then one that contains them, then one nearly spelt so, then a text that contains them.
 */
export async function searchMovies(
  db: Db,
  { q, limit = 24, locale }: { q: string; limit?: number; locale: Locale },
): Promise<{ items: MovieCard[] }> {
  const folded = sql`fold(${q})`;
  const like = sql`replace(replace(replace(${folded}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
  const rank = sql`(case
    when ${movies.searchTitle} like '% ' || ${like} || '%' then 3
    when ${movies.searchTitle} like '%' || ${like} || '%' then 2
    else word_similarity(${folded}, ${movies.searchTitle}) end)`;
  const rows = await db
    .select(cardColumns(locale))
    .from(movies)
    .where(and(published, matching(q, folded, like)))
    .orderBy(sql`${rank} desc`, sql`${movies.popularity} desc`, movies.id)
    .limit(limit);
  return { items: rows.map(cardOf) };
}

/** Each length of query uses the index made for it. */
function matching(q: string, folded: SQL, like: SQL): SQL {
  const length = [...q.normalize("NFKC")].length;
  if (length >= 3) {
    return sql`(${movies.searchTitle} like '%' || ${like} || '%' or ${folded} <% ${movies.searchTitle}
      or ${movies.searchText} like '%' || ${like} || '%')`;
  }
  // One or two characters outside ASCII: by their grams. ASCII has none, and means the start of a word.
  const outsideAscii = [...q.normalize("NFKC")].every((character) => character.codePointAt(0)! > 0x7f);
  return outsideAscii
    ? sql`(cardinality(grams(${folded})) > 0 and grams(${movies.searchTitle}) @> grams(${folded}))`
    : sql`${movies.searchTitle} like '% ' || ${like} || '%'`;
}

import { asc, desc } from "drizzle-orm";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { visibleTo } from "../cards.ts";
import { genresIn } from "../genres.ts";

/** Genres by name, and the decades from the oldest movie to the newest. */
export async function searchFilters(
  db: Db,
  { locale, ageLimit }: { locale: Locale; ageLimit: AgeLimit },
): Promise<OutputOf<"search/filters">> {
  const names = await genresIn(db, locale);
  const edge = async (order: typeof asc | typeof desc) => {
    const [row] = await db
      .select({ year: movies.year })
      .from(movies)
      .where(visibleTo(ageLimit))
      .orderBy(order(movies.year))
      .limit(1);
    return row && Math.floor(row.year / 10) * 10;
  };
  const [oldest, newest] = [await edge(asc), await edge(desc)];
  const decades: number[] = [];
  if (oldest !== undefined && newest !== undefined)
    for (let year = newest; year >= oldest; year -= 10) decades.push(year);
  const sorted = [...names].sort(([, a], [, b]) => a.localeCompare(b, locale));
  return { genres: sorted.map(([id, name]) => ({ id, name })), decades };
}

import { sql } from "drizzle-orm";
import type { Movie, Season } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import { episodes, type SeasonTexts } from "../../db/schema.ts";
import { pick } from "../kernel/localised.ts";

/** The season of the specials, which come last. */
export const specials = 0;

/** An episode's number in its season, in SQL. One from a version without seasons is counted by its index. */
export const numberInSeason = sql<number>`coalesce(${episodes.number}, ${episodes.index})`;

/** Orders seasons: ascending, the specials last. */
export function bySeason(one: number, other: number): number {
  return Number(one === specials) - Number(other === specials) || one - other;
}

/** Orders episodes as they are shown: those of the seasons by index, then the specials by theirs. */
export function byPlace(one: Placed, other: Placed): number {
  return Number(one.season === specials) - Number(other.season === specials) || one.index - other.index;
}
type Placed = { index: number; season: number };

/** Season and number as an answer has them: a film's episode has neither. */
export function inSeasonOf(
  kind: Movie["kind"],
  { season, number }: { season: number | null; number: number | null },
): { season?: number; number?: number } {
  return kind === "series" && season !== null && number !== null ? { season, number } : {};
}

/** The seasons that have episodes, with what is known of them, in their order. */
export function seasonsOf(
  list: readonly { season: number }[],
  known: readonly { season: number; texts: SeasonTexts; year: number | null }[],
  locale: Locale,
): Season[] {
  const numbers = [...new Set(list.map(({ season }) => season))].sort(bySeason);
  return numbers.map((season) => {
    const { texts = {}, year = null } = known.find((one) => one.season === season) ?? {};
    const name = wordsIn(texts, "name", locale);
    const description = wordsIn(texts, "description", locale);
    return {
      season,
      ...(name && { name }),
      ...(description && { description }),
      ...(year !== null && { year }),
    };
  });
}

/** Each of the two in the best language that has it. */
function wordsIn(texts: SeasonTexts, part: "name" | "description", locale: Locale): string | undefined {
  const having = Object.entries(texts).filter(([, text]) => text[part]);
  return pick(Object.fromEntries(having), locale)?.[part];
}

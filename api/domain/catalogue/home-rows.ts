import { eq, inArray, isNotNull, sql, type SQL } from "drizzle-orm";
import { vipLevels } from "../../../contract/catalogue/values.ts";
import type { HomeRow, OutputOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { movies, type PlannedRow } from "../../db/schema.ts";
import { cardOf, cardsById, selectCards } from "./cards.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { genresIn, named } from "./genres.ts";
import { pick } from "../kernel/localised.ts";
import type { Sort } from "./listing.ts";
import { readHomePlan } from "./read-home-plan.ts";

const rowLength = 18;
const heroLength = 5;
/** Posters of a row that a phone shows without scrolling. */
const leadLength = 4;
/** A row with fewer posters looks like a mistake, unless it was picked or is the only row. */
const shortestRow = 3;
const shortest: Partial<Record<HomeRow["kind"], number>> = { new: 1, picked: 1 };

type Reader = { locale: Locale; ageLimit: AgeLimit };

/**
 * The home page: the hero that admins chose (or else the most popular movies), then the planned rows. It is the same
 * for all users of a language and an age limit; personal rows come from other calls.
 */
export async function homeRows(db: Db, { locale, ageLimit }: Reader): Promise<OutputOf<"home/rows">> {
  const chosen = await selectCards(db, {
    locale,
    ageLimit,
    where: isNotNull(movies.hero),
    sort: "hero",
    limit: heroLength,
  });
  const names = await genresIn(db, locale);
  const { rows: plan } = await readHomePlan(db);
  const rows: HomeRow[] = [];
  for (const planned of plan.filter(({ on }) => on))
    rows.push(await fill(db, planned, { locale, ageLimit, names }));
  const hero =
    chosen.length > 0
      ? chosen
      : await selectCards(db, { locale, ageLimit, sort: "popular", limit: heroLength });
  return {
    hero: hero.map((card) => ({
      ...cardOf(card),
      description: card.description,
      genreNames: named(card.genres, names),
    })),
    rows: withFreshLeads(rows.filter(({ kind, items }) => items.length >= (shortest[kind] ?? shortestRow))),
  };
}

async function fill(
  db: Db,
  planned: PlannedRow,
  { locale, ageLimit, names }: Reader & { names: Map<string, string> },
): Promise<HomeRow> {
  const { kind, genre } = planned;
  if (kind === "picked") {
    const cards = await cardsById(db, { ids: planned.movies, locale, ageLimit });
    const items = planned.movies.flatMap((id) => cards.get(id) ?? []);
    return { kind, genre: null, name: pick(planned.names, locale) ?? null, items };
  }
  const { where, sort } = sourceOf(planned);
  const cards = await selectCards(db, { locale, ageLimit, where, sort, limit: rowLength });
  const named = kind === "genre" && genre !== null ? { id: genre, name: names.get(genre) ?? genre } : null;
  return { kind, genre: named, name: null, items: cards.map(cardOf) };
}

function sourceOf({ kind, genre }: PlannedRow): { where: SQL | undefined; sort: Sort } {
  if (kind === "series") return { where: eq(movies.kind, "series"), sort: "popular" };
  if (kind === "vip") return { where: inArray(movies.access, vipLevels), sort: "new" };
  if (kind === "genre") return { where: sql`${movies.genres} @> array[${genre}]::text[]`, sort: "popular" };
  return { where: undefined, sort: kind === "new" || kind === "trending" ? kind : "popular" };
}

/** Rows that begin alike look like duplicates. So movies that already led a row move back in later rows. */
function withFreshLeads(rows: HomeRow[]): HomeRow[] {
  const led = new Set<string>();
  return rows.map((each) => {
    const fresh = each.items.filter(({ id }) => !led.has(id));
    const items = [...fresh, ...each.items.filter(({ id }) => led.has(id))];
    for (const { id } of items.slice(0, leadLength)) led.add(id);
    return { ...each, items };
  });
}

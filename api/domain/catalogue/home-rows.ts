import { eq, isNotNull, sql } from "drizzle-orm";
import type { HomeRow, OutputOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { movies } from "../../db/schema.ts";
import { cardOf, selectCards, type CardRow } from "./cards.ts";
import { genresIn, named } from "./genres.ts";

const rowLength = 18;
const heroLength = 5;
/** Posters a phone shows of a row before it is scrolled. */
const leadLength = 4;
/** A row with fewer posters than this looks like a mistake. */
const shortestRow = 3;

/**
 * The home page: the hero admins chose (else the most popular), then new, series, VIP, popular, and a row a genre.
 * It is the same for everyone of a language; what is personal comes from other calls.
 */
export async function homeRows(db: Db, { locale }: { locale: Locale }): Promise<OutputOf<"home/rows">> {
  const select = (where: Parameters<typeof selectCards>[1]["where"], sort: "new" | "popular") =>
    selectCards(db, { locale, where, sort, limit: rowLength });
  const chosen = await selectCards(db, {
    locale,
    where: isNotNull(movies.hero),
    sort: "hero",
    limit: heroLength,
  });
  const popular = await select(undefined, "popular");
  const names = await genresIn(db, locale);
  const rows: HomeRow[] = [
    row("new", await select(undefined, "new")),
    row("popular", popular),
    row("series", await select(eq(movies.kind, "series"), "popular")),
    row("vip", await select(eq(movies.access, "vip"), "new")),
  ];
  for (const [id, name] of names) {
    const cards = await select(sql`${movies.genres} @> array[${id}]::text[]`, "popular");
    rows.push({ ...row("genre", cards), genre: { id, name } });
  }
  const hero = chosen.length > 0 ? chosen : popular.slice(0, heroLength);
  return {
    hero: hero.map((card) => ({
      ...cardOf(card),
      description: card.description,
      genreNames: named(card.genres, names),
    })),
    rows: withFreshLeads(
      rows.filter(
        (each) => each.items.length >= shortestRow || (each.kind === "new" && each.items.length > 0),
      ),
    ),
  };
}

/** Below one another, rows that begin alike look like one row twice: what has led a row already steps back in the next ones. */
function withFreshLeads(rows: HomeRow[]): HomeRow[] {
  const led = new Set<string>();
  return rows.map((each) => {
    const fresh = each.items.filter(({ id }) => !led.has(id));
    const items = [...fresh, ...each.items.filter(({ id }) => led.has(id))];
    for (const { id } of items.slice(0, leadLength)) led.add(id);
    return { ...each, items };
  });
}

function row(kind: HomeRow["kind"], cards: CardRow[]): HomeRow {
  return { kind, genre: null, items: cards.map(cardOf) };
}

import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { MovieCard } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { cardColumns, cardOf, visibleTo } from "../cards.ts";
import { isAfter, keyText, keyValue, passes, sorts, type MovieFilters, type Sort } from "../listing.ts";
import { tsqueryOf, type Query } from "./terms.ts";

/** Conditions on a movie's words; all have to match. */
export type Match = {
  /** Lexemes of its titles. */
  title?: Query;
  /** Lexemes of its titles and descriptions. */
  words?: Query;
  /** Movies of these genres and this year match as well as those of the words, if the rest of the words fits. */
  named?: { genres: string[]; year: number | null; rest: Query };
  /** Movies that name one of these people. */
  people?: string[];
  /** Strings that one of its titles contains unchanged. */
  runs?: string[];
  not?: Match[];
  /** So few movies can match that the order is not walked for them. */
  rare?: boolean;
};

/** What defines a list besides its words. */
export type Listing = {
  locale: Locale;
  ageLimit: AgeLimit;
  filters: MovieFilters;
  sort: Sort;
  limit: number;
};

/** A movie's place in a list of several tiers. */
export type Position = { tier: number; key: string; id: string };

/** The requested movies, and the position to start from. */
export type Wanted = Listing & {
  /** Lists that follow one another. A movie is in the first one it matches. The last one contains all others. */
  tiers: Match[];
  after: Position | null;
};

export type Found = { card: MovieCard; position: Position };

/** Most movies walked in the requested order before the word indexes are used … */
const walkedForWords = 3_000;
/** … more if filters exclude most of them … */
const walkedForFilteredWords = 9_000;
/** … and more still for filters alone, which the index of the order can check by itself. */
const walkedForFilters = 20_000;

/**
 * The first published movies of some tiers. One statement answers if few movies match, or if there is one tier. If many
 * match, each tier is read by itself, until there are enough.
 */
export async function findMovies(db: Db, wanted: Wanted): Promise<Found[]> {
  const { tiers, after, limit } = wanted;
  const { found, common } = await select(db, wanted);
  if (tiers.length === 1 || !common) return found;
  const parts: Found[] = [];
  for (let tier = after?.tier ?? 0; tier < tiers.length && parts.length < limit; tier++) {
    const part = await select(db, {
      ...wanted,
      tiers: [{ ...tiers[tier]!, not: tiers.slice(0, tier) }],
      after: after?.tier === tier ? after : null,
      limit: limit - parts.length,
    });
    parts.push(...part.found.map(({ card, position }) => ({ card, position: { ...position, tier } })));
  }
  return parts;
}

/** Of the first `weighed` movies of a list, those whose titles match most groups; ties by popularity. */
export async function findSharing(
  db: Db,
  { weighed, groups, ...wanted }: Wanted & { weighed: number; groups: Query },
): Promise<MovieCard[]> {
  const shared = groups.map((group) => sql`(${matches({ title: [group] })})::int`);
  const rows = await db
    .select(columnsOf(wanted.locale))
    .from(movies)
    .innerJoin(pageOf({ ...wanted, limit: weighed }), sql`page.id = ${movies.id}`)
    .orderBy(sql`${sql.join(shared, sql` + `)} desc`, ...sorts.popular.order)
    .limit(wanted.limit);
  return rows.map(cardOf);
}

/** Without the description, which no card shows: planning to read it would cost as much as reading the title. */
function columnsOf(locale: Locale) {
  const { description: _description, ...columns } = cardColumns(locale);
  return columns;
}

/** `common`: so many movies match that only the first ones are there, not divided into tiers. */
async function select(db: Db, wanted: Wanted): Promise<{ found: Found[]; common: boolean }> {
  const { locale, sort } = wanted;
  const rows = await db
    .select({ ...columnsOf(locale), key: keyText(sort), tier: sql<number | null>`page.tier` })
    .from(movies)
    .innerJoin(pageOf(wanted), sql`page.id = ${movies.id}`)
    .orderBy(sql`page.tier`, ...sorts[sort].order);
  return {
    found: rows.map(({ key, tier, ...row }) => ({
      card: cardOf(row),
      position: { tier: tier ?? 0, key, id: row.id },
    })),
    common: rows[0]?.tier === null,
  };
}

/**
 * Frequent matches are found by walking the order, rare ones by an index. The planner can't tell the two apart: of a
 * rare word it knows only that it is not frequent, and would walk a million rows for it. So a short walk is tried
 * first. It finds frequent matches. If it does not find enough, the matches are rare, and all of them can be fetched
 * and sorted. Both steps are bounded, with or without statistics.
 * @returns SQL of a table `page` with ids and tiers; tier null for what the walk found
 */
function pageOf(wanted: Wanted): SQL {
  const { tiers, filters, sort, after, limit, ageLimit } = wanted;
  const visible = visibleTo(ageLimit);
  const order = sql.join([...sorts[sort].order], sql`, `);
  const start = tiers.length === 1 && after ? and(visible, isAfter(after, sort)) : visible;
  const meets = and(sql`true`, matches(tiers.at(-1)!), passes(filters));
  const columns = sql.raw("id, popularity, published_at");
  return sql`(with walked as materialized (
      select ${columns} from (select * from ${movies} where ${start} order by ${order} limit ${walkOf(wanted)}) as movie
      where ${meets} order by ${order} limit ${limit}),
    found as materialized (
      select ${columns}, ${tierOf(tiers)} as tier from ${movies}
      where ${start} and ${meets} and (select count(*) from walked) < ${limit})
    select id, tier from (
      select * from found as movie ${isLater(wanted)}
      union all select ${columns}, null from walked where (select count(*) from walked) = ${limit}) as movie
    order by tier, ${order} limit ${limit}) as page`;
}

/** At most a quarter of the catalogue: in a small one, fetching all is faster than walking most of it. */
function walkOf({ tiers, filters }: Wanted): SQL {
  const { title, words, rare } = tiers.at(-1)!;
  if (rare && tiers.length === 1) return sql`0`;
  const forWords = passes(filters) ? walkedForFilteredWords : walkedForWords;
  const most = title || words ? forWords : walkedForFilters;
  return sql`(select least(${most}::float8, greatest(reltuples, 0) / 4)::bigint from pg_class where oid = 'movie'::regclass)`;
}

function tierOf(tiers: Match[]): SQL {
  if (tiers.length === 1) return sql`0`;
  const cases = tiers.slice(0, -1).map((tier, place) => sql`when ${matches(tier)} then ${place}::int`);
  return sql`case ${sql.join(cases, sql` `)} else ${tiers.length - 1}::int end`;
}

/** Of several tiers, what comes after a position. A list of one tier starts there. */
function isLater({ tiers, sort, after }: Wanted): SQL {
  if (!after || tiers.length === 1) return sql``;
  const { tier, key, id } = after;
  return sql`where (-tier, ${sorts[sort].key}, ${movies.id}) < (${-tier}::int, ${keyValue(key, sort)}, ${id})`;
}

function matches({ title, words, named, people, runs = [], not = [] }: Match): SQL | undefined {
  return and(
    title && sql`${movies.searchTitleWords} @@ ${tsqueryOf(title)}::tsquery`,
    words && or(sql`${movies.searchWords} @@ ${tsqueryOf(words)}::tsquery`, named && matchesNamed(named)),
    people && nameOneOf(people),
    // Terms contain only letters and digits, so no LIKE pattern needs escaping.
    ...runs.map((run) => sql`${movies.searchTitle} like ${`%${run}%`}`),
    ...not.map((one) => sql`not (${matches(one)})`),
  );
}

function nameOneOf(people: string[]): SQL {
  const ids = sql.join(
    people.map((id) => sql`${id}`),
    sql`, `,
  );
  return sql`${movies.id} = any(array(select p.movie_id from movie_person p where p.person_id in (${ids})))`;
}

function matchesNamed({ genres, year, rest }: NonNullable<Match["named"]>): SQL | undefined {
  const texts = genres.map((genre) => sql`${genre}`);
  return and(
    genres.length > 0 ? sql`${movies.genres} @> array[${sql.join(texts, sql`, `)}]::text[]` : undefined,
    year === null ? undefined : eq(movies.year, year),
    rest.length > 0 ? sql`${movies.searchWords} @@ ${tsqueryOf(rest)}::tsquery` : undefined,
  );
}

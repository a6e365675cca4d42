import { sql } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";
import { locales } from "../contract/locales.ts";
import { rowsOf } from "../api/db/rows-of.ts";
import { randomOf, moviesBetween, words, type MadeMovie } from "./search-titles.ts";

/**
 * A realistic catalogue: also with drafts, scheduled, ended and deleted titles, with tags, and some titles without a
 * movie file.
 */

const batch = 10_000;

/** Ids of the genres, the commonest first. */
export const genres = [..."abcdefghijkl"].map((letter) => `genre-${letter}`);
/** Tags of a few titles in a hundred, and tags of one in fifty thousand. */
export const tags = { common: Array.from({ length: 10 }, (_, n) => `tag-${n}`), rare: 20 };

/**
 * Adds that many titles in a few minutes: it computes the values of the triggers itself, and creates the indexes at the
 * end.
 * @param indexed false = without them: for what reads by primary keys alone
 */
export async function fillCatalogue(
  db: Db,
  {
    size,
    now,
    say,
    indexed = true,
  }: { size: number; now: Date; say: (text: string) => void; indexed?: boolean },
): Promise<void> {
  const indexes = rowsOf<{ name: string; definition: string }>(
    await db.execute(sql`select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'movie' and indexname <> 'movie_pkey'`),
  );
  for (const { name } of indexes) await db.execute(sql.raw(`drop index "${name}"`));
  for (const table of ["movie", "movie_text", "episode"])
    await db.execute(sql.raw(`alter table ${table} disable trigger all`));
  await db.execute(sql`insert into asset (id, state, duration_s) values ('bench-film', 'ready', 5400)`);
  const list = words();
  for (let start = 0; start < size; start += batch) {
    await insert(db, { titles: moviesBetween(list, start, Math.min(size, start + batch)), start, now });
    say(`${Math.min(size, start + batch).toLocaleString("en")} titles`);
  }
  for (const table of ["movie", "movie_text", "episode"])
    await db.execute(sql.raw(`alter table ${table} enable trigger all`));
  for (const { name, definition } of indexed ? indexes : []) {
    say(`the index ${name}`);
    await db.transaction(async (tx) => {
      // Longer than the service's limit for a statement.
      await tx.execute(sql`set local statement_timeout = 0`);
      await tx.execute(sql`set local maintenance_work_mem = '512MB'`);
      await tx.execute(sql.raw(definition));
    });
  }
  for (const table of ["movie", "movie_text", "episode"])
    await db.execute(sql.raw(`vacuum analyze ${table}`));
}

async function insert(
  db: Db,
  { titles, start, now }: { titles: MadeMovie[]; start: number; now: Date },
): Promise<void> {
  const random = randomOf(start + 1);
  const some = (share: number) => random() < share;
  const day = 86_400_000;
  const made = titles.map(({ id, en, de, zh }, offset) => {
    const n = start + offset;
    const texts = { en, ...(n % 10 !== 3 && { de }), ...(n % 7 !== 2 && { "zh-hans": zh }) };
    const lexemes = [...new Set(Object.entries(texts).flatMap(([locale, text]) => lexemesOf(locale, text)))];
    return {
      id,
      kind: some(0.25) ? "series" : "film",
      access: some(0.2) ? "vip" : "free",
      status: n % 20 === 7 ? "draft" : n % 1000 === 13 ? "deleted" : "published",
      year: 1930 + Math.floor(Math.sqrt(random()) * 96),
      genres: [...new Set([0, 1].map(() => genres[Math.floor(random() ** 1.5 * genres.length)]!))],
      popularity: Math.floor(1_000_000 * random() ** 6),
      published: new Date(now.getTime() + (n % 500 === 17 ? 1 : -1 - random() * 2000) * day).toISOString(),
      hide: n % 100 === 29 ? new Date(now.getTime() - day).toISOString() : null,
      updated: new Date(now.getTime() - random() * 900 * day).toISOString(),
      tags: [
        ...(some(0.2) ? [tags.common[Math.floor(random() ** 2 * tags.common.length)]!] : []),
        ...(n % 2_500 === 4 ? [`rare-${Math.floor(n / 2_500) % tags.rare}`] : []),
      ],
      missing: locales.filter((locale) => !(locale in texts)),
      film: n % 10 < 8,
      words: lexemes,
      texts,
    };
  });
  await db.execute(sql`insert into movie (id, kind, access, status, year, rating, original_language, colour,
      artwork_version, genres, tags, missing, has_video, popularity, published_at, hide_at, updated_at, ever_published,
      sort_title, search_title, search_title_words, search_words, title_marks)
    select id, kind, access, status, year, 6, 'en', '#336699', '1', genres, tags, missing, film, popularity, published,
      hide, updated, status = 'published', texts ->> 'en', ' ' || (texts ->> 'en'), array_to_tsvector(words),
      array_to_tsvector(words), title_marks(array_to_tsvector(words))
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made(id text, kind text, access text, status text,
      year int, genres text[], tags text[], missing text[], film boolean, popularity int, published timestamptz,
      hide timestamptz, updated timestamptz, words text[], texts jsonb)`);
  const rows = made.map(({ id, texts, film }) => ({ id, texts, film }));
  await db.execute(sql`insert into movie_text (movie_id, locale, title, description, romanised)
    select id, key, value, repeat(value || ' ', 4), ''
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(id text, texts jsonb), jsonb_each_text(texts)`);
  await db.execute(sql`insert into episode (movie_id, index, texts, asset_id)
    select id, 1, '{}', case when film then 'bench-film' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made(id text, film boolean)`);
}

/** Same result as `title_lexemes()` in the database. */
function lexemesOf(locale: string, title: string): string[] {
  if (locale === "zh-hans") {
    const characters = [...title];
    const pairs = characters.slice(1).map((character, at) => characters[at]! + character);
    return [
      ...characters,
      ...pairs,
      `=${title}`,
      `^${characters[0]!}`,
      `^${characters.slice(0, 2).join("")}`,
    ];
  }
  const terms = title.split(" ");
  return [...terms, `=${title}`, `^${terms[0]!}`];
}

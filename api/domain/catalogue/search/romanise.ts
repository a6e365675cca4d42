import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movieTexts, romanisedLocales } from "../../../db/schema.ts";

type Romanise = (title: string) => string;

/** Rows written in one statement; each reindexes its movie. */
const batch = 200;

/**
 * Works out the Latin spelling of every title that waits for one, so that it is found by who types it so: pinyin for
 * Chinese, romaji for the kana of Japanese. Kanji have no reading without a dictionary of tens of megabytes, and a
 * guessed one would mislead: they are left out. Run it after titles are written, and when the server starts.
 */
export async function romaniseTitles(db: Db): Promise<void> {
  const readers = new Map<string, Promise<Romanise>>();
  const readerOf = (locale: string) => {
    const script = locale === "ja" ? "kana" : "hanzi";
    const known = readers.get(script) ?? (script === "kana" ? readKana() : readHanzi());
    readers.set(script, known);
    return known;
  };
  for (;;) {
    const waiting = await db
      .select({ movieId: movieTexts.movieId, locale: movieTexts.locale, title: movieTexts.title })
      .from(movieTexts)
      .where(and(isNull(movieTexts.romanised), sql`${movieTexts.locale} in (${sql.raw(romanisedLocales)})`))
      .orderBy(asc(movieTexts.movieId))
      .limit(batch);
    if (waiting.length === 0) return;
    const rows = await Promise.all(
      waiting.map(async (row) => ({ ...row, romanised: (await readerOf(row.locale))(row.title) })),
    );
    const values = sql.join(
      rows.map(
        ({ movieId, locale, title, romanised }) => sql`(${movieId}, ${locale}, ${title}, ${romanised})`,
      ),
      sql`, `,
    );
    await db
      .update(movieTexts)
      .set({ romanised: sql`made.romanised` })
      .from(sql`(values ${values}) as made(movie_id, locale, title, romanised)`)
      // A title that changed meanwhile waits for the next round.
      .where(
        and(
          eq(movieTexts.movieId, sql`made.movie_id`),
          eq(movieTexts.locale, sql`made.locale`),
          eq(movieTexts.title, sql`made.title`),
        ),
      );
  }
}

/** Loaded when the first title needs it: 17 MB of memory that a catalogue without Chinese never pays. */
async function readHanzi(): Promise<Romanise> {
  const { pinyin } = await import("pinyin-pro");
  return (title) =>
    pinyin(title, { toneType: "none", type: "array", nonZh: "consecutive", v: true }).join(" ").trim();
}

async function readKana(): Promise<Romanise> {
  const { toRomaji, tokenize } = await import("wanakana");
  const kana = /^[\u3040-\u30ff]+$/;
  return (title) =>
    (tokenize(title) as string[])
      .filter((token) => kana.test(token))
      .map((token) => toRomaji(token))
      .join(" ");
}

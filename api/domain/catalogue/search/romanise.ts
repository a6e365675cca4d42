import { and, asc, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { movies, movieTexts, romanisedLocales, unread } from "../../../db/schema.ts";
import type { ReadWord, WithReadings } from "../../../ports/readings.ts";
import { romajiSpellings } from "./romaji.ts";

type Waiting = { movieId: string; locale: string; title: string };
type Romanise = (rows: Waiting[]) => Promise<string[]>;

export type RomaniseOptions = {
  /** Null: titles in kanji can be found only by their kana. */
  readings: WithReadings | null;
  /** Receives the error if titles could not be read now. They keep their spellings and wait for the next run. */
  onUnread: (error: unknown) => void;
};

/** Rows written in one statement; each row reindexes its movie. */
const batch = 200;
const ofScript = sql`${movieTexts.locale} in (${sql.raw(romanisedLocales)})`;

/**
 * Computes the missing Latin spellings of titles, so that users can search by them: pinyin for Chinese, romaji for
 * Japanese. First, for all titles, the spellings that need no dictionary. Then Japanese titles with the dictionary,
 * which knows the readings of kanji and the word boundaries. Run it after titles are written, and now and then: a title
 * that could not be read waits in the database, not in a process.
 */
export async function romaniseTitles(
  db: Db,
  { readings, onUnread }: RomaniseOptions = { readings: null, onUnread: () => undefined },
): Promise<void> {
  await eachBatch(db, isNull(movieTexts.romanised), withoutDictionary());
  const waits = sql`right(${movieTexts.romanised}, 2) = ${unread}`;
  if (readings === null || (await findWaiting(db, waits, 1)).length === 0) return;
  const toRomaji = await loadRomaji();
  try {
    await readings((read) =>
      eachBatch(db, waits, async (rows) => {
        const found = await read(rows.map(({ title }) => title));
        return found.map((words) => romajiSpellings(words.flatMap(kanaOf), toRomaji).join("|"));
      }),
    );
  } catch (error) {
    onUnread(error);
  }
}

/** The same, one run at a time: a call during a run starts another run after it, and waits for that one. */
export function createRomaniser(db: Db, options: RomaniseOptions): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  const run = () => {
    underWay = romaniseTitles(db, options).finally(() => (underWay = null));
    return underWay;
  };
  return () => {
    if (!underWay) return run();
    following ??= underWay
      .catch(() => undefined)
      .then(() => {
        following = null;
        return run();
      });
    return following;
  };
}

async function eachBatch(db: Db, waits: SQL, romanise: Romanise): Promise<void> {
  for (;;) {
    const waiting = await findWaiting(db, waits, batch);
    if (waiting.length === 0) return;
    const spelt = await romanise(waiting);
    const values = sql.join(
      waiting.map(
        ({ movieId, locale, title }, place) => sql`(${movieId}, ${locale}, ${title}, ${spelt[place]!})`,
      ),
      sql`, `,
    );
    await db.transaction(async (tx) => {
      // The trigger on texts writes the movies. A save locks a movie before its texts, and so does this.
      const ids = waiting.map(({ movieId }) => movieId);
      const locked = tx.select({ id: movies.id }).from(movies).where(inArray(movies.id, ids));
      await locked.orderBy(asc(movies.id)).for("no key update");
      await tx
        .update(movieTexts)
        .set({ romanised: sql`made.romanised` })
        .from(sql`(values ${values}) as made(movie_id, locale, title, romanised)`)
        // A title that changed meanwhile waits for the next run.
        .where(
          and(
            eq(movieTexts.movieId, sql`made.movie_id`),
            eq(movieTexts.locale, sql`made.locale`),
            eq(movieTexts.title, sql`made.title`),
          ),
        );
    });
  }
}

function findWaiting(db: Db, waits: SQL, limit: number): Promise<Waiting[]> {
  return db
    .select({ movieId: movieTexts.movieId, locale: movieTexts.locale, title: movieTexts.title })
    .from(movieTexts)
    .where(and(waits, ofScript))
    .orderBy(asc(movieTexts.movieId))
    .limit(limit);
}

function withoutDictionary(): Romanise {
  const load = { hanzi: once(loadPinyin), kana: once(loadKana) };
  return (rows) =>
    Promise.all(
      rows.map(async ({ locale, title }) => (await load[locale === "ja" ? "kana" : "hanzi"]())(title)),
    );
}

/** Loaded when the first title needs it: it takes 17 MB of memory, which a catalogue without Chinese does not need. */
async function loadPinyin(): Promise<(title: string) => string> {
  const { pinyin } = await import("pinyin-pro");
  return (title) =>
    pinyin(title, { toneType: "none", type: "array", nonZh: "consecutive", v: true }).join(" ").trim();
}

/** Katakana are whole words; a title with other letters waits for the dictionary. */
async function loadKana(): Promise<(title: string) => string> {
  const { toRomaji, tokenize } = await import("wanakana");
  return (title) => {
    const words = (tokenize(title) as string[])
      .filter((token) => isKana.test(token))
      .map((token) => ({ written: token, spoken: token }));
    const spelt = romajiSpellings(words, toRomaji).join("|");
    return needsReading.test(title) ? spelt + unread : spelt;
  };
}

async function loadRomaji() {
  return (await import("wanakana")).toRomaji;
}

const isKana = /^[\u3040-\u30ff]+$/;
const needsReading = /[\p{Script=Han}\p{Script=Hiragana}]/u;

/** A word without a reading in the dictionary is read if it is kana, kept if it is Latin, and left out otherwise. */
function kanaOf({ surface, written, spoken }: ReadWord): { written: string; spoken: string }[] {
  if (written !== null && spoken !== null && isKana.test(written)) return [{ written, spoken }];
  return isKana.test(surface) || /^[a-z0-9]+$/i.test(surface) ? [{ written: surface, spoken: surface }] : [];
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

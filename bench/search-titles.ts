import { sql } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";

/** A realistic catalogue of any size: words by Zipf's law, three languages a title, the same every time. */

const syllables =
  "ka lo mi ren tas vel dor shi an bru cel fo gar hun ith jor kel lum mar nis or pel qua ris sol tur ul ver wyn yar zen bel cra dri est".split(
    " ",
  );
/** Distinct words of the catalogue's Latin titles. All movies share one vocabulary, however many there are. */
const vocabulary = 40_000;
const hanzi =
  "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取完举色或".split(
    "",
  );

/** The catalogue's words, the most used first. */
export function words(): string[] {
  const list = ["the", "of", "and", "a", "in", "night", "river", "love", "last", "ghost", "house", "city"];
  const known = new Set(list);
  for (let n = 0; list.length < vocabulary; n++) {
    const mixed = Math.imul(n + 1, 2_654_435_761) >>> 0;
    const count = 2 + (mixed % 3);
    let word = "";
    for (let at = 0; at < count; at++) word += syllables[(mixed >>> (at * 7)) % syllables.length]!;
    if (known.has(word)) word += syllables[n % syllables.length]! + syllables[(n >>> 5) % syllables.length]!;
    if (known.has(word)) continue;
    known.add(word);
    list.push(word);
  }
  return list;
}

/** A source of numbers in [0, 1), the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of a list. */
export function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!;
}

/** Zipf's law by inversion: place 0 most often, place n about n times less. */
function zipf(random: () => number, size: number): number {
  return Math.min(size - 1, Math.floor(Math.exp(random() * Math.log(size + 1))) - 1);
}

export type MadeMovie = { id: string; en: string; de: string; zh: string };

/** The titles from one number to another (exclusive). */
export function moviesBetween(list: readonly string[], from: number, to: number): MadeMovie[] {
  return Array.from({ length: to - from }, (_, offset) => {
    const n = from + offset;
    const random = randomOf(n * 7_919 + 13);
    const phrase = (least: number, most: number) =>
      Array.from(
        { length: least + Math.floor(random() * (most - least + 1)) },
        () => list[zipf(random, list.length)]!,
      ).join(" ");
    const run = (length: number) => Array.from({ length }, () => hanzi[zipf(random, hanzi.length)]!).join("");
    return { id: `made-${n}`, en: phrase(2, 5), de: phrase(1, 4), zh: run(3 + Math.floor(random() * 5)) };
  });
}

const batch = 2_000;

/** Adds titles until there are `size`, and updates the planner's statistics, as PostgreSQL does by itself later. */
export async function fillMovies(
  db: Db,
  { from, size, say }: { from: number; size: number; say: (text: string) => void },
): Promise<void> {
  const list = words();
  for (let start = from; start < size; start += batch) {
    const titles = moviesBetween(list, start, Math.min(size, start + batch));
    const random = randomOf(start + 1);
    const movies = titles.map(({ id }) => ({
      id,
      kind: random() < 0.25 ? "series" : "film",
      access: random() < 0.2 ? "vip" : "free",
      year: 1930 + Math.floor(Math.sqrt(random()) * 96),
      genres: [
        `genre-${"abcdefghijkl"[Math.floor(random() * 12)]}`,
        `genre-${"abcdefghijkl"[Math.floor(random() * 12)]}`,
      ],
      popularity: Math.floor(1_000_000 * random() ** 6),
      published: new Date(1_700_000_000_000 + Math.floor(random() * 80_000_000_000)).toISOString(),
    }));
    await db.execute(sql`insert into movie (id, kind, access, status, year, rating, original_language, colour, artwork_version, genres, popularity, published_at)
      select id, kind, access, 'published', year, 6, 'en', '#336699', '1', genres, popularity, published
      from jsonb_to_recordset(${JSON.stringify(movies)}::jsonb) as made(id text, kind text, access text, year int, genres text[], popularity int, published timestamptz)`);
    const texts = titles.flatMap(({ id, en, de, zh }, at) =>
      Object.entries({ en, de, "zh-hans": zh }).map(([locale, title]) => ({
        id,
        locale,
        title,
        description:
          locale === "zh-hans"
            ? zh + zh
            : `${titles[(at + 7) % titles.length]!.de} ${titles[(at + 77) % titles.length]!.en}`,
      })),
    );
    await db.execute(sql`insert into movie_text (movie_id, locale, title, description, romanised)
      select id, locale, title, description, '' from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as made(id text, locale text, title text, description text)`);
    if (start % 50_000 < batch) say(`${Math.min(size, start + batch).toLocaleString("en")} titles`);
  }
  await db.execute(sql`analyze`);
}

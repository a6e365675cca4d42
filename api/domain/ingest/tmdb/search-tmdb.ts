import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { AdminMovie, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { magnetFiles, magnets, movieTmdb } from "../../../db/schema.ts";
import { readMovie } from "../../catalogue/admin/read-movie.ts";
import { guessTitle, kindOf } from "../magnets/guess-names.ts";
import { askTmdb, type TmdbDeps } from "./ask-tmdb.ts";

type Input = ParsedOf<"z/tmdb/search"> & { locale: Locale };
type Guess = { q: string; year: number | null };

/**
 * Searches TMDB. Without words they are guessed: from the name of the movie's file, where a magnet brought one, else
 * from its title.
 * @throws Failure not_found · those of `askTmdb`
 */
export async function searchTmdb(
  deps: TmdbDeps & { db: Db },
  { id, q, year, kind, locale }: Input,
): Promise<OutputOf<"z/tmdb/search">> {
  const movie = id === undefined ? null : await readMovie(deps.db, { id });
  const guess = q === undefined ? await guessFor(deps.db, movie, locale) : readWords(q);
  const asked = {
    q: guess.q,
    year: year ?? (q === undefined || guess.q !== q ? guess.year : null),
    kind: kind ?? movie?.kind ?? "film",
  };
  const link = movie && (await linkOf(deps.db, movie.id));
  // Without words, a movie that was filled before is compared with its entry instead.
  const idle = asked.q === "" || (link !== null && q === undefined);
  const items = await askTmdb(deps, async (tmdb) => (idle ? [] : tmdb.search({ ...asked, locale })));
  return { asked, link, items };
}

async function linkOf(db: Db, id: string): Promise<OutputOf<"z/tmdb/search">["link"]> {
  const [link] = await db.select().from(movieTmdb).where(eq(movieTmdb.movieId, id));
  if (!link) return null;
  const { tmdbId: tmdb, kind, season, filledAt } = link;
  return { tmdb, kind, season, filledAt: filledAt.toISOString() };
}

/** Words that an admin typed, or the name of a file pasted as it is. */
function readWords(q: string): Guess {
  const isFile = kindOf(q) === "video" || (!q.includes(" ") && /[._].*[._]/.test(q));
  if (!isFile) return { q, year: null };
  const { title, year } = guessTitle(q);
  return { q: title || q, year };
}

async function guessFor(db: Db, movie: AdminMovie | null, locale: Locale): Promise<Guess> {
  if (!movie) return { q: "", year: null };
  const [file] = await db
    .select({ path: magnetFiles.path, name: magnets.name })
    .from(magnetFiles)
    .innerJoin(magnets, eq(magnets.id, magnetFiles.magnetId))
    .where(and(eq(magnets.movieId, movie.id), isNotNull(magnetFiles.episode)))
    .orderBy(asc(magnetFiles.episode))
    .limit(1);
  if (file) {
    // A series has its own name on the folder, not on each file.
    const { title, year } = guessTitle(movie.kind === "series" ? file.name : file.path);
    if (title !== "") return { q: title, year };
  }
  const { texts, originalLanguage } = movie;
  const own = texts[originalLanguage as Locale] ?? texts[locale] ?? texts.en ?? Object.values(texts)[0];
  const { q, year } = readWords(own?.title ?? "");
  // A draft is made with this year unless an admin typed one.
  return { q, year: year ?? (movie.revision > 0 ? movie.year : null) };
}

import type { MovieSource, OpenSource, SourceFailure, SourceRole } from "../../../ports/movie-source.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { SettingsStore } from "../../service/settings/settings-store.ts";

export type TmdbDeps = { source: MovieSource; store: SettingsStore };

/**
 * Asks TMDB with the operator's key.
 * @throws Failure tmdb_off without a key · tmdb_refused · tmdb_busy · tmdb_away · tmdb_broken · not_found for an entry
 *   that TMDB does not have (any more)
 */
export async function askTmdb<T>(
  { source, store }: TmdbDeps,
  question: (tmdb: OpenSource) => Promise<T>,
): Promise<T> {
  const key = store.known().values.tmdbKey;
  if (!key) throw new Failure("tmdb_off");
  try {
    return await question(source.open(key));
  } catch (error) {
    throw translated(error);
  }
}

function translated(error: unknown): unknown {
  const { problem, waitS } = error as Partial<SourceFailure>;
  if (problem === "busy") return new Failure("tmdb_busy", [], waitS, waitS === undefined ? {} : { waitS });
  if (problem === "refused") return new Failure("tmdb_refused");
  if (problem === "gone") return new Failure("not_found");
  if (problem === "away") return new Failure("tmdb_away");
  return problem === "broken" || problem === "too_large" ? new Failure("tmdb_broken") : error;
}

/**
 * A picture in full size.
 * @throws Failure invalid with its field, for one that is gone or too large · those of `askTmdb`
 */
export async function fetchPicture(
  tmdb: OpenSource,
  { name, role, field }: { name: string; role: SourceRole; field: string },
): Promise<Buffer> {
  return tmdb.picture(name, role, "full").catch((error: unknown) => {
    const { problem } = error as Partial<SourceFailure>;
    if (problem === "gone") throw invalidField(field, "format");
    throw problem === "too_large" ? invalidField(field, "too_big") : error;
  });
}

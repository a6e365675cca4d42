import type { Genre } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { genreNames } from "../../db/schema.ts";
import { pick } from "../kernel/localised.ts";

/** Names of all genres in the best language for the reader, by id. */
export async function genresIn(db: Db, locale: Locale): Promise<Map<Genre["id"], string>> {
  const texts = new Map<string, Record<string, string>>();
  for (const row of await db.select().from(genreNames)) {
    texts.set(row.genre, { ...texts.get(row.genre), [row.locale]: row.name });
  }
  return new Map([...texts].map(([id, names]) => [id, pick(names, locale) ?? id]));
}

/** Genres with their names, in the given order; a genre without a name shows its id. */
export function named(ids: string[], names: Map<string, string>): Genre[] {
  return ids.map((id) => ({ id, name: names.get(id) ?? id }));
}

import { eq, like, or, sql } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { rowsOf } from "../../../db/rows-of.ts";
import { episodes, movies, movieTexts } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import { invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { drawPlaceholder, placeholderColour } from "./draw-artwork.ts";
import { flatMovie, readMovie } from "./read-movie.ts";

/** The longest allowed id, minus space for a number at its end. */
const longestSlug = 56;

type Input = ParsedOf<"z/movie/create"> & { admin: User; now: Date; action?: string };

/**
 * Creates a draft with its title in the original language. A movie of kind `film` gets its one episode, a series none
 * yet. A picture in its colour is the placeholder for poster and backdrop.
 * @throws Failure invalid for an id that is taken
 */
export async function createMovie(
  { db, artwork, pictures }: { db: Db; artwork: Files; pictures: Pictures },
  input: Input,
): Promise<{ id: string; revision: number }> {
  const made = await db.transaction((tx) => insertMovie(tx, input));
  if (made.fresh) await drawPlaceholder({ artwork, pictures }, made);
  return { id: made.id, revision: made.revision };
}

/** The same within a transaction, without the picture. */
export async function insertMovie(
  tx: Db,
  input: Input,
): Promise<{ id: string; revision: number; colour: string; fresh: boolean }> {
  const { key, title, originalLanguage, kind, access, year, rating, admin, now } = input;
  const [sentBefore] = await tx.select().from(movies).where(eq(movies.createKey, key));
  if (sentBefore) {
    const { id, revision, colour } = sentBefore;
    return { id, revision, colour, fresh: false };
  }
  const id = input.id ?? (await freeId(tx, input));
  const colour = placeholderColour(id);
  const inserted = await tx
    .insert(movies)
    .values({
      id,
      kind,
      access,
      year,
      rating,
      originalLanguage,
      colour,
      status: "draft",
      artworkVersion: "0",
      genres: [],
      publishedAt: now,
      updatedAt: now,
      createKey: key,
    })
    .onConflictDoNothing({ target: movies.id })
    .returning({ id: movies.id });
  if (inserted.length === 0) throw invalidField("id", "repeated");
  await tx.insert(movieTexts).values({ movieId: id, locale: originalLanguage, title, description: "" });
  if (kind === "film") await tx.insert(episodes).values({ movieId: id, index: 1, texts: {} });
  await recordAudit(tx, {
    actor: actorOf(admin),
    action: input.action ?? "z/movie/create",
    target: { kind: "movie", id },
    before: null,
    after: flatMovie(await readMovie(tx, { id })),
    now,
  });
  return { id, revision: 0, colour, fresh: true };
}

/** The ids that titles ask for, whether they are taken or not. */
export async function slugsOf(
  tx: Db,
  titles: readonly Pick<Input, "title" | "key">[],
): Promise<readonly string[]> {
  const rows = rowsOf<{ folded: string }>(
    await tx.execute(sql`select fold(title) as folded
      from jsonb_array_elements_text(${JSON.stringify(titles.map(({ title }) => title))}::jsonb)
        with ordinality as wanted(title, place) order by place`),
  );
  return titles.map(({ key }, at) => slugOf(rows[at]!.folded) ?? `title-${key.slice(0, 8)}`);
}

/** Makes an id from the title, with a number if it is taken. */
async function freeId(tx: Db, wanted: Pick<Input, "title" | "key">): Promise<string> {
  const [slug] = (await slugsOf(tx, [wanted])) as [string];
  const taken = await tx
    .select({ id: movies.id })
    .from(movies)
    .where(or(eq(movies.id, slug), like(movies.id, `${slug}-%`)));
  const ids = new Set(taken.map(({ id }) => id));
  if (!ids.has(slug)) return slug;
  let number = 2;
  while (ids.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

/**
 * @param folded a title without accents and capitals
 * @returns its Latin letters and digits; null where most letters are of another script, as what is left says little
 */
function slugOf(folded: string): string | null {
  const letters = folded.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /[a-z]/.test(letter));
  if (latin.length * 2 < letters.length) return null;
  const slug = folded
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, longestSlug)
    .replaceAll(/^-|-$/g, "");
  return slug === "" ? null : slug;
}

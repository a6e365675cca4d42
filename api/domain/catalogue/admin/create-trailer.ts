import { and, eq, like, or } from "drizzle-orm";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { episodes, movies, movieTexts } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { drawPlaceholder, placeholderColour } from "./draw-artwork.ts";

/** Ids are at most 64 long: this leaves room for `-trailer` and a number. */
const longestStem = 52;

type Input = ParsedOf<"z/movie/trailer"> & { admin: User; now: Date };

/**
 * Makes the movie that holds a title's trailer, with the title's names; the title has one at most.
 * @returns the id of the trailer, also of one that was there
 * @throws Failure not_found, also for a trailer itself
 */
export async function createTrailer(
  { db, artwork, pictures }: { db: Db; artwork: Files; pictures: Pictures },
  input: Input,
): Promise<OutputOf<"z/movie/trailer">> {
  const made = await db.transaction((tx) => insertTrailer(tx, input));
  if (made.fresh) await drawPlaceholder({ artwork, pictures }, made);
  return { id: made.id };
}

async function insertTrailer(tx: Db, { id, admin, reason, now }: Input) {
  const [title] = await tx.select().from(movies).where(eq(movies.id, id)).for("update");
  if (!title || title.status === "deleted" || title.status === "trailer") throw new Failure("not_found");
  const [held] = await tx.select().from(movies).where(eq(movies.trailerOf, id)).for("update");
  if (held?.status === "trailer") return { id: held.id, colour: held.colour, fresh: false };
  // One that was deleted today gives way: its deletion can't be undone any more.
  if (held) await tx.update(movies).set({ trailerOf: null }).where(eq(movies.id, held.id));
  const trailer = await freeId(tx, id);
  const colour = placeholderColour(trailer);
  await tx.insert(movies).values({
    id: trailer,
    trailerOf: id,
    status: "trailer",
    kind: "film",
    access: "free",
    year: title.year,
    rating: title.rating,
    originalLanguage: title.originalLanguage,
    colour,
    artworkVersion: "0",
    genres: [],
    publishedAt: now,
    updatedAt: now,
  });
  const texts = await tx.select().from(movieTexts).where(eq(movieTexts.movieId, id));
  await tx
    .insert(movieTexts)
    .values(
      texts.map(({ locale, title: name }) => ({ movieId: trailer, locale, title: name, description: "" })),
    );
  // It is no news to followers.
  await tx.insert(episodes).values({ movieId: trailer, index: 1, texts: {}, toldAt: now });
  await recordAudit(tx, {
    actor: actorOf(admin),
    action: "z/movie/trailer",
    target: { kind: "movie", id },
    before: null,
    after: { trailer },
    reason,
    now,
  });
  return { id: trailer, colour, fresh: true };
}

async function freeId(tx: Db, title: string): Promise<string> {
  const stem = `${title.slice(0, longestStem)}-trailer`;
  const taken = await tx
    .select({ id: movies.id })
    .from(movies)
    .where(and(or(eq(movies.id, stem), like(movies.id, `${stem}-%`))));
  const ids = new Set(taken.map((row) => row.id));
  if (!ids.has(stem)) return stem;
  let number = 2;
  while (ids.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}

import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { encodings, episodes, movieImportLines, movies, movieTexts } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import type { User } from "../../kernel/user.ts";
import { flatMovie, readMovie } from "../admin/read-movie.ts";
import { numberInSeason } from "../seasons.ts";
import { restoreSeats } from "./places.ts";
import type { Line, Written } from "./write-line.ts";

const action = "z/import/undo";

/**
 * Takes one line back: a title that it created is removed, another gets the values of before. A title that was changed
 * since stays, and so does a created one that has got a video.
 */
export async function undoLine(
  tx: Db,
  line: Line,
  { admin, now }: { admin: User; now: Date },
): Promise<Written> {
  const { movieId, undo, errors } = line;
  const mine = and(eq(movieImportLines.importId, line.importId), eq(movieImportLines.line, line.line));
  // Read again: taking back a later line of the same movie has changed it.
  const [fresh] = await tx.select({ revision: movieImportLines.revision }).from(movieImportLines).where(mine);
  const { revision } = fresh!;
  const left = { movieId, revision, undo, errors };
  const [row] = await tx.select().from(movies).where(eq(movies.id, movieId!)).for("update");
  if (!row || row.status === "deleted" || row.revision !== revision || !undo)
    return { ...left, outcome: "kept" };
  const id = row.id;
  const before = flatMovie(await readMovie(tx, { id }));
  const audited = { actor: actorOf(admin), action, target: { kind: "movie", id }, now } as const;
  if (undo.row === null) {
    if (await hasVideo(tx, id)) return { ...left, outcome: "kept" };
    await tx.delete(movies).where(eq(movies.id, id));
    await recordAudit(tx, { ...audited, before, after: null });
    return { ...left, outcome: "undone" };
  }
  if (line.episode !== null) await restoreEpisode(tx, { id, episode: line.episode, undo });
  else await restoreMovie(tx, id, undo);
  const next = row.revision + 1;
  await tx.update(movies).set({ revision: next, updatedAt: now }).where(eq(movies.id, id));
  await recordAudit(tx, { ...audited, before, after: flatMovie(await readMovie(tx, { id })) });
  // An earlier line of the same movie finds it as that line left it.
  await tx
    .update(movieImportLines)
    .set({ revision: next })
    .where(
      and(
        eq(movieImportLines.importId, line.importId),
        eq(movieImportLines.movieId, id),
        eq(
          movieImportLines.revision,
          undo.from === undefined ? row.revision - 1 : (undo.from ?? row.revision),
        ),
        inArray(movieImportLines.outcome, ["created", "changed"]),
      ),
    );
  return { ...left, outcome: "undone" };
}

async function restoreEpisode(
  tx: Db,
  { id, episode, undo }: { id: string; episode: number; undo: NonNullable<Line["undo"]> },
): Promise<void> {
  const { at, seats, row } = undo;
  const place = at
    ? and(eq(episodes.season, at.season), sql`${numberInSeason} = ${at.number}`)
    : eq(episodes.index, episode);
  await tx
    .update(episodes)
    .set(row!)
    .where(and(eq(episodes.movieId, id), place));
  if (seats) await restoreSeats(tx, id, seats);
}

async function restoreMovie(tx: Db, id: string, { row, texts }: NonNullable<Line["undo"]>): Promise<void> {
  const date = (value: unknown) => (typeof value === "string" ? new Date(value) : null);
  const { publishedAt, hideAt, ...rest } = row!;
  await tx
    .update(movies)
    .set({ ...rest, publishedAt: date(publishedAt)!, hideAt: date(hideAt) })
    .where(eq(movies.id, id));
  for (const [locale, text] of Object.entries(texts)) {
    if (text)
      await tx
        .insert(movieTexts)
        .values({ movieId: id, locale, ...text })
        .onConflictDoUpdate({ target: [movieTexts.movieId, movieTexts.locale], set: text });
    else await tx.delete(movieTexts).where(and(eq(movieTexts.movieId, id), eq(movieTexts.locale, locale)));
  }
}

async function hasVideo(tx: Db, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: movies.id })
    .from(movies)
    .where(
      and(
        eq(movies.id, id),
        sql`(exists (select 1 from ${episodes} where ${episodes.movieId} = ${id} and ${episodes.assetId} is not null)
          or exists (select 1 from ${encodings} where ${encodings.movieId} = ${id}))`,
      ),
    );
  return found.length > 0;
}

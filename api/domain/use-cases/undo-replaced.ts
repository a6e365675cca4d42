import { and, desc, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import type { Undoable } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { auditEntries, movies } from "../../db/schema.ts";
import type { Files } from "../../ports/files.ts";
import { isStillPut, restoreArtwork, type ReplacedArtwork } from "../catalogue/admin/restore-artwork.ts";
import {
  findStill,
  isStillPutBy,
  restoreStill,
  type ReplacedStill,
} from "../catalogue/admin/restore-still.ts";
import { undoableMovies, undoMovies, undoMs } from "../catalogue/admin/undo-movies.ts";
import type { MovieRow } from "../catalogue/admin/write-movie.ts";
import {
  placeOfSubtitles,
  restoreSubtitles,
  type ReplacedSubtitles,
} from "../ingest/subtitles/restore-subtitles.ts";
import { Failure } from "../kernel/failure.ts";
import type { User } from "../kernel/user.ts";
import { actorOf, recordAudit } from "../service/audit/record-audit.ts";
import { isStorageFailure } from "../service/files/storage-failure.ts";
import { removeReplaced } from "../service/files/replaced-files.ts";

type Deps = { db: Db; artwork: Files; assetStore: Files };
type Undo = { entry: string; id?: string | undefined; admin: User; now: Date };
type Replaced = ReplacedArtwork | ReplacedStill | ReplacedSubtitles;

/** Writes that keep what they replace or remove. */
const replacing = ["z/movie/artwork", "z/episode/still", "z/subtitle/add", "z/subtitle/delete", "z/cue/save"];
const mostListed = 20;

/**
 * Takes a change of movies back, once: a bulk action or a deletion, or the replacement or removal of a picture, a still or
 * subtitles. What was changed since stays as it is.
 * @throws Failure not_found for an entry that does not exist, is too old, can't be undone, or was undone
 */
export async function undoChange(deps: Deps, undo: Undo): Promise<{ restored: number; skipped: number }> {
  const [found] = await deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(eq(auditEntries.id, undo.entry));
  return found && replacing.includes(found.action) ? undoReplaced(deps, undo) : undoMovies(deps.db, undo);
}

async function undoReplaced(deps: Deps, { entry, id: only, admin, now }: Undo) {
  return deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(auditEntries).where(eq(auditEntries.id, entry)).for("update");
    const isOver = !row || row.at <= new Date(now.getTime() - undoMs);
    if (isOver || row.undo === null || row.undoneAt) throw new Failure("not_found");
    const id = row.targetId;
    const [movie] = await tx.select().from(movies).where(eq(movies.id, id)).for("update");
    if (!movie || movie.status === "deleted" || (only ?? id) !== id) throw new Failure("not_found");
    const undo = row.undo as Replaced;
    if (!(await putBack({ ...deps, db: tx }, { movie, undo }))) return { restored: 0, skipped: 1 };
    await tx
      .update(movies)
      .set({ revision: sql`${movies.revision} + 1`, updatedAt: now })
      .where(eq(movies.id, id));
    await tx.update(auditEntries).set({ undoneAt: now }).where(eq(auditEntries.id, entry));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/movie/undo",
      target: { kind: "movie", id },
      before: { entry, kind: kindOf(undo) },
      after: { restored: 1, skipped: 0 },
      now,
    });
    return { restored: 1, skipped: 0 };
  });
}

/**
 * @returns false if it was changed since
 * @throws Failure not_found if its files are gone
 */
async function putBack(
  { db, artwork, assetStore }: Deps,
  { movie, undo }: { movie: MovieRow; undo: Replaced },
): Promise<boolean> {
  const { id } = movie;
  if (undo.kind === "still") {
    const found = await findStill(db, { movieId: id, still: undo.still });
    if (!found || !isStillPutBy(found, undo)) return false;
    if (!(await restoreStill(db, artwork, { movieId: id, undo, found }))) throw new Failure("not_found");
    return true;
  }
  if (undo.kind !== "subtitles") {
    if (!(await isStillPut(artwork, { id, undo }))) return false;
    if (!(await restoreArtwork(db, artwork, { row: movie, undo }))) throw new Failure("not_found");
    return true;
  }
  const asset = await placeOfSubtitles(db, { id, undo });
  if (asset === null) return false;
  if (!(await restoreSubtitles({ db, assetStore }, { asset, undo }))) throw new Failure("not_found");
  return true;
}

/**
 * Changes of the last day that can be undone, latest first: the caller's bulk actions and deletions; with an id,
 * everyone's of that movie, and its replaced or removed pictures and subtitles.
 */
export async function undoableChanges(
  deps: Deps,
  input: { id?: string | undefined; admin: User; now: Date },
): Promise<{ items: Undoable[] }> {
  const { items } = await undoableMovies(deps.db, input);
  if (input.id === undefined) return { items };
  const replaced = await replacedOf(deps, { id: input.id, now: input.now });
  return { items: [...items, ...replaced].sort((a, b) => (a.at < b.at ? 1 : -1)) };
}

async function replacedOf(deps: Deps, { id, now }: { id: string; now: Date }): Promise<Undoable[]> {
  const rows = await deps.db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.targetKind, "movie"),
        eq(auditEntries.targetId, id),
        gt(auditEntries.at, new Date(now.getTime() - undoMs)),
        inArray(auditEntries.action, replacing),
        isNotNull(auditEntries.undo),
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(mostListed);
  return Promise.all(
    rows.map(async ({ id: entry, at, actorName: by, ...row }): Promise<Undoable> => {
      const undo = row.undo as Replaced;
      const name = await nameOf(deps.db, { id, undo });
      const state = row.undoneAt ? "done" : (await isPossible(deps, { id, undo })) ? "possible" : "changed";
      return { entry, at: at.toISOString(), by, kind: kindOf(undo), name, number: 1, change: null, state };
    }),
  );
}

async function nameOf(db: Db, { id, undo }: { id: string; undo: Replaced }): Promise<string | null> {
  if (undo.kind === "subtitles") return undo.track.label;
  if (undo.kind !== "still") return null;
  const found = await findStill(db, { movieId: id, still: undo.still });
  return found && String(found.index);
}

async function isPossible(
  { db, artwork }: Deps,
  { id, undo }: { id: string; undo: Replaced },
): Promise<boolean> {
  if (undo.kind === "still") {
    const found = await findStill(db, { movieId: id, still: undo.still });
    return found !== null && isStillPutBy(found, undo);
  }
  if (undo.kind === "subtitles") return (await placeOfSubtitles(db, { id, undo })) !== null;
  return isStillPut(artwork, { id, undo }).catch((error: unknown) => {
    // The page works without the storage; the undo itself will say so.
    if (isStorageFailure(error)) return true;
    throw error;
  });
}

function kindOf(undo: Replaced): string {
  return undo.kind === "subtitles" && undo.put === null ? "subtitles-gone" : undo.kind;
}

/** Removes what was kept for undos whose day is over. @returns number of such undos */
export async function purgeReplaced({ artwork, assetStore }: Omit<Deps, "db">, now: Date): Promise<number> {
  const before = new Date(now.getTime() - undoMs);
  return (await removeReplaced(artwork, before)) + (await removeReplaced(assetStore, before));
}

import { setImmediate as breathe, setTimeout as pause } from "node:timers/promises";
import { and, asc, desc, eq, gt, inArray, lt, type SQL } from "drizzle-orm";
import { isPermitted } from "../../../../contract/accounts/permissions.ts";
import type { LineOutcome } from "../../../../contract/catalogue/values.ts";
import type { Db } from "../../../db/client.ts";
import { movieImportLines, movies, users } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import { refuseBanned } from "../../accounts/users/bans.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { placeholderFiles, putArtwork, type Drawn } from "../admin/draw-artwork.ts";
import { countMoves, restMs, writeSlice, type ImportRow } from "./import-row.ts";
import { createTogether } from "./create-together.ts";
import { undoLine } from "./undo-line.ts";
import { writeLine, type By, type Line, type Written } from "./write-line.ts";

/** Lines of one transaction: it locks their movies, and on the embedded database holds everything else up. */
const sliceLines = 8;

export type WriteDeps = {
  db: Db;
  artwork: Files;
  pictures: Pictures;
  now: () => Date;
  /** Called after each slice. */
  onWritten: () => void;
};

/**
 * Imports the checked lines, slice by slice; an interrupted import goes on after its last slice.
 * @returns the row as it was left: imported, or in between when the signal fired
 * @throws ImportTaken
 */
export async function writeImport(deps: WriteDeps, row: ImportRow, signal: AbortSignal): Promise<ImportRow> {
  // Drawn once for each colour, of which there are a few.
  const drawn = new Map<string, Drawn["files"]>();
  // The pictures of the last slice were perhaps not drawn before its process was killed.
  await drawNew(deps, await linesOf(deps.db, row, { outcomes: ["created"], upTo: true }), drawn);
  return eachSlice(deps, row, {
    signal,
    state: "imported",
    next: (db, at) => linesOf(db, at, { outcomes: ["create", "change"] }),
    together: createTogether,
    write: writeLine,
    after: (lines) => drawNew(deps, lines, drawn),
  });
}

/**
 * Takes back what an import wrote, from the last line to the first. Titles that were changed since stay.
 * @throws ImportTaken
 */
export function undoImport(deps: WriteDeps, row: ImportRow, signal: AbortSignal): Promise<ImportRow> {
  return eachSlice(deps, row, {
    signal,
    state: "undone",
    next: (db, at) => linesOf(db, at, { outcomes: ["created", "changed"], upTo: true }),
    write: undoLine,
    after: async (lines) => {
      for (const { undo, outcome, movieId } of lines)
        if (undo?.row === null && outcome === "undone") await deps.artwork.removeFolder(movieId!);
    },
  });
}

type Steps = {
  signal: AbortSignal;
  /** After the last slice. */
  state: ImportRow["state"];
  next: (db: Db, at: ImportRow) => Promise<Line[]>;
  /** Writes some lines of a slice at once, their results included. */
  together?: (tx: Db, lines: readonly Line[], by: By) => Promise<Map<number, Written>>;
  write: (tx: Db, line: Line, by: By) => Promise<Written>;
  after: (lines: Line[]) => Promise<void>;
};

async function eachSlice(deps: WriteDeps, first: ImportRow, steps: Steps): Promise<ImportRow> {
  const { db, now, onWritten } = deps;
  let row = first;
  while (!steps.signal.aborted) {
    const written: Line[] = [];
    let isOver = false;
    row = await writeSlice(db, row, async (tx) => {
      const admin = await permittedAdmin(tx, row, now());
      // The permission was taken away since: as if the import had been cancelled.
      if (!admin) return { state: "cancelled", run: row.run + 1 };
      const lines = await steps.next(tx, row);
      isOver = lines.length === 0;
      if (isOver) return { state: steps.state, run: row.run + 1 };
      await lockMovies(tx, lines);
      const together = await steps.together?.(tx, lines, { admin, now: now() });
      for (const line of lines) {
        const done = together?.get(line.line);
        const after = { ...line, ...(done ?? (await steps.write(tx, line, { admin, now: now() }))) };
        written.push(after);
        if (done) continue;
        await updateLine(tx, after);
        await breathe();
      }
      const moves = lines.map(({ outcome }, at) => ({ from: outcome, to: written[at]!.outcome }));
      return {
        line: lines.at(-1)!.line,
        done: row.done + lines.length,
        counts: countMoves(row.counts, moves),
      };
    });
    if (written.length > 0) onWritten();
    await steps.after(written);
    if (isOver || row.run !== first.run) return row;
    await pause(restMs);
  }
  return row;
}

/** @param upTo the lines before the current one, last first; else those after it */
async function linesOf(
  db: Db,
  { id, line }: ImportRow,
  { outcomes, upTo = false }: { outcomes: LineOutcome[]; upTo?: boolean },
): Promise<Line[]> {
  const place: SQL = upTo ? lt(movieImportLines.line, line + 1) : gt(movieImportLines.line, line);
  return db
    .select()
    .from(movieImportLines)
    .where(and(eq(movieImportLines.importId, id), inArray(movieImportLines.outcome, outcomes), place))
    .orderBy((upTo ? desc : asc)(movieImportLines.line))
    .limit(sliceLines);
}

/** In one order, so that actions of admins wait for a slice instead of failing. */
async function lockMovies(tx: Db, lines: readonly Line[]): Promise<void> {
  const ids = lines.flatMap(({ movieId }) => movieId ?? []);
  if (ids.length === 0) return;
  await tx
    .select({ id: movies.id })
    .from(movies)
    .where(inArray(movies.id, ids))
    .orderBy(movies.id)
    .for("update");
}

async function updateLine(tx: Db, { importId, line, ...after }: Line): Promise<void> {
  const { outcome, movieId, revision, undo, errors } = after;
  await tx
    .update(movieImportLines)
    .set({ outcome, movieId, revision, undo, errors })
    .where(and(eq(movieImportLines.importId, importId), eq(movieImportLines.line, line)));
}

/** @returns the admin who began it; null when they may no longer change titles */
async function permittedAdmin(tx: Db, { actorUid }: ImportRow, now: Date): Promise<User | null> {
  if (actorUid === null) return null;
  const [user] = await tx.select().from(users).where(eq(users.uid, actorUid));
  if (!user || !isPermitted(user.admin, "catalogue.write")) return null;
  try {
    await refuseBanned(tx, { uid: actorUid, now });
    return user;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** Draws the placeholders of new movies that have no picture yet. */
async function drawNew(
  deps: WriteDeps,
  lines: readonly Line[],
  drawn: Map<string, Drawn["files"]>,
): Promise<void> {
  const ids = lines.flatMap(({ outcome, movieId }) => (outcome === "created" && movieId ? [movieId] : []));
  if (ids.length === 0) return;
  const bare = await deps.db
    .select({ id: movies.id, colour: movies.colour })
    .from(movies)
    .where(and(inArray(movies.id, ids), eq(movies.artworkVersion, "0")));
  for (const { id, colour } of bare) {
    if (!drawn.has(colour)) drawn.set(colour, await placeholderFiles(deps.pictures, colour));
    await putArtwork(deps.artwork, id, drawn.get(colour)!);
  }
}

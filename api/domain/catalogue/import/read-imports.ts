import { and, asc, desc, eq, gt, inArray } from "drizzle-orm";
import type { MovieImport, MovieImportRow } from "../../../../contract/catalogue/admin-imports.ts";
import { isMoving } from "../../../../contract/catalogue/values.ts";
import type { OutputOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { movieImportLines, movieImports } from "../../../db/schema.ts";
import { csvOf } from "../../kernel/csv.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { Failure } from "../../kernel/failure.ts";
import { isUndoable, type ImportRow } from "./import-row.ts";

const mostListed = 50;
const mostErrors = 50;
/** Lines of one part of a result file. */
const partLines = 1_000;
const lineKey = /^line$/;

/** The imports of the last days, latest first. */
export async function listImports(db: Db, { now }: { now: Date }): Promise<{ items: MovieImportRow[] }> {
  const rows = await db.select().from(movieImports).orderBy(desc(movieImports.createdAt)).limit(mostListed);
  return { items: rows.map((row) => factsOf(row, now)) };
}

/** @throws Failure not_found */
export async function readImport(db: Db, { id, now }: { id: string; now: Date }): Promise<MovieImport> {
  const row = await rowOf(db, id);
  const wrong = await db
    .select()
    .from(movieImportLines)
    .where(
      and(eq(movieImportLines.importId, id), inArray(movieImportLines.outcome, ["wrong", "failed", "kept"])),
    )
    .orderBy(asc(movieImportLines.line))
    .limit(mostErrors);
  const { encoding, separator, columns, sample } = row;
  return {
    ...factsOf(row, now),
    encoding,
    separator,
    columns,
    sample,
    errors: wrong.flatMap(({ line, movieId: movie, errors }) =>
      errors.map((error) => ({ line, movie, ...error })),
    ),
  };
}

/** Every line with its outcome as CSV, part by part. @throws Failure not_found */
export async function importResult(
  db: Db,
  { id, cursor }: { id: string; cursor?: string | undefined },
): Promise<OutputOf<"z/import/result">> {
  const { createdAt } = await rowOf(db, id);
  const after = cursor === undefined ? 0 : Number(decodeCursor(cursor, lineKey).id) || 0;
  const { line, outcome, movieId, episode, errors } = movieImportLines;
  const found = await db
    .select({ line, outcome, movieId, episode, errors })
    .from(movieImportLines)
    .where(and(eq(movieImportLines.importId, id), gt(line, after)))
    .orderBy(asc(line))
    .limit(partLines + 1);
  const part = found.slice(0, partLines);
  const rows = part.map((one) => [
    one.line,
    one.movieId,
    one.episode,
    one.outcome,
    one.errors.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)).join("; ") || null,
  ]);
  const last = part.at(-1);
  const names = ["line", "id", "episode", "outcome", "reason"];
  return {
    name: `import-${createdAt.toISOString().slice(0, 16).replace(/\D/g, "-")}.csv`,
    csv: csvOf(rows, cursor === undefined ? names : undefined),
    rows: rows.length,
    next: found.length > partLines && last ? encodeCursor({ key: "line", id: String(last.line) }) : null,
  };
}

async function rowOf(db: Db, id: string): Promise<ImportRow> {
  const [row] = await db.select().from(movieImports).where(eq(movieImports.id, id));
  if (!row) throw new Failure("not_found");
  return row;
}

function factsOf(row: ImportRow, now: Date): MovieImportRow {
  const { id, state, problem, problemLine, done, total } = row;
  return {
    id,
    state,
    problem,
    problemLine,
    by: { uid: row.actorUid, name: row.actorName },
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    share: !isMoving(state) ? 1 : total === 0 ? 0 : Math.min(1, done / total),
    counts: Object.fromEntries(Object.entries(row.counts).filter(([, count]) => count > 0)),
    undoable: isUndoable(row, now),
  };
}

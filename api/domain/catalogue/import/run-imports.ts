import { and, asc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { importStates, isMoving } from "../../../../contract/catalogue/values.ts";
import { isDatabaseAway, isEndedForAnother } from "../../../db/fault.ts";
import { movieImports, uploads } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { checkImport } from "./check-import.ts";
import { ImportTaken, type ImportRow } from "./import-row.ts";
import { TableRefused } from "./read-table.ts";
import { undoImport, writeImport, type WriteDeps } from "./write-import.ts";

export type ImportDeps = WriteDeps & { storage: Storage; onBug: (error: unknown, where: string) => void };

const moving = importStates.filter(isMoving);
/** After this time a file that waits for its check gets its turn. Milliseconds. */
const turnMs = 5_000;
/** How long an import and its result file are kept. Milliseconds. */
const keptMs = 7 * 24 * 3_600_000;

/**
 * Works on all imports that wait, checks before long writes, until there is none or the signal fires. At most one
 * process does so at a time; what it leaves, the next one continues.
 */
export async function runImports(deps: ImportDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const [row] = await deps.db
      .select()
      .from(movieImports)
      .where(inArray(movieImports.state, moving))
      .orderBy(sql`${movieImports.state} <> 'checking'`, asc(movieImports.createdAt))
      .limit(1);
    if (!row) return;
    await advance(deps, row, signal);
  }
}

async function advance(deps: ImportDeps, row: ImportRow, signal: AbortSignal): Promise<void> {
  const turn = AbortSignal.any([signal, AbortSignal.timeout(turnMs)]);
  try {
    if (row.state === "checking") await checkImport(deps, row, signal);
    else await (row.state === "importing" ? writeImport : undoImport)(deps, row, turn);
  } catch (error) {
    // An admin cancelled it, or had it read anew: it is looked up again.
    if (error instanceof ImportTaken || isEndedForAnother(error)) return;
    if (signal.aborted) return;
    // The task of every minute tries again.
    if (isDatabaseAway(error)) throw error;
    const refused = error instanceof TableRefused ? error : null;
    if (!refused) deps.onBug(error, "imports");
    await deps.db
      .update(movieImports)
      .set({
        state: "failed",
        run: row.run + 1,
        problem: refused?.problem ?? "broken",
        problemLine: refused?.line ?? null,
      })
      .where(and(eq(movieImports.id, row.id), eq(movieImports.run, row.run)));
  }
}

/** Removes imports of a week ago, and their files. @returns number of imports */
export async function purgeImports(
  { db, storage }: Pick<ImportDeps, "db" | "storage">,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  const gone = await db
    .delete(movieImports)
    .where(lt(movieImports.createdAt, before))
    .returning({ id: movieImports.id, source: movieImports.source });
  for (const { id, source } of gone) {
    const others = await db
      .select({ id: movieImports.id })
      .from(movieImports)
      .where(and(eq(movieImports.source, source), ne(movieImports.id, id)))
      .limit(1);
    if (others.length > 0) continue;
    await db.delete(uploads).where(eq(uploads.key, source));
    await storage.remove(source);
  }
  return gone.length;
}

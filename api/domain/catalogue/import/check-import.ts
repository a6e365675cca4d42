import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../../db/client.ts";
import { movieImportLines } from "../../../db/schema.ts";
import type { Storage } from "../../../ports/storage.ts";
import { countMoves, restMs, writeSlice, type ImportRow } from "./import-row.ts";
import { beforeLines, isRepeated, judgeRows, type Before } from "./judge-rows.ts";
import { refuseRepeatedSeats } from "./places.ts";
import { columnsOf, readRow, type ReadRow } from "./read-cells.ts";
import { findReading, readTable, TableRefused } from "./read-table.ts";

/** Rows of one transaction: few enough that requests are answered between two. */
const sliceRows = 20;
const sampleRows = 5;
const longestSample = 80;

type Deps = { db: Db; storage: Pick<Storage, "borrow"> };
type Slice = { line: number; read: ReadRow }[];

/**
 * Reads the file of an import and finds what each line would do; an interrupted check goes on after its last slice.
 * @throws TableRefused · ImportTaken
 */
export async function checkImport(deps: Deps, row: ImportRow, signal: AbortSignal): Promise<ImportRow> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-import-"));
  try {
    const path = await deps.storage.borrow({ key: row.source, folder, signal });
    if (path === null) throw new TableRefused("gone");
    return await checkFile(deps.db, path, { row, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkFile(
  db: Db,
  path: string,
  { row: first, signal }: { row: ImportRow; signal: AbortSignal },
): Promise<ImportRow> {
  const { encoding, separator } = first;
  const reading = await findReading(path, encoding && separator ? { encoding, separator } : {});
  const total = (await stat(path)).size;
  const before = await beforeLines(db, first.id);
  let row = first;
  let columns: ReturnType<typeof columnsOf> | null = null;
  let slice: Slice = [];
  const sample: string[][] = [];
  for await (const { line, cells, bytes } of readTable(path, reading)) {
    if (signal.aborted) return row;
    if (columns === null) {
      columns = columnsOf(cells);
      if (!columns.some(({ as }) => as === "id" || as?.startsWith("title.")))
        throw new TableRefused("columns", line);
      continue;
    }
    if (sample.length < sampleRows) sample.push(cells.map((cell) => cell.slice(0, longestSample)));
    const read = readRow(columns, cells);
    if (line <= row.line) {
      isRepeated(read, before);
      continue;
    }
    slice.push({ line, read });
    if (slice.length < sliceRows) continue;
    const about = { encoding: reading.encoding, separator: reading.separator, columns, sample };
    row = await writeChecked(db, row, {
      slice,
      before,
      about: { ...about, total, done: Math.min(bytes, total) },
    });
    slice = [];
    await pause(restMs);
  }
  if (columns === null || (slice.length === 0 && row.line === 0)) throw new TableRefused("empty");
  const about = { encoding: reading.encoding, separator: reading.separator, columns, sample };
  return writeChecked(db, row, { slice, before, about: { ...about, total, done: total, state: "checked" } });
}

async function writeChecked(
  db: Db,
  row: ImportRow,
  { slice, before, about }: { slice: Slice; before: Before; about: Partial<ImportRow> },
): Promise<ImportRow> {
  return writeSlice(db, row, async (tx) => {
    const judged = await judgeRows(tx, slice, before);
    if (judged.length > 0)
      await tx.insert(movieImportLines).values(judged.map((one) => ({ ...one, importId: row.id })));
    const counts = countMoves(
      row.counts,
      judged.map(({ outcome }) => ({ to: outcome })),
    );
    const refused = about.state === "checked" ? await refuseRepeatedSeats(tx, row.id) : 0;
    return {
      ...about,
      counts: countMoves(counts, Array(refused).fill({ from: "change", to: "wrong" })),
      line: slice.at(-1)?.line ?? row.line,
    };
  });
}

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import {
  mostImportLines,
  type ImportEncoding,
  type ImportSeparator,
  type importProblems,
} from "../../../../contract/catalogue/values.ts";
import { detectEncoding, detectSeparator, separators } from "./detect-encoding.ts";

/** Longest row in letters: one in all languages at their longest is about half of it. */
const longestRow = 128 * 1024;
const headBytes = 64 * 1024;
const pieceBytes = 32 * 1024;

type Problem = (typeof importProblems)[number];

/** The file is no table. `line`: where the problem begins, if it is in one place. */
export class TableRefused extends Error {
  problem: Problem;
  line: number | null;
  constructor(problem: Problem, line: number | null = null) {
    super(`the file is refused: ${problem}`);
    this.problem = problem;
    this.line = line;
  }
}

/** How a file is read. */
export type Reading = { encoding: ImportEncoding; separator: ImportSeparator };

/**
 * Finds how a file is to be read.
 * @param chosen by an admin; left out, both are detected
 * @throws TableRefused for an empty file and for one that is no text
 */
export async function findReading(
  path: string,
  chosen: Partial<Reading> = {},
): Promise<Reading & { skipped: number }> {
  const file = await open(path);
  const head = Buffer.alloc(headBytes);
  const { bytesRead } = await file.read(head, 0, headBytes, 0).finally(() => file.close());
  const encoding = chosen.encoding ?? (await detectEncoding(path));
  if (!encoding) throw new TableRefused("binary");
  const text = new TextDecoder(encoding).decode(head.subarray(0, bytesRead));
  if (text.trim() === "") throw new TableRefused("empty");
  const found = detectSeparator(text);
  return { encoding, separator: chosen.separator ?? found.separator, skipped: found.skipped };
}

/** A row of a table; `line` is that of its end, `bytes` how many of the file were read for it, about. */
export type TableRow = { line: number; cells: string[]; bytes: number };

/**
 * Reads a table row by row; the row with the names is the first. Memory does not grow with the file.
 * @throws TableRefused for a quote that is not closed, and for more lines than an import may have
 */
export async function* readTable(
  path: string,
  { encoding, separator, skipped }: Reading & { skipped: number },
): AsyncGenerator<TableRow> {
  let bytes = 0;
  let last = 0;
  let rows = 0;
  const letters = async function* () {
    const decoder = new TextDecoder(encoding);
    for await (const piece of createReadStream(path, {
      highWaterMark: pieceBytes,
    }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      yield decoder.decode(piece, { stream: true });
    }
    yield decoder.decode();
  };
  const parser = parse({
    delimiter: separators[separator],
    from_line: skipped + 1,
    info: true,
    relax_column_count: true,
    // Word processors and hand-written files put quotes into cells that have none around them.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
  });
  // An error of either is thrown by the loop below.
  pipeline(letters, parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      last = info.lines;
      if (record.every((cell) => cell.trim() === "")) continue;
      if (rows > mostImportLines) throw new TableRefused("lines");
      rows += 1;
      yield { line: last, cells: record, bytes };
    }
  } catch (error) {
    // A row without an end is either cut off by the end of the file, or too long.
    if (error instanceof CsvError) throw new TableRefused("quote", last + 1);
    throw error;
  } finally {
    parser.destroy();
  }
}

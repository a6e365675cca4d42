import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { adminMovieCalls } from "../../../../contract/catalogue/admin-movies.ts";
import type { FieldReason, OutputOf, ParsedOf } from "../../../../contract/index.ts";
import { localeCodes, localeOfCode, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { movies } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { insertMovie } from "./create-movie.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import { drawPlaceholder } from "./draw-artwork.ts";
import { saveMovie } from "./save-movie.ts";
import { listMark, plainColumns, textColumnsOf } from "./movie-csv.ts";

type Input = ParsedOf<"z/movie/import"> & { admin: User; now: Date };
type Answer = OutputOf<"z/movie/import">;
const action = "z/movie/import";

const {
  id: _id,
  revision: _revision,
  reason: _reason,
  ...fields
} = adminMovieCalls["z/movie/save"].input.shape;
const rowFields = z.object(fields);
type RowFields = z.output<typeof rowFields>;

/** Rolls the transaction back, for a dry run or for invalid rows. */
class Undone extends Error {}

/**
 * Creates and changes movies from CSV rows. An empty cell keeps the current value. A row with a new id, or without one,
 * creates a movie. All rows or none.
 */
export async function importMovies(
  { db, artwork, pictures }: { db: Db; artwork: Files; pictures: Pictures },
  input: Input,
): Promise<Answer> {
  const answer: Answer = { created: 0, changed: 0, unchanged: 0, errors: [] };
  const made: { id: string; colour: string }[] = [];
  try {
    await db.transaction(async (tx) => {
      for (const row of input.rows) await importRow(tx, row, { ...input, answer, made });
      if (input.dryRun || answer.errors.length > 0) throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return answer;
  }
  for (const one of made) await drawPlaceholder({ artwork, pictures }, one);
  return answer;
}

async function importRow(
  tx: Db,
  { line, cells }: Input["rows"][number],
  context: Input & { answer: Answer; made: { id: string; colour: string }[] },
): Promise<void> {
  const { answer, made, admin, now } = context;
  const parsed = readCells(cells);
  if ("errors" in parsed) {
    answer.errors.push(...parsed.errors.map((error) => ({ line, ...error })));
    return;
  }
  const { id, values } = parsed;
  try {
    // A nested transaction, so that a refused row does not undo the others.
    await tx.transaction(async (row) => {
      const [there] =
        id === undefined ? [] : await row.select().from(movies).where(eq(movies.id, id)).limit(1);
      if (there) {
        const write = { id: there.id, revision: there.revision, admin, now, action };
        const { revision } = await saveMovie(row, { ...write, ...values });
        answer[revision === there.revision ? "unchanged" : "changed"] += 1;
        return;
      }
      const created = await createFrom(row, { id, values, line, context });
      answer.created += 1;
      made.push(created);
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const issues = error.issues.length > 0 ? error.issues : [{ field: "id", reason: "wrong" as const }];
    answer.errors.push(...issues.map(({ field, reason }) => ({ line, field: columnOf(field), reason })));
  }
}

async function createFrom(
  tx: Db,
  row: { id: string | undefined; values: RowFields; line: number; context: Input },
): Promise<{ id: string; colour: string }> {
  const { id, values, line, context } = row;
  const { admin, now } = context;
  const {
    originalLanguage = "en",
    kind = "film",
    access = "free",
    year,
    rating = 0,
    texts = {},
    ...rest
  } = values;
  const locale = localeOfCode(originalLanguage);
  if (!locale) throw refused("originalLanguage", "choice");
  const title = texts[locale]?.title;
  if (!title) throw refused(`texts.${locale}.title`, "required");
  if (year === undefined) throw refused("year", "required");
  const made = await insertMovie(tx, {
    key: keyOf({ id, title, year, line, now }),
    ...(id !== undefined && { id }),
    title,
    originalLanguage: locale,
    kind,
    access,
    year,
    rating,
    admin,
    now,
    action,
  });
  await saveMovie(tx, { id: made.id, revision: made.revision, admin, now, action, texts, ...rest });
  return { id: made.id, colour: made.colour };
}

function refused(field: string, reason: FieldReason): Failure {
  return new Failure("invalid", [{ field, reason }]);
}

/** A UUID derived from the row and its time. */
function keyOf(row: object): string {
  const hex = createHash("sha256").update(JSON.stringify(row)).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

const columns: readonly string[] = [...plainColumns, ...localeCodes.flatMap(textColumnsOf)];
/** Columns with numbers. */
const numbers = ["year", "rating", "teaserS"];

type Read =
  { id: string | undefined; values: RowFields } | { errors: { field: string; reason: FieldReason }[] };

/** @returns the values of the cells, validated by the contract */
function readCells(cells: Record<string, string>): Read {
  const unknown = Object.keys(cells).filter((column) => !columns.includes(column));
  if (unknown.length > 0) return { errors: unknown.map((field) => ({ field, reason: "unknown" as const })) };
  const raw: Record<string, unknown> = {};
  const texts: Record<string, { title?: string; description?: string }> = {};
  let id: string | undefined;
  for (const [column, typed] of Object.entries(cells)) {
    const cell = plain(typed).trim();
    if (cell === "") continue;
    const text = /^(title|description)\.(.+)$/.exec(column);
    if (text) texts[text[2]!] = { ...texts[text[2]!], [text[1]!]: cell };
    else if (column === "id") id = cell;
    else if (column === "genres" || column === "tags")
      raw[column] = cell.split(listMark).map((one) => one.trim());
    else raw[column] = numbers.includes(column) ? Number(cell) : cell;
  }
  const errors: { field: string; reason: FieldReason }[] = [];
  if (id !== undefined && !_id.safeParse(id).success) errors.push({ field: "id", reason: "format" });
  for (const [locale, text] of Object.entries(texts)) {
    if (text.title === undefined) errors.push({ field: `title.${locale}`, reason: "required" });
  }
  const complete = Object.fromEntries(
    Object.entries(texts).map(([locale, { title = "?", description = "" }]) => [
      locale,
      { title, description },
    ]),
  );
  const parsed = rowFields.safeParse({ ...raw, ...(Object.keys(texts).length > 0 && { texts: complete }) });
  if (!parsed.success) {
    for (const { path, code } of parsed.error.issues)
      errors.push({ field: columnOf(path.join(".")), reason: reasons[code] ?? "format" });
  }
  return errors.length > 0 || !parsed.success ? { errors } : { id, values: parsed.data };
}

const reasons: Partial<Record<string, FieldReason>> = {
  invalid_value: "choice",
  invalid_type: "type",
  too_big: "too_big",
  too_small: "too_small",
};

/** The column name of a field. */
function columnOf(field: string): string {
  const text = /^texts\.([^.]+)\.(title|description)$/.exec(field);
  return text ? `${text[2]}.${text[1] as Locale}` : field.split(".", 1)[0]!;
}

/** Removes the apostrophe that an export puts before cells that a spreadsheet would compute. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? cell.slice(1) : cell;
}

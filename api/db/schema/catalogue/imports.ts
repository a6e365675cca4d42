import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { LineError } from "../../../../contract/catalogue/admin-imports.ts";
import {
  importEncodings,
  importProblems,
  importSeparators,
  importStates,
  lineOutcomes,
  type LineOutcome,
} from "../../../../contract/catalogue/values.ts";
import { time } from "../columns.ts";

/** CSV files of titles that admins import. */
export const movieImports = pgTable(
  "movie_import",
  {
    id: uuid("id").primaryKey(),
    /** Key of the upload. */
    source: text("source").notNull(),
    /** Null once the account is deleted. */
    actorUid: text("actor_uid"),
    actorName: text("actor_name"),
    state: text("state", { enum: importStates }).notNull(),
    /** Counts the changes of state: a job that began in an earlier run stops. */
    run: integer("run").notNull().default(0),
    problem: text("problem", { enum: importProblems }),
    problemLine: integer("problem_line"),
    encoding: text("encoding", { enum: importEncodings }),
    separator: text("separator", { enum: importSeparators }),
    columns: jsonb("columns").$type<{ name: string; as: string | null }[]>().notNull().default([]),
    sample: jsonb("sample").$type<string[][]>().notNull().default([]),
    counts: jsonb("counts").$type<Partial<Record<LineOutcome, number>>>().notNull().default({}),
    /** Of the current work: the last line that is done, and how much of how much: bytes in a check, else lines. */
    line: integer("line").notNull().default(0),
    done: integer("done").notNull().default(0),
    total: integer("total").notNull().default(0),
    createdAt: time("created_at").notNull(),
    /** When its lines began to be imported. */
    startedAt: time("started_at"),
  },
  (t) => [
    index("movie_import_latest").on(t.createdAt),
    index("movie_import_moving")
      .on(t.createdAt)
      .where(sql`state in ('checking', 'importing', 'undoing')`),
  ],
);

/** What a line does to a movie, and what takes it back. */
export type LineUndo = {
  /** Columns of the movie or of its episode before the line; null = it created the movie. */
  row: Record<string, unknown> | null;
  /** Its texts before the line in the languages that it changed; null = none. */
  texts: Record<string, { title: string; description: string } | null>;
  /** The movie's revision before the line; null = it is the same after it. Left out by earlier versions. */
  from?: number | null;
  /** Season and number of its episode after the line. */
  at?: { season: number; number: number };
  /** The line gave the movie's episodes the places of all lines of the file. */
  seats?: { was: { season: number; number: number }; to: { season: number; number: number } }[];
};

/** The lines of such a file. A line with a cell for `episode` is about that episode's own level. */
export const movieImportLines = pgTable(
  "movie_import_line",
  {
    importId: uuid("import_id")
      .notNull()
      .references(() => movieImports.id, { onDelete: "cascade" }),
    line: integer("line").notNull(),
    outcome: text("outcome", { enum: lineOutcomes }).notNull(),
    /** Null for a new movie whose id is not made yet. */
    movieId: text("movie_id"),
    episode: integer("episode"),
    /** The fields to write; null when there is nothing to write. */
    fields: jsonb("fields").$type<Record<string, unknown>>(),
    errors: jsonb("errors").$type<LineError[]>().notNull().default([]),
    /** The movie's revision at the check, then after the line. */
    revision: integer("revision"),
    undo: jsonb("undo").$type<LineUndo>(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index("movie_import_line_movie").on(t.importId, t.movieId),
  ],
);

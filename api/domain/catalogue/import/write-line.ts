import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { LineError } from "../../../../contract/catalogue/admin-imports.ts";
import type { LineOutcome } from "../../../../contract/catalogue/values.ts";
import { localeOfCode, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import type { LineUndo } from "../../../db/schema/catalogue/imports.ts";
import { episodes, movieImportLines, movies, movieTexts } from "../../../db/schema.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { insertMovie } from "../admin/create-movie.ts";
import { saveEpisode } from "../admin/episodes.ts";
import { saveMovie } from "../admin/save-movie.ts";
import { findSeat, placeColumns, writeSeats } from "./places.ts";
import type { EpisodeFields, MovieFields } from "./read-cells.ts";

export type Line = typeof movieImportLines.$inferSelect;
export type Written = Pick<Line, "outcome" | "movieId" | "revision" | "undo" | "errors">;
/** The admin who began the import, and the time of the change. */
export type By = { admin: User; now: Date };

/** The call that the audit log names for every change of an import. */
export const importAction = "z/import/start";

class LineRefused extends Error {
  reason: LineError;
  constructor(reason: LineError) {
    super(reason.reason);
    this.reason = reason;
  }
}

/** Writes one line: all of it, or nothing. A refusal is the line's outcome. */
export async function writeLine(tx: Db, line: Line, by: By): Promise<Written> {
  try {
    // A nested transaction, so that a refused line does not undo the others.
    return await tx.transaction((own) => {
      if (line.episode !== null) return writeEpisode(own, line, by);
      return line.outcome === "create" ? createMovie(own, line, by) : changeMovie(own, line, by);
    });
  } catch (error) {
    return { ...failed(line), errors: errorsOf(error) };
  }
}

const failed = ({ movieId, revision }: Line) => ({
  outcome: "failed" as LineOutcome,
  movieId,
  revision,
  undo: null,
});

function errorsOf(error: unknown): LineError[] {
  if (error instanceof LineRefused) return [error.reason];
  if (!(error instanceof Failure)) throw error;
  if (error.code === "conflict") return [{ field: "", reason: "conflict" }];
  if (error.issues.length === 0) return [{ field: "id", reason: "missing" }];
  return error.issues.map(({ field, reason }) => ({ field: columnOfField(field), reason }));
}

function columnOfField(field: string): string {
  const text = /^texts\.([^.]+)\.(title|description)$/.exec(field);
  return text ? `${text[2]}.${text[1]}` : field.split(".", 1)[0]!;
}

/** The movie, locked and as the check saw it. A change by an earlier line of the same file is no conflict. */
async function lockMovie(tx: Db, { importId, movieId, revision }: Line) {
  const [row] = await tx.select().from(movies).where(eq(movies.id, movieId!)).for("update");
  if (!row || row.status === "deleted") throw new LineRefused({ field: "id", reason: "missing" });
  if (row.revision === revision) return row;
  const mine = await tx
    .select({ line: movieImportLines.line })
    .from(movieImportLines)
    .where(
      and(
        eq(movieImportLines.importId, importId),
        eq(movieImportLines.movieId, row.id),
        eq(movieImportLines.revision, row.revision),
        inArray(movieImportLines.outcome, ["created", "changed"]),
      ),
    )
    .limit(1);
  if (mine.length === 0) throw new LineRefused({ field: "", reason: "conflict" });
  return row;
}

async function changeMovie(tx: Db, line: Line, by: By): Promise<Written> {
  const row = await lockMovie(tx, line);
  const { texts = {}, ...fields } = line.fields as MovieFields;
  const locales = Object.keys(texts);
  const old = locales.length
    ? await tx
        .select()
        .from(movieTexts)
        .where(and(eq(movieTexts.movieId, row.id), inArray(movieTexts.locale, locales)))
    : [];
  const before = new Map(old.map(({ locale, title, description }) => [locale, { title, description }]));
  const complete = completed(texts, before);
  const write = { id: row.id, revision: row.revision, action: importAction, ...by };
  const { revision } = await saveMovie(tx, {
    ...write,
    ...fields,
    ...(locales.length > 0 && { texts: complete }),
  });
  const { kind, status, access, teaserS, year, rating, originalLanguage, genres, tags, collections } = row;
  const { publishedAt, hideAt, premiereOn, everPublished, ageRatings } = row;
  return {
    outcome: revision === row.revision ? "unchanged" : "changed",
    movieId: row.id,
    revision,
    errors: [],
    undo: {
      from: row.revision,
      row: {
        kind,
        status,
        access,
        teaserS,
        year,
        rating,
        ageRatings,
        originalLanguage,
        genres,
        tags,
        collections,
        publishedAt: publishedAt.toISOString(),
        hideAt: hideAt?.toISOString() ?? null,
        premiereOn,
        everPublished,
      },
      texts: Object.fromEntries(locales.map((locale) => [locale, before.get(locale) ?? null])),
    } satisfies LineUndo,
  };
}

/** A cell that is empty keeps the text that is there. */
function completed(
  texts: NonNullable<MovieFields["texts"]>,
  before: Map<string, { title: string; description: string }>,
): Partial<Record<Locale, { title: string; description: string }>> {
  return Object.fromEntries(
    Object.entries(texts).map(([locale, { title, description }]) => {
      const old = before.get(locale);
      const name = title ?? old?.title;
      if (name === undefined) throw new LineRefused({ field: `title.${locale}`, reason: "required" });
      return [locale, { title: name, description: description ?? old?.description ?? "" }];
    }),
  );
}

async function createMovie(tx: Db, line: Line, { admin, now }: By): Promise<Written> {
  const {
    originalLanguage = "en",
    kind = "film",
    access = "free",
    year,
    rating = 0,
    ...rest
  } = line.fields as MovieFields;
  const { texts = {}, ...plain } = rest;
  const locale = localeOfCode(originalLanguage)!;
  const made = await insertMovie(tx, {
    key: keyOf(line),
    ...(line.movieId !== null && { id: line.movieId }),
    title: texts[locale]!.title!,
    originalLanguage: locale,
    kind,
    access,
    year: year!,
    rating,
    admin,
    now,
    action: importAction,
  });
  const write = { id: made.id, revision: made.revision, admin, now, action: importAction };
  const { revision } = await saveMovie(tx, { ...write, ...plain, texts: completed(texts, new Map()) });
  return { outcome: "created", movieId: made.id, revision, errors: [], undo: { row: null, texts: {} } };
}

/** A UUID derived from the import and its line: the key that its movie is created by. */
export function keyOf({ importId, line }: Line): string {
  const hex = createHash("sha256").update(`${importId} ${line}`).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

async function writeEpisode(tx: Db, line: Line, by: By): Promise<Written> {
  const movie = await lockMovie(tx, line);
  const { access, teaserS } = episodes;
  const list = await tx
    .select({ ...placeColumns, access, teaserS })
    .from(episodes)
    .where(eq(episodes.movieId, movie.id));
  const found = await findSeat(tx, { line, list });
  const before = found && list.find(({ index }) => index === found.place.index);
  if (!found || !before) throw new LineRefused({ field: "episode", reason: "missing" });
  const { season, number, at: _at, ...levels } = line.fields as EpisodeFields;
  const { index } = before;
  const write = { id: movie.id, ...by };
  const saved = await saveEpisode(tx, { ...write, revision: movie.revision, index, ...levels });
  const placing = { ...write, revision: saved.revision, action: importAction };
  const placed = found.isPlaced ? null : await writeSeats(tx, line, placing);
  const revision = placed?.revision ?? saved.revision;
  const isMoved = season !== undefined || number !== undefined;
  return {
    outcome: revision === movie.revision && !isMoved ? "unchanged" : "changed",
    movieId: movie.id,
    revision,
    errors: [],
    undo: {
      row: { access: before.access, teaserS: before.teaserS },
      texts: {},
      from: revision === movie.revision ? null : movie.revision,
      at: { season: season ?? before.season, number: number ?? before.number },
      ...(placed && { seats: placed.seats }),
    },
  };
}

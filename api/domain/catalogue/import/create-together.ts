import { and, eq, inArray, sql } from "drizzle-orm";
import { localeOfCode, type Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import {
  collections,
  episodes,
  genreNames,
  movieImportLines,
  movies,
  movieTexts,
} from "../../../db/schema.ts";
import { actorOf, recordAudits } from "../../service/audit/record-audit.ts";
import { slugsOf } from "../admin/create-movie.ts";
import { placeholderColour } from "../admin/draw-artwork.ts";
import { episodeOfRow, flatMovie, movieOf } from "../admin/read-movie.ts";
import type { MovieFields } from "./read-cells.ts";
import { importAction, keyOf, type By, type Line, type Written } from "./write-line.ts";

type Draft = {
  line: Line;
  id: string;
  fields: MovieFields;
  language: Locale;
  texts: { locale: string; title: string; description: string }[];
};

/**
 * Creates the plain ones of the movies that these lines create: drafts without dates, of known genres and collections, whose ids are
 * free. A few statements create all of them, so that the words of a slice are indexed once; line by line, each movie
 * would take some thirty statements, and its row would be written five times.
 * @returns what was written, by the number of the line. The other lines are left to `writeLine`, which says what is
 *   wrong with them
 */
export async function createTogether(tx: Db, lines: readonly Line[], by: By): Promise<Map<number, Written>> {
  const drafts = await withIds(tx, await ofKnownParents(tx, lines.flatMap(draftOf)));
  const made = await insertDrafts(tx, drafts, by);
  return new Map(
    made.map(({ line, id }) => [
      line.line,
      { outcome: "created", movieId: id, revision: 0, errors: [], undo: { row: null, texts: {} } },
    ]),
  );
}

function draftOf(line: Line): (Omit<Draft, "id"> & { id: string | null })[] {
  if (line.outcome !== "create" || line.episode !== null) return [];
  const fields = line.fields as MovieFields;
  const { status = "draft", publishAt, hideAt, premiereOn, originalLanguage = "en" } = fields;
  const language = localeOfCode(originalLanguage);
  const texts = Object.entries(fields.texts ?? {}).flatMap(([locale, { title, description = "" }]) =>
    title === undefined ? [] : { locale, title, description },
  );
  const isDated = publishAt || hideAt || premiereOn;
  const isWhole = texts.length === Object.keys(fields.texts ?? {}).length;
  if (status !== "draft" || isDated || !isWhole) return [];
  if (!language || !texts.some(({ locale }) => locale === language) || fields.year === undefined) return [];
  return [{ line, id: line.movieId, fields, language, texts }];
}

/** Those whose genres and collections are known. */
async function ofKnownParents<T extends { fields: MovieFields }>(tx: Db, drafts: T[]): Promise<T[]> {
  const genres = [...new Set(drafts.flatMap(({ fields }) => fields.genres ?? []))];
  const ids = [...new Set(drafts.flatMap(({ fields }) => fields.collections ?? []))];
  const isGenre = await knownIn(genres, async () =>
    tx.selectDistinct({ id: genreNames.genre }).from(genreNames).where(inArray(genreNames.genre, genres)),
  );
  const isCollection = await knownIn(ids, () =>
    tx.select({ id: collections.id }).from(collections).where(inArray(collections.id, ids)),
  );
  return drafts.filter(
    ({ fields }) => (fields.genres ?? []).every(isGenre) && (fields.collections ?? []).every(isCollection),
  );
}

async function knownIn(wanted: string[], read: () => Promise<{ id: string }[]>) {
  const known = new Set(wanted.length === 0 ? [] : (await read()).map(({ id }) => id));
  return (id: string) => known.has(id);
}

/** Leaves out those whose id is taken, and of several with the same id all but the first. */
async function withIds(tx: Db, drafts: (Omit<Draft, "id"> & { id: string | null })[]): Promise<Draft[]> {
  const unnamed = drafts.filter(({ id }) => id === null);
  const titles = unnamed.map(({ line, texts, language }) => ({
    key: keyOf(line),
    title: texts.find(({ locale }) => locale === language)!.title,
  }));
  const slugs = unnamed.length === 0 ? [] : await slugsOf(tx, titles);
  const named = drafts.map((draft) => ({ ...draft, id: draft.id ?? slugs[unnamed.indexOf(draft)]! }));
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  const taken = await tx.select({ id: movies.id }).from(movies).where(inArray(movies.id, ids));
  const seen = new Set(taken.map(({ id }) => id));
  return named.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** @returns those that were created: an id may have been taken in the meantime */
async function insertDrafts(tx: Db, drafts: readonly Draft[], { admin, now }: By): Promise<Draft[]> {
  if (drafts.length === 0) return [];
  const rows = await tx
    .insert(movies)
    .values(drafts.map((draft) => ({ ...rowOf(draft), publishedAt: now, updatedAt: now })))
    .onConflictDoNothing({ target: movies.id })
    .returning();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const made = drafts.filter(({ id }) => byId.has(id));
  if (made.length === 0) return [];
  await tx
    .insert(movieTexts)
    .values(made.flatMap(({ id, texts }) => texts.map((text) => ({ movieId: id, ...text }))));
  const films = made.filter(({ id }) => byId.get(id)!.kind === "film");
  const parts =
    films.length === 0
      ? []
      : await tx
          .insert(episodes)
          .values(films.map(({ id }) => ({ movieId: id, index: 1, texts: {} })))
          .returning();
  const partOf = new Map(parts.map((part) => [part.movieId, part]));
  await recordAudits(
    tx,
    made.map(({ id, texts }) => {
      const part = partOf.get(id);
      const movie = movieOf(byId.get(id)!, {
        now,
        texts: texts.toSorted((a, b) => (a.locale < b.locale ? -1 : 1)),
        episodes: part ? [episodeOfRow(part, { asset: null, subtitles: [] })] : [],
      });
      const target = { kind: "movie", id } as const;
      return {
        actor: actorOf(admin),
        action: importAction,
        target,
        before: null,
        after: flatMovie(movie),
        now,
      };
    }),
  );
  await noteCreated(tx, made);
  return made;
}

function rowOf({ line, id, fields, language }: Draft) {
  const { kind = "film", access = "free", year, rating = 0, teaserS } = fields;
  const { genres = [], tags = [], collections: belongsTo = [], ageRatings = [] } = fields;
  return {
    id,
    kind,
    access,
    year: year!,
    rating,
    ageRatings,
    teaserS,
    genres: [...new Set(genres)],
    tags: [...new Set(tags)],
    collections: [...new Set(belongsTo)],
    originalLanguage: language,
    colour: placeholderColour(id),
    status: "draft" as const,
    artworkVersion: "0",
    createKey: keyOf(line),
  };
}

async function noteCreated(tx: Db, made: readonly Draft[]): Promise<void> {
  const ids = made.map(({ line, id }) => ({ line: line.line, id }));
  await tx
    .update(movieImportLines)
    .set({
      outcome: "created",
      movieId: sql`made.id`,
      revision: 0,
      undo: { row: null, texts: {} },
      errors: [],
    })
    .from(sql`jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as made(line int, id text)`)
    .where(
      and(eq(movieImportLines.importId, made[0]!.line.importId), eq(movieImportLines.line, sql`made.line`)),
    );
}

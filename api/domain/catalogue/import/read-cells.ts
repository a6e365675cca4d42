import { z } from "zod";
import type { LineError } from "../../../../contract/catalogue/admin-imports.ts";
import { adminMovieCalls } from "../../../../contract/catalogue/admin-movies.ts";
import type { FieldReason } from "../../../../contract/index.ts";
import { localeOfCode, type Locale } from "../../../../contract/locales.ts";
import { longestDescription } from "../../../../contract/catalogue/values.ts";
import { episodeNumber, seasonNumber } from "../../../../contract/fields.ts";
import { asMovie, listMark, plainColumns } from "../admin/movie-csv.ts";

const {
  id: movieId,
  revision: _revision,
  reason: _reason,
  texts: _texts,
  credits: _credits,
  hero: _hero,
  ...fields
} = adminMovieCalls["z/movie/save"].input.shape;
const movieFields = z.object(fields);
const text = z.object({
  title: adminMovieCalls["z/movie/create"].input.shape.title,
  description: z.string().trim().max(longestDescription),
});

/** Fields of a movie as a save takes them; texts may lack what the file does not say. */
export type MovieFields = z.output<typeof movieFields> & {
  texts?: Partial<Record<Locale, { title?: string; description?: string }>>;
};
export type EpisodeFields = {
  season?: number;
  number?: number;
  /** Where the check found the episode. */
  at?: { season: number; number: number };
  access?: MovieFields["access"] | null;
  teaserS?: number | null;
};
export type ReadRow =
  | { errors: LineError[]; id?: string | undefined; episode?: number | undefined; seat?: undefined }
  | { id: string | undefined; episode: undefined; seat?: undefined; fields: MovieFields }
  /** An episode by its index, or without one by its season and number. */
  | { id: string; episode: number; seat?: undefined; fields: EpisodeFields }
  | { id: string; episode: undefined; seat: { season: number; number: number }; fields: EpisodeFields };

const plainNames = new Map(plainColumns.map((name) => [name.toLowerCase(), name as string]));

/** @returns the column that a name in the first line stands for; null for an unknown one */
export function columnOf(name: string): string | null {
  const plain = name.trim().toLowerCase();
  const known = plainNames.get(plain);
  if (known) return known;
  const [, kind, code] = /^(title|description)[._ ]([a-z-]+)$/.exec(plain) ?? [];
  const locale = code && localeOfCode(code);
  return locale ? `${kind}.${locale}` : null;
}

/** What the columns of a file are; a second column of the same name is unknown. */
export function columnsOf(names: readonly string[]): { name: string; as: string | null }[] {
  const seen = new Set<string>();
  return names.map((name) => {
    const as = columnOf(name);
    if (as === null || seen.has(as)) return { name, as: null };
    seen.add(as);
    return { name, as };
  });
}

/** Reads one row. Empty cells are left out: they change nothing. */
export function readRow(columns: readonly { as: string | null }[], row: readonly string[]): ReadRow {
  if (row.length !== columns.length) return { errors: [{ field: "", reason: "cells" }] };
  const cells = new Map<string, string>();
  for (const [at, { as }] of columns.entries()) {
    const cell = withoutGuard(row[at]!).trim();
    if (as !== null && cell !== "") cells.set(as, cell);
  }
  const id = cells.get("id");
  cells.delete("id");
  if (id !== undefined && !movieId.safeParse(id).success)
    return { errors: [{ field: "id", reason: "format" }] };
  const isEpisode = ["episode", "season", "number"].some((column) => cells.has(column));
  return isEpisode ? episodeRow(id, cells) : movieRow(id, cells);
}

function movieRow(id: string | undefined, cells: Map<string, string>): ReadRow {
  const errors: LineError[] = [];
  const raw: Record<string, unknown> = {};
  const texts: MovieFields["texts"] = {};
  for (const [column, cell] of cells) {
    const [kind, locale] = column.split(".") as ["title" | "description", Locale | undefined];
    if (locale) {
      const read = text.shape[kind].safeParse(cell);
      if (!read.success) errors.push({ field: column, reason: reasonOf(read.error.issues[0]) });
      else texts[locale] = { ...texts[locale], [kind]: read.data };
    } else
      raw[column] = isList(column) ? cell.split(listMark).map((one) => one.trim()) : plainValue(column, cell);
  }
  const read = movieFields.safeParse(raw);
  for (const issue of read.error?.issues ?? [])
    errors.push({ field: String(issue.path[0]), reason: reasonOf(issue) });
  if (errors.length > 0) return { errors, id };
  return {
    id,
    episode: undefined,
    fields: { ...read.data, ...(Object.keys(texts).length > 0 && { texts }) },
  };
}

const placeShape = { season: seasonNumber, number: episodeNumber };

function episodeRow(id: string | undefined, cells: Map<string, string>): ReadRow {
  const written = cells.get("episode");
  cells.delete("episode");
  const episode = written === undefined ? undefined : Number(written);
  const errors: LineError[] = [];
  if (id === undefined) errors.push({ field: "id", reason: "required" });
  if (episode !== undefined && (!Number.isInteger(episode) || episode < 1 || episode > 1e6))
    errors.push({ field: "episode", reason: "type" });
  if (episode === undefined && !cells.has("number")) errors.push({ field: "number", reason: "required" });
  const fields: Record<string, unknown> = {};
  for (const [column, cell] of cells) {
    const isPlace = column === "season" || column === "number";
    if (!isPlace && column !== "access" && column !== "teaserS") {
      errors.push({ field: column, reason: "unknown" });
      continue;
    }
    if (!isPlace && cell === asMovie) fields[column] = null;
    else {
      const shape = isPlace ? placeShape[column] : movieFields.shape[column];
      const read = shape.safeParse(plainValue(column, cell));
      if (read.success) fields[column] = read.data;
      else errors.push({ field: column, reason: reasonOf(read.error.issues[0]) });
    }
  }
  if (errors.length > 0 || id === undefined) return { errors, id, episode };
  if (episode !== undefined) return { id, episode, fields: fields as EpisodeFields };
  const { season = 1, number, ...rest } = fields as EpisodeFields;
  return { id, episode, seat: { season, number: number! }, fields: rest };
}

const lists = ["genres", "tags", "collections", "ageRatings"];
const isList = (column: string) => lists.includes(column);
const numbers = ["year", "rating", "teaserS", "season", "number"];
const plainValue = (column: string, cell: string) => (numbers.includes(column) ? Number(cell) : cell);

const reasons: Partial<Record<string, FieldReason>> = {
  invalid_value: "choice",
  invalid_type: "type",
  too_big: "too_big",
  too_small: "too_small",
};
const reasonOf = (issue: { code?: string } | undefined): FieldReason =>
  reasons[issue?.code ?? ""] ?? "format";

/** Removes the apostrophe that an export puts before cells that a spreadsheet would compute. */
function withoutGuard(cell: string): string {
  return /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? cell.slice(1) : cell;
}

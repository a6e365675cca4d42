import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { LineUndo } from "../../../db/schema/catalogue/imports.ts";
import { episodes, movieImportLines } from "../../../db/schema.ts";
import { placeEpisodes, type Place } from "../admin/place-episodes.ts";
import { readMovie } from "../admin/read-movie.ts";
import { writeMovie, type MovieWrite } from "../admin/write-movie.ts";
import { numberInSeason } from "../seasons.ts";
import type { EpisodeFields } from "./read-cells.ts";

/** Season and number of an episode. */
export type Seat = { season: number; number: number };
type Line = Pick<
  typeof movieImportLines.$inferSelect,
  "importId" | "line" | "movieId" | "episode" | "fields"
>;

const isSame = (one: Seat, other: Seat) => one.season === other.season && one.number === other.number;
const nameOf = ({ season, number }: Seat) => `${season} ${number}`;

/** The columns of episodes' places. */
export const placeColumns = {
  movieId: episodes.movieId,
  index: episodes.index,
  season: episodes.season,
  number: numberInSeason,
};

/** Where the file puts an episode: what its line leaves out stays. */
function wantedSeat({ at, season, number }: EpisodeFields): Seat | null {
  return at && (season !== undefined || number !== undefined)
    ? { season: season ?? at.season, number: number ?? at.number }
    : null;
}

/** The lines about places of an import, of one movie or of all. */
function linesWithSeats(db: Db, { importId, movieId }: { importId: string; movieId?: string }) {
  const { fields } = movieImportLines;
  return db
    .select()
    .from(movieImportLines)
    .where(
      and(
        eq(movieImportLines.importId, importId),
        movieId === undefined ? undefined : eq(movieImportLines.movieId, movieId),
        inArray(movieImportLines.outcome, ["change", "changed"]),
        isNotNull(movieImportLines.episode),
        or(sql`${fields} -> 'season' is not null`, sql`${fields} -> 'number' is not null`),
      ),
    );
}

/**
 * Refuses the lines of a checked file that would give two episodes of a season the same number: whether they do follows
 * from all of its lines together.
 * @returns how many lines were refused
 */
export async function refuseRepeatedSeats(tx: Db, importId: string): Promise<number> {
  const lines = await linesWithSeats(tx, { importId });
  const ids = [...new Set(lines.flatMap(({ movieId }) => movieId ?? []))];
  if (ids.length === 0) return 0;
  const list = await tx.select(placeColumns).from(episodes).where(inArray(episodes.movieId, ids));
  const wanted = new Map(
    lines.map((line) => [`${line.movieId} ${line.episode}`, { line, seat: wantedSeat(fieldsOf(line)) }]),
  );
  const taken = Map.groupBy(list, ({ movieId, index, season, number }) => {
    const seat = wanted.get(`${movieId} ${index}`)?.seat ?? { season, number };
    return `${movieId} ${nameOf(seat)}`;
  });
  const wrong = [...taken.values()]
    .filter((same) => same.length > 1)
    .flat()
    .flatMap(({ movieId, index }) => wanted.get(`${movieId} ${index}`)?.line ?? []);
  for (const { line } of wrong)
    await tx
      .update(movieImportLines)
      .set({ outcome: "wrong", fields: null, errors: [{ field: "number", reason: "repeated" }] })
      .where(and(eq(movieImportLines.importId, importId), eq(movieImportLines.line, line)));
  return wrong.length;
}

/**
 * Finds the episode of a line by its season and number. They are those of the check until an earlier line has written
 * all the places of the file.
 * @returns null where there is none
 */
export async function findSeat(
  tx: Db,
  { line, list }: { line: Line; list: readonly Place[] },
): Promise<{ place: Place; isPlaced: boolean } | null> {
  const fields = fieldsOf(line);
  const isPlaced = await arePlaced(tx, line);
  const seat = (isPlaced && wantedSeat(fields)) || fields.at;
  const place = list.find((one) => (seat ? isSame(one, seat) : one.index === line.episode));
  return place ? { place, isPlaced } : null;
}

async function arePlaced(tx: Db, { importId, movieId }: Line): Promise<boolean> {
  const rows = await tx
    .select({ line: movieImportLines.line })
    .from(movieImportLines)
    .where(
      and(
        eq(movieImportLines.importId, importId),
        eq(movieImportLines.movieId, movieId!),
        sql`${movieImportLines.undo} -> 'seats' is not null`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Gives all episodes of a movie the places that the lines of its import ask for: one after the other, a number would be
 * taken that a later line sets free.
 * @returns null where this line asks for none
 * @throws Failure as `placeEpisodes`
 */
export async function writeSeats(
  tx: Db,
  line: Line,
  write: MovieWrite & { action: string },
): Promise<{ revision: number; seats: NonNullable<LineUndo["seats"]> } | null> {
  if (!wantedSeat(fieldsOf(line))) return null;
  const lines = await linesWithSeats(tx, { importId: line.importId, movieId: write.id });
  const seats = lines.flatMap((one) => {
    const [was, to] = [fieldsOf(one).at, wantedSeat(fieldsOf(one))];
    return was && to ? [{ was, to }] : [];
  });
  const { revision } = await writeMovie(tx, write, {
    action: write.action,
    apply: async (own, { before }) => {
      await placeEpisodes(own, before, movesOf(before.episodes, seats));
    },
  });
  return { revision, seats };
}

/** Puts the episodes back where they were. */
export async function restoreSeats(tx: Db, id: string, seats: NonNullable<LineUndo["seats"]>): Promise<void> {
  const movie = await readMovie(tx, { id });
  const back = seats.map(({ was, to }) => ({ was: to, to: was }));
  await placeEpisodes(tx, movie, movesOf(movie.episodes, back));
}

function movesOf(list: readonly Place[], seats: readonly { was: Seat; to: Seat }[]): Map<number, Seat> {
  return new Map(
    seats.flatMap(({ was, to }) => {
      const found = list.find((one) => isSame(one, was));
      return found ? [[found.index, to] as const] : [];
    }),
  );
}

const fieldsOf = ({ fields }: Pick<Line, "fields">) => (fields ?? {}) as EpisodeFields;

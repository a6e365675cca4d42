import { and, eq, isNull, sql } from "drizzle-orm";
import type { AdminMovie } from "../../../../contract/catalogue/admin-movie-models.ts";
import { mostSeasons } from "../../../../contract/catalogue/values.ts";
import type { Db } from "../../../db/client.ts";
import { episodes } from "../../../db/schema.ts";
import { invalidField } from "../../kernel/failure.ts";
import { bySeason, specials } from "../seasons.ts";

export type Place = { index: number; season: number; number: number };
/** Where an episode is, and where it goes. */
export type Move = Place & { from: number };

/**
 * Gives episodes the indexes that their seasons and numbers ask for. The specials stay among the others where they are,
 * as no order leads from one to the other: so an episode that is added behind the last season changes no address.
 * @returns all of them, ordered by their new indexes
 */
export function arranged(places: readonly Place[]): Move[] {
  const inOrder = places.toSorted(
    (one, other) => bySeason(one.season, other.season) || one.number - other.number,
  );
  const parts = [
    inOrder.filter(({ season }) => season !== specials),
    inOrder.filter(({ season }) => season === specials),
  ] as const;
  const slotsOf = (isSpecial: boolean) =>
    places
      .filter(({ season }) => (season === specials) === isSpecial)
      .map(({ index }) => index)
      .sort((a, b) => a - b);
  const slots = [slotsOf(false), slotsOf(true)] as const;
  // The address of the movie alone plays its first episode.
  const startsWithSpecial = parts[0].length > 0 && slots[0][0] !== 1;
  const moves = startsWithSpecial
    ? inOrder.map((place, at) => ({ ...place, from: place.index, index: at + 1 }))
    : parts.flatMap((part, which) =>
        part.map((place, at) => ({ ...place, from: place.index, index: slots[which]![at]! })),
      );
  return moves.sort((a, b) => a.index - b.index);
}

type Wanted = { season?: number | undefined; number?: number | undefined };

/**
 * Gives some episodes another season or number, by their indexes, within a transaction that has locked the movie. The
 * viewers' progress moves along.
 * @returns the new index of each episode, by its old one
 * @throws Failure invalid for a number that another episode of the season has (`number`), and too many seasons
 */
export async function placeEpisodes(
  tx: Db,
  { id, episodes: list, seasons }: Pick<AdminMovie, "id" | "episodes" | "seasons">,
  wanted: ReadonlyMap<number, Wanted>,
): Promise<Map<number, number>> {
  const places = list.map(({ index, season, number }) => {
    const { season: toSeason = season, number: toNumber = number } = wanted.get(index) ?? {};
    return { index, season: toSeason, number: toNumber };
  });
  settleRepeated(places, wanted);
  refuseManySeasons([...places, ...seasons]);
  const moves = arranged(places);
  const before = new Map(list.map((one) => [one.index, one]));
  const changed = moves.filter(({ from, index, season, number }) => {
    const old = before.get(from)!;
    return index !== from || season !== old.season || number !== old.number;
  });
  if (changed.length > 0) {
    await keepNumbers(tx, id);
    await writePlaces(tx, id, changed);
  }
  return new Map(moves.map(({ from, index }) => [from, index]));
}

/** Writes down the numbers that followed from indexes, before these change. */
export async function keepNumbers(tx: Db, id: string): Promise<void> {
  await tx
    .update(episodes)
    .set({ number: sql`${episodes.index}` })
    .where(
      and(
        eq(episodes.movieId, id),
        isNull(episodes.number),
        sql`not exists (select 1 from episode other where other.movie_id = ${id}
          and other.season = ${episodes.season} and other.number = ${episodes.index})`,
      ),
    );
}

/** Two episodes must never have the same index or number, even for a moment: so both are negative in between. */
async function writePlaces(tx: Db, id: string, moves: readonly Move[]): Promise<void> {
  await tx.execute(sql`
    update episode e set season = m.season, number = -1 - m.number,
      index = case when m.index = m."from" then m.index else -m.index end
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m("from" int, index int, season int, number int)
    where e.movie_id = ${id} and e.index = m."from"`);
  await tx
    .update(episodes)
    .set({ index: sql`abs(${episodes.index})`, number: sql`-1 - ${episodes.number}` })
    .where(and(eq(episodes.movieId, id), sql`${episodes.number} < 0`));
}

/** Without a wish, two have one number only where a version without seasons has added one: it gets the next number. */
function settleRepeated(places: Place[], wanted: ReadonlyMap<number, Wanted>): void {
  const taken = Map.groupBy(places, ({ season, number }) => `${season} ${number}`);
  for (const same of taken.values()) {
    if (same.length > 1 && same.some(({ index }) => wanted.has(index)))
      throw invalidField("number", "repeated");
    for (const place of same.slice(1)) place.number = nextNumber({ episodes: places }, place.season);
  }
}

/** @throws Failure invalid for more seasons than a series may have */
export function refuseManySeasons(list: readonly { season: number }[]): void {
  if (new Set(list.map(({ season }) => season)).size > mostSeasons) throw invalidField("season", "too_big");
}

/** The season of a new episode that names none: the last one that is not the specials. */
export function lastSeason({ seasons }: Pick<AdminMovie, "seasons">): number {
  return Math.max(1, ...seasons.map(({ season }) => season));
}

/** The number after the highest one of a season; 1 for the first. */
export function nextNumber(
  { episodes: list }: { episodes: readonly { season: number; number: number }[] },
  season: number,
): number {
  return Math.max(0, ...list.filter((one) => one.season === season).map(({ number }) => number)) + 1;
}

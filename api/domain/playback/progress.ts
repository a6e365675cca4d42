import { and, eq, sql, type Placeholder } from "drizzle-orm";
import { opens, type AccessLevel } from "../../../contract/catalogue/values.ts";
import type { OutputOf, ParsedOf } from "../../../contract/index.ts";
import type { Locale } from "../../../contract/locales.ts";
import type { Db } from "../../db/client.ts";
import { keptQuery, type Slot } from "../../db/kept-query.ts";
import { assets, episodes, movies, progress } from "../../db/schema.ts";
import { cardColumns, cardOf, isRated, suits, visibleTo } from "../catalogue/cards.ts";
import { inSeasonOf, numberInSeason } from "../catalogue/seasons.ts";
import { shownStill } from "../catalogue/still.ts";
import { titleContains } from "../catalogue/listing.ts";
import { decodeCursor, encodeCursor, timeKey } from "../kernel/cursor.ts";
import { Failure, invalidField } from "../kernel/failure.ts";
import type { AgeLimit } from "../kernel/age-limit.ts";
import { pastTime } from "../kernel/past-time.ts";
import { levelOf } from "../catalogue/access-level.ts";
import type { ProgressBatch } from "./progress-batch.ts";
import { isFurther, isLater, writePlaces } from "./write-places.ts";

/** From this share of its length on, an episode counts as watched: credits are not worth resuming. */
export const finishedFrom = 0.95;

/** Seconds a position may be beyond the end: lengths are rounded, and audio may end after the picture. */
const beyondS = 2;

/** What a place is checked against. */
export type EpisodeFacts = {
  durationS: number | null;
  episode: AccessLevel | null;
  title: AccessLevel;
  rating: number;
  isRated: boolean;
};

const factsMs = 15_000;
const mostFacts = 5_000;

/**
 * Remembers for some seconds what every save of a place asks about its episode. `forget` it when the catalogue changes;
 * another process's change is seen when the seconds are over.
 */
export function createEpisodeFacts(db: Db) {
  const known = new Map<string, { until: number; facts: Promise<EpisodeFacts | null> }>();
  return {
    forget: () => known.clear(),
    /** @returns null for an episode that does not exist or is not published */
    of({ id, index }: { id: string; index: number }): Promise<EpisodeFacts | null> {
      const key = `${id}/${index}`;
      const kept = known.get(key);
      if (kept && kept.until > performance.now()) return kept.facts;
      const facts = readFacts(db, { id, index });
      known.delete(key);
      known.set(key, { until: performance.now() + factsMs, facts });
      if (known.size > mostFacts) known.delete(known.keys().next().value!);
      // Only what was found is remembered.
      const drop = () => known.get(key)?.facts === facts && known.delete(key);
      facts.then((found) => found ?? drop(), drop);
      return facts;
    },
  };
}

async function readFacts(db: Db, { id, index }: { id: string; index: number }): Promise<EpisodeFacts | null> {
  const [row] = await db
    .select({
      durationS: assets.durationS,
      episode: episodes.access,
      title: movies.access,
      rating: movies.rating,
      isRated,
    })
    .from(episodes)
    .innerJoin(movies, and(eq(movies.id, episodes.movieId), visibleTo(null)))
    .leftJoin(assets, eq(assets.id, episodes.assetId))
    .where(and(eq(episodes.movieId, id), eq(episodes.index, index)))
    .limit(1);
  return row ?? null;
}

export type ProgressDeps = {
  db: Db;
  batch: ProgressBatch;
  facts: Pick<ReturnType<typeof createEpisodeFacts>, "of">;
};

/**
 * Saves a user's progress: by the next batch, or at once with `settled`, which players send at pauses and at the end.
 * The latest position wins, by the server's clock, with two exceptions. A position saved offline (`at`) that is older
 * than the known one wins if it is further, so that no progress is lost. A position in a teaser wins only if it is
 * further, so that it does not replace the progress of a member whose membership has ended.
 * While the user has paused the history, nothing is saved and the caller gets no error, so that players work as usual.
 * @throws Failure not_found for an unknown episode · invalid for a position beyond its end
 */
export async function saveProgress(
  { db, batch, facts }: ProgressDeps,
  input: ParsedOf<"progress/save"> & {
    uid: string;
    now: Date;
    /** Omitted = the user is known to have the whole asset. */
    right?: { reached: AccessLevel; guestWatching: boolean; ageLimit: AgeLimit };
  },
): Promise<void> {
  const { uid, id, index, now, right } = input;
  const known = await facts.of({ id, index });
  if (!known || (right && !suits(known, right.ageLimit))) throw new Failure("not_found");
  const durationS = known.durationS ?? input.durationS;
  if (input.positionS > durationS + beyondS) throw invalidField("positionS", "too_big");
  const positionS = Math.min(input.positionS, durationS);
  const finished = durationS > 0 && positionS >= durationS * finishedFrom;
  const at = input.at === undefined ? now : pastTime(input.at, now);
  const place = { uid, id, index, positionS, durationS, finished, at };
  const whole = !right || opens(right.reached, levelOf({ ...known, guestWatching: right.guestWatching }));
  if (whole && input.at === undefined) {
    await batch.put(place);
    if (input.settled) await batch.flush(uid);
    return;
  }
  await batch.flush(uid);
  const wins = whole ? sql`${isLater} or ${isFurther}` : isFurther;
  await writePlaces(db, [place], wins);
}

const placeRows = keptQuery((db, slot: Slot<{ uid: string; id: string; index: number }>) =>
  db
    .select({ positionS: progress.positionS, finished: progress.finished })
    .from(progress)
    .where(
      and(eq(progress.uid, slot("uid")), eq(progress.movieId, slot("id")), eq(progress.index, slot("index"))),
    )
    .limit(1),
);

/** @returns seconds to resume at; 0 if it was never started, or watched to the end */
export async function resumeAt(
  db: Db,
  { uid, id, index }: { uid: string; id: string; index: number },
): Promise<number> {
  const [row] = await placeRows(db, { uid, id, index });
  return row && !row.finished ? row.positionS : 0;
}

const movieRows = keptQuery((db, slot: Slot<{ uid: string; id: string }>) =>
  db
    .select({ index: progress.index, positionS: progress.positionS, durationS: progress.durationS })
    .from(progress)
    .where(and(eq(progress.uid, slot("uid")), eq(progress.movieId, slot("id"))))
    .orderBy(progress.index),
);

/** How far each episode of a movie was watched. */
export async function progressOf(
  db: Db,
  { uid, id }: { uid: string; id: string },
): Promise<OutputOf<"progress/of">> {
  return { items: await movieRows(db, { uid, id }) };
}

/**
 * A user's history, latest first: one entry per movie, with the episode watched last.
 * @param input.paused passed through: whether the user has paused the history
 */
export async function listProgress(
  db: Db,
  input: ParsedOf<"progress/list"> & { uid: string; locale: Locale; ageLimit: AgeLimit; paused: boolean },
): Promise<OutputOf<"progress/list">> {
  const { uid, limit = 24, locale, ageLimit, state = "all", q, paused } = input;
  const place = input.cursor ? decodeCursor(input.cursor, timeKey) : null;
  const form = { locale, ageLimit, state };
  const rows =
    q === undefined && place === null
      ? await firstPlaces(db, { uid, limit: limit + 1 }, form)
      : await placesOf(db, { uid, limit: limit + 1, q, place }, form);
  const shown = rows.slice(0, limit);
  const items = shown.map(({ movie, index, positionS, durationS, updatedAt, stills, season, number }) => ({
    movie: cardOf(movie),
    index,
    ...inSeasonOf(movie.kind, { season, number }),
    positionS,
    durationS,
    updatedAt: updatedAt.toISOString(),
    still: shownStill(movie.id, stills),
  }));
  const last = shown.at(-1);
  const next = rows.length > limit && last ? encodeCursor({ key: last.key, id: last.movieId }) : null;
  return { items, next, paused };
}

type PlacesForm = { locale: Locale; ageLimit: AgeLimit; state: "all" | "unfinished" };

/** The page that most requests ask for: without a search, from the start. */
const firstPlaces = keptQuery((db, slot: Slot<{ uid: string; limit: number }>, form: PlacesForm) =>
  placesOf(db, { uid: slot("uid"), limit: slot("limit") }, form),
);

function placesOf(
  db: Db,
  given: {
    uid: string | Placeholder;
    limit: number | Placeholder;
    q?: string | undefined;
    place?: { key: string; id: string } | null;
  },
  { locale, ageLimit, state }: PlacesForm,
) {
  const { uid, limit, q, place } = given;
  const latest = db
    .selectDistinctOn([progress.movieId])
    .from(progress)
    .where(eq(progress.uid, uid))
    .orderBy(progress.movieId, sql`${progress.updatedAt} desc`)
    .as("latest");
  return db
    .select({
      movieId: latest.movieId,
      index: latest.index,
      positionS: latest.positionS,
      durationS: latest.durationS,
      updatedAt: latest.updatedAt,
      key: sql<string>`to_char(${latest.updatedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      movie: cardColumns(locale),
      stills: episodes.stills,
      season: episodes.season,
      number: numberInSeason,
    })
    .from(latest)
    .innerJoin(movies, and(eq(movies.id, latest.movieId), visibleTo(ageLimit)))
    .leftJoin(episodes, and(eq(episodes.movieId, latest.movieId), eq(episodes.index, latest.index)))
    .where(
      and(
        state === "unfinished" ? eq(latest.finished, false) : undefined,
        q === undefined ? undefined : titleContains(q),
        place
          ? sql`(${latest.updatedAt}, ${latest.movieId}) < (${place.key}::timestamptz, ${place.id})`
          : undefined,
      ),
    )
    .orderBy(sql`${latest.updatedAt} desc`, sql`${latest.movieId} desc`)
    .limit(limit);
}

/**
 * Moves a guest's progress to the member; of two positions in one episode the furthest is kept, so that no progress is
 * lost. Idempotent: it moves, so that progress the member deletes later can't come back. A member who has paused the
 * history gets nothing.
 */
export async function mergeProgress(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await db.execute(sql`
    with moved as (
      delete from progress where uid = ${from} and (select recording from user_account where uid = ${to})
      returning movie_id, index, position_s, duration_s, finished, updated_at)
    insert into progress (uid, movie_id, index, position_s, duration_s, finished, updated_at)
    select ${to}, movie_id, index, position_s, duration_s, finished, updated_at from moved
    on conflict (uid, movie_id, index) do update set
      position_s = greatest(excluded.position_s, progress.position_s),
      duration_s = greatest(excluded.duration_s, progress.duration_s),
      finished = excluded.finished or progress.finished,
      updated_at = greatest(excluded.updated_at, progress.updated_at)`);
}

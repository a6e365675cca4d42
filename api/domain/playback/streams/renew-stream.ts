import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { opens } from "../../../../contract/catalogue/values.ts";
import { streamLifeS } from "../../../../contract/playback/values.ts";
import type { Db } from "../../../db/client.ts";
import { episodes, movies, streams } from "../../../db/schema.ts";
import { levelOf } from "../../catalogue/access-level.ts";
import { visibleTo } from "../../catalogue/cards.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { Failure } from "../../kernel/failure.ts";
import { reachedBy, refusalOf, type Viewer } from "../access.ts";

/** Names of the players that make no calls: they hold their stream by what they fetch. */
export const playersWithoutScripts = { plain: "plain", receiver: "receiver" } as const;

/** How many players of a user may play at a time. */
export type StreamLimit = (user: { uid: string; now: Date }) => Promise<number>;

export type StreamDeps = { db: Db; mostOf: StreamLimit };

/** One player: `session` is the hash of its token, empty for one that sends none. */
export type StreamOf = { uid: string; session: string; player: string };

type Playing = StreamOf & { id: string; index: number; now: Date };

/** What is refused: the account's other players are as many as it may have, or another device has stopped this one. */
export type StreamRefusal = "too_many_streams" | "stream_stopped";

/**
 * Keeps a player's stream for another minute, or begins one. Processes take turns by account, so that two players that
 * begin at once can't both be the last one allowed.
 * @param begins the user has pressed play, also after another device stopped it
 * @returns when it ends unless it is renewed, or why it is refused
 */
export async function holdStream(
  { db, mostOf }: StreamDeps,
  { begins = false, ...playing }: Playing & { begins?: boolean },
): Promise<Date | StreamRefusal> {
  const { uid, session, player, id, index, now } = playing;
  const expiresAt = new Date(now.getTime() + streamLifeS * 1_000);
  const own = and(eq(streams.uid, uid), eq(streams.session, session), eq(streams.player, player));
  const renewed = await db
    .update(streams)
    .set({ expiresAt, movieId: id, index })
    .where(and(own, isNull(streams.stoppedAt), gt(streams.expiresAt, now)))
    .returning({ id: streams.id });
  if (renewed.length > 0) return expiresAt;
  const most = await mostOf({ uid, now });
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`stream:${uid}`}, 0))`);
    await tx.delete(streams).where(and(eq(streams.uid, uid), lte(streams.expiresAt, now)));
    const rows = await tx.select().from(streams).where(eq(streams.uid, uid));
    const isOwn = (row: StreamOf) => row.session === session && row.player === player;
    if (!begins && rows.some((row) => isOwn(row) && row.stoppedAt)) return "stream_stopped" as const;
    // Before its scripts are there, a page's video is played by the browser: that one ends where its player begins.
    const isBefore = (row: StreamOf) =>
      session !== "" && row.session === session && row.player === playersWithoutScripts.plain;
    const others = rows.filter((row) => !row.stoppedAt && !isOwn(row) && !isBefore(row));
    if (others.length >= most) return "too_many_streams" as const;
    await tx
      .delete(streams)
      .where(
        and(
          eq(streams.uid, uid),
          eq(streams.session, session),
          sql`${streams.player} in (${player}, ${session === "" ? player : playersWithoutScripts.plain})`,
        ),
      );
    await tx.insert(streams).values({ uid, session, player, movieId: id, index, startedAt: now, expiresAt });
    return expiresAt;
  });
}

/**
 * The same for a player with scripts, whose user has to have the entitlement.
 * @throws Failure not_found · vip_required · sign_in_required · too_many_streams · stream_stopped
 */
export async function renewStream(
  deps: StreamDeps & { guestWatching: boolean },
  {
    user,
    ageLimit,
    ...playing
  }: Omit<Playing, "uid"> & { user: Viewer & { uid: string }; ageLimit: AgeLimit; begins?: boolean },
): Promise<{ expiresAt: string }> {
  const [row] = await deps.db
    .select({ episode: episodes.access, title: movies.access })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .where(and(visibleTo(ageLimit), eq(episodes.movieId, playing.id), eq(episodes.index, playing.index)));
  if (!row) throw new Failure("not_found");
  const level = levelOf({ ...row, guestWatching: deps.guestWatching });
  if (!opens(reachedBy(user, playing.now), level)) throw refusalOf(level);
  const held = await holdStream(deps, { ...playing, uid: user.uid });
  if (typeof held === "string") throw new Failure(held);
  return { expiresAt: held.toISOString() };
}

/** Ends a player's stream. One that was stopped stays until it expires, so that it can't begin again by itself. */
export async function endStream(db: Db, { uid, session, player }: StreamOf): Promise<void> {
  const own = and(eq(streams.uid, uid), eq(streams.session, session), eq(streams.player, player));
  await db.delete(streams).where(and(own, isNull(streams.stoppedAt)));
}

import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { OpenStream } from "../../../../contract/playback/streams.ts";
import { streamLifeS } from "../../../../contract/playback/values.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { movies, sessions, streams } from "../../../db/schema.ts";
import type { Session } from "../../accounts/identity/session.ts";
import { deviceName } from "../../accounts/identity/device-name.ts";
import { cardColumns, isRated, suits } from "../../catalogue/cards.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { Failure } from "../../kernel/failure.ts";
import type { StreamDeps } from "./renew-stream.ts";

type Asker = { uid: string; session: string; now: Date };

const openOf = ({ uid, now }: Pick<Asker, "uid" | "now">) =>
  and(eq(streams.uid, uid), gt(streams.expiresAt, now), isNull(streams.stoppedAt));

/** What plays now on the devices of an account, the longest first, and how many may at a time. */
export async function listStreams(
  { db, mostOf }: StreamDeps,
  { uid, session, locale, ageLimit, now }: Asker & { locale: Locale; ageLimit: AgeLimit },
): Promise<{ most: number; items: OpenStream[] }> {
  const { title, kind } = cardColumns(locale);
  const [most, rows] = await Promise.all([
    mostOf({ uid, now }),
    db
      .select({ stream: streams, title, kind, rating: movies.rating, isRated, userAgent: sessions.userAgent })
      .from(streams)
      .innerJoin(movies, eq(movies.id, streams.movieId))
      .leftJoin(sessions, eq(sessions.tokenHash, streams.session))
      .where(openOf({ uid, now }))
      .orderBy(asc(streams.startedAt), asc(streams.id)),
  ]);
  const items = rows.map(({ stream, title: name, kind, userAgent, ...rated }) => {
    // A kids profile is told where the account plays, and not what it may not see.
    const title = suits(rated, ageLimit) ? name : "";
    const { id, movieId, index } = stream;
    const here = stream.session !== "" && stream.session === session;
    const startedAt = stream.startedAt.toISOString();
    const isSeries = kind === "series";
    return { id, movieId, title, index, isSeries, ...deviceName(userAgent ?? ""), here, startedAt };
  });
  return { most, items };
}

/** Whether a session could play another VIP episode now, or plays one already. */
export async function hasRoom(
  { db, mostOf }: StreamDeps,
  { user: { uid }, tokenHash }: Session,
  now: Date,
): Promise<boolean> {
  const open = await db.select({ session: streams.session }).from(streams).where(openOf({ uid, now }));
  if (open.length === 0 || open.some(({ session }) => session === tokenHash)) return true;
  return open.length < (await mostOf({ uid, now }));
}

/**
 * Stops a player of the user's own account. Its row stays for a minute, in which it can't renew it.
 * @throws Failure not_found, also for another account's, or one that has ended
 */
export async function stopStream(
  db: Db,
  { uid, id, now }: { uid: string; id: string; now: Date },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + streamLifeS * 1_000);
  const stopped = await db
    .update(streams)
    .set({ stoppedAt: now, expiresAt })
    .where(and(eq(streams.id, id), openOf({ uid, now })))
    .returning({ id: streams.id });
  if (stopped.length === 0) throw new Failure("not_found");
}

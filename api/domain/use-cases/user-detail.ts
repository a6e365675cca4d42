import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Locale } from "../../../contract/locales.ts";
import type { OutputOf } from "../../../contract/index.ts";
import type { Db } from "../../db/client.ts";
import { rowsOf } from "../../db/rows-of.ts";
import { episodes, favourites, feedback, movies, progress, users } from "../../db/schema.ts";
import { inSeasonOf } from "../catalogue/seasons.ts";
import { listAudit } from "../service/audit/list-audit.ts";
import { byPreference } from "../kernel/localised.ts";
import { Failure } from "../kernel/failure.ts";
import { listDevices } from "../accounts/identity/devices.ts";
import { profilesOf } from "../accounts/profiles/list-profiles.ts";
import { mayDo, type User } from "../kernel/user.ts";
import { readMembership } from "../commerce/membership/append-event.ts";
import { findBan } from "../accounts/users/bans.ts";
import { adminUserOf, joinBan, userColumns, type UserRow } from "../accounts/users/list-users.ts";
import { isAbove } from "../accounts/users/lock-users.ts";

type Detail = OutputOf<"z/user/detail">;

/**
 * Everything an admin sees of one account.
 * @throws Failure not_found
 */
export async function userDetail(
  db: Db,
  { uid, admin, locale, now }: { uid: string; admin: User; locale: Locale; now: Date },
): Promise<Detail> {
  const [row] = rowsOf<UserRow>(
    await db.execute(sql`select ${userColumns} from user_account u ${joinBan(now)} where u.uid = ${uid}`),
  );
  const [user] = await db.select().from(users).where(eq(users.uid, uid)).limit(1);
  if (!row || !user) throw new Failure("not_found");
  const others = (await profilesOf(db, uid)).filter(({ id }) => id !== uid);
  const viewers = [uid, ...others.map(({ id }) => id)];
  const [ban, devices, membership, watch, counts, owners, audit] = await Promise.all([
    findBan(db, { uid, now }),
    listDevices(db, { uid, tokenHash: "", now }),
    readMembership(db, { uid }),
    watchOf(db, { viewers, locale }),
    countsOf(db, { uid, viewers }),
    db
      .select({ n: count() })
      .from(users)
      .where(sql`admin > 0 and admin >= 3`),
    mayDo(admin, "audit.read") ? listAudit(db, { kind: "user", targets: [uid], limit: 20, locale }) : null,
  ]);
  return {
    ...adminUserOf(row, now),
    revision: user.revision,
    ban: ban && {
      reason: ban.reason as NonNullable<Detail["ban"]>["reason"],
      until: ban.until?.toISOString() ?? null,
      at: ban.at.toISOString(),
      by: { uid: ban.bannedBy, name: ban.bannedName },
      note: ban.note,
    },
    recording: user.recording,
    editable: mayDo(admin, "users.write") && !isAbove(user, admin),
    lastOwner: user.admin >= 3 && owners[0]!.n === 1,
    profiles: others.map(({ name, ageLimit }) => ({ name: name ?? "", ageLimit })),
    devices: devices.map(({ current: _asking, ...device }) => device),
    membership,
    watch,
    counts,
    audit: audit?.items ?? [],
  };
}

async function watchOf(
  db: Db,
  { viewers, locale }: { viewers: string[]; locale: Locale },
): Promise<Detail["watch"]> {
  const [sums] = await db
    .select({
      titles: sql<number>`count(distinct ${progress.movieId})::int`,
      episodes: sql<number>`count(*)::int`,
      finished: sql<number>`(count(*) filter (where ${progress.finished}))::int`,
      seconds: sql<number>`coalesce(sum(${progress.positionS}), 0)::float8`,
    })
    .from(progress)
    .where(inArray(progress.uid, viewers));
  const latest = await db
    .select({
      id: progress.movieId,
      title: sql<string>`coalesce((select t.title from movie_text t where t.movie_id = progress.movie_id
        order by ${byPreference(sql`t.locale`, locale)} limit 1), progress.movie_id)`,
      index: progress.index,
      kind: movies.kind,
      season: episodes.season,
      number: sql<number | null>`coalesce(${episodes.number}, ${episodes.index})`,
      seasons: sql<number>`(select count(distinct e.season)::int from episode e where e.movie_id = progress.movie_id)`,
      positionS: progress.positionS,
      durationS: progress.durationS,
      updatedAt: progress.updatedAt,
    })
    .from(progress)
    .innerJoin(movies, eq(movies.id, progress.movieId))
    .innerJoin(episodes, and(eq(episodes.movieId, progress.movieId), eq(episodes.index, progress.index)))
    .where(inArray(progress.uid, viewers))
    .orderBy(desc(progress.updatedAt))
    .limit(10);
  const items = latest.map(({ kind, season, number, seasons, updatedAt, ...one }) => ({
    ...one,
    ...inSeasonOf(kind, { season, number }),
    ...(kind === "series" && seasons > 1 && { seasons }),
    updatedAt: updatedAt.toISOString(),
  }));
  return { ...sums!, lastAt: items[0]?.updatedAt ?? null, latest: items };
}

async function countsOf(
  db: Db,
  { uid, viewers }: { uid: string; viewers: string[] },
): Promise<Detail["counts"]> {
  const [kept] = await db.select({ n: count() }).from(favourites).where(inArray(favourites.uid, viewers));
  const [sent] = await db.select({ n: count() }).from(feedback).where(eq(feedback.uid, uid));
  const open = and(eq(feedback.uid, uid), isNull(feedback.repliedAt), isNull(feedback.closedAt));
  const [waiting] = await db.select({ n: count() }).from(feedback).where(open);
  return { favourites: kept!.n, feedback: sent!.n, openFeedback: waiting!.n };
}

import { and, eq, inArray, isNull, or } from "drizzle-orm";
import type { DownloadPolicy, OutputOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { downloadLicences, episodes, movies } from "../../../db/schema.ts";
import { visibleTo } from "../../catalogue/cards.ts";
import type { AgeLimit } from "../../kernel/age-limit.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { levelOf } from "../../catalogue/access-level.ts";
import { licenceEnd } from "../../playback/may-download.ts";

type Asked = { licences: string[]; user: User; ageLimit: AgeLimit; now: Date };

/**
 * Renews licences of one user. Licences of episodes that may no longer be kept have ended, and so have those of other
 * users: the answer does not tell the two apart.
 * @throws Failure not_found if none of them is this user's
 */
export async function renewLicences(
  deps: { db: Db; settings: { downloads: DownloadPolicy } },
  { licences, user, ageLimit, now }: Asked,
): Promise<OutputOf<"download/renew">> {
  const own = await deps.db
    .select({ id: downloadLicences.id, access: episodes.access, title: movies.access })
    .from(downloadLicences)
    .leftJoin(
      episodes,
      // Episodes are moved and deleted: the asset only has to belong to one of the movie's episodes.
      and(
        eq(episodes.movieId, downloadLicences.movieId),
        or(
          eq(episodes.assetId, downloadLicences.assetId),
          and(isNull(downloadLicences.assetId), eq(episodes.index, downloadLicences.index)),
        ),
      ),
    )
    .leftJoin(movies, and(eq(movies.id, episodes.movieId), visibleTo(ageLimit)))
    .where(and(eq(downloadLicences.uid, user.uid), inArray(downloadLicences.id, licences)));
  if (own.length === 0) throw new Failure("not_found");
  const policy = deps.settings.downloads;
  const ends = new Map<string, Date>();
  for (const { id, access, title } of own) {
    const level = title && levelOf({ episode: access, title });
    const end = level && licenceEnd({ policy, access: level, user, now });
    if (end) ends.set(id, end);
  }
  // Licences of one user end at one of two moments: with the membership, or in thirty days.
  for (const at of new Set([...ends.values()].map((end) => end.getTime()))) {
    const ids = [...ends].filter(([, end]) => end.getTime() === at).map(([id]) => id);
    await deps.db
      .update(downloadLicences)
      .set({ expiresAt: new Date(at) })
      .where(inArray(downloadLicences.id, ids));
  }
  const ended = own.map(({ id }) => id).filter((id) => !ends.has(id));
  if (ended.length > 0) await deps.db.delete(downloadLicences).where(inArray(downloadLicences.id, ended));
  return {
    now: now.toISOString(),
    items: licences.map((licence) => {
      const expiresAt = ends.get(licence)?.toISOString() ?? null;
      return { licence, state: expiresAt ? ("renewed" as const) : ("ended" as const), expiresAt };
    }),
  };
}

/**
 * Releases licences of one user.
 * @throws Failure not_found if none of them is this user's
 */
export async function releaseLicences(
  db: Db,
  { licences, user }: Pick<Asked, "licences" | "user">,
): Promise<OutputOf<"download/release">> {
  const gone = await db
    .delete(downloadLicences)
    .where(and(eq(downloadLicences.uid, user.uid), inArray(downloadLicences.id, licences)))
    .returning({ id: downloadLicences.id });
  if (gone.length === 0) throw new Failure("not_found");
  return { released: gone.length };
}

import { and, eq, inArray } from "drizzle-orm";
import type { Encoding } from "../../../../contract/ingest/admin-encoding.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import type { Storage } from "../../../ports/storage.ts";
import { encodings, episodes, movies, uploads, type Sidecar } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { findUpload } from "../../service/files/find-upload.ts";
import { dropJob, liveStates, queueUp } from "./encoding-row.ts";
import { readEncoding } from "./read-encodings.ts";

/** Judges by the name; the worker finds out whether it is a video. */
const videoName = /\.(?:mp4|m4v|mkv|mov|webm|avi|ts)$/;

export type StartEncoding = {
  /** The form's key, which becomes the encoding's id: the same form starts it once. */
  key: string;
  id: string;
  index: number;
  /** Name of a stored file. */
  source: string;
  /** The file's own name, to show it. */
  fileName?: string | undefined;
  /** Stored subtitle files that belong to it. */
  sidecars?: readonly Sidecar[] | undefined;
  priority: number;
  reason?: string | undefined;
  admin: User;
  now: Date;
};

/**
 * Queues the encoding of a stored file as an episode's next asset. The current asset is watched until then. Cancels an
 * unfinished encoding of the same episode, and those that failed.
 * @throws Failure not_found · invalid for a name that is no stored video file
 */
export async function startEncoding(
  { db, jobs, storage }: { db: Db; jobs: Jobs; storage: Storage },
  { key, id, index, source, fileName, sidecars = [], priority, reason, admin, now }: StartEncoding,
): Promise<Encoding> {
  await jobs.ready();
  // Outside the transaction: a file in a bucket is read from its first byte to its last.
  await findUpload({ db, storage }, { key: source, uid: admin.uid, now });
  return db.transaction(async (tx) => {
    const [title] = await tx
      .select({ status: movies.status })
      .from(episodes)
      .innerJoin(movies, eq(movies.id, episodes.movieId))
      .where(and(eq(episodes.movieId, id), eq(episodes.index, index)))
      .for("update");
    if (!title || title.status === "deleted") throw new Failure("not_found");
    const [known] = await tx
      .select({ movieId: encodings.movieId })
      .from(encodings)
      .where(eq(encodings.id, key));
    if (known && known.movieId !== id) throw invalidField("key", "choice");
    if (known) return readEncoding(tx, { id: key });
    const [stored] = await tx
      .select({ key: uploads.key })
      .from(uploads)
      .where(and(eq(uploads.key, source), eq(uploads.purpose, "any")));
    if (!stored || !videoName.test(source)) throw invalidField("source", "format");
    const before = await giveUpLive(tx, jobs, { id, index, now });
    const row = { id: key, movieId: id, episodeIndex: index, source, priority, createdAt: now };
    const beside = { fileName: fileName ?? null, ...(sidecars.length > 0 && { sidecars: [...sidecars] }) };
    await tx.insert(encodings).values({ ...row, ...beside, state: "waiting", updatedAt: now });
    await queueUp(tx, jobs, { id: key, jobId: null, priority }, { now });
    const field = `episode.${index}.video`;
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: "z/encoding/start",
      target: { kind: "movie", id },
      before: { [field]: before },
      after: { [field]: source },
      reason,
      now,
    });
    return readEncoding(tx, { id: key });
  });
}

async function giveUpLive(
  tx: Db,
  jobs: Jobs,
  { id, index, now }: { id: string; index: number; now: Date },
): Promise<string | null> {
  const [live] = await tx
    .select()
    .from(encodings)
    .where(
      and(
        eq(encodings.movieId, id),
        eq(encodings.episodeIndex, index),
        inArray(encodings.state, [...liveStates]),
      ),
    )
    .for("update");
  // A failed one that is replaced is nothing to look after any more.
  await tx
    .update(encodings)
    .set({ state: "cancelled", updatedAt: now })
    .where(and(eq(encodings.movieId, id), eq(encodings.episodeIndex, index), eq(encodings.state, "failed")));
  if (!live) return null;
  await dropJob(tx, jobs, live);
  await tx
    .update(encodings)
    .set({ state: "cancelled", claim: null, owner: null, jobId: null, finishedAt: now, updatedAt: now })
    .where(eq(encodings.id, live.id));
  return live.source;
}

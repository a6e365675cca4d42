import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Captioning } from "../../../../contract/ingest/admin-captions.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { captionings } from "../../../db/schema.ts";

export type CaptioningRow = typeof captionings.$inferSelect;

export const liveStates = ["waiting", "running"] as const;

/** Folder for a worker's files: beside those of encodings, not served, because it is in a dotfile. */
export function captionsFolder(mediaDir: string): string {
  return join(mediaDir, ".captions");
}

/** Fields of a captioning that no worker holds. */
export const released = { phase: null, leftS: null, claim: null, owner: null, jobId: null } as const;

/**
 * Queues it with a new job that replaces the previous one.
 * @param at.notBefore for a later attempt
 */
export async function queueUp(
  tx: Db,
  jobs: Jobs,
  row: Pick<CaptioningRow, "id" | "jobId">,
  at: { now: Date; notBefore?: Date | undefined; fields?: Partial<typeof captionings.$inferInsert> },
): Promise<void> {
  const jobId = randomUUID();
  await dropJob(tx, jobs, row);
  await tx
    .update(captionings)
    .set({
      ...released,
      state: "waiting",
      progress: 0,
      ...at.fields,
      jobId,
      notBefore: at.notBefore ?? null,
      updatedAt: at.now,
    })
    .where(eq(captionings.id, row.id));
  const startAfter = at.notBefore && { startAfter: at.notBefore };
  await jobs.send(tx, "captions", { id: jobId, data: { captioning: row.id }, priority: 0, ...startAfter });
}

export async function dropJob(tx: Db, jobs: Jobs, { jobId }: Pick<CaptioningRow, "jobId">): Promise<void> {
  if (jobId) await jobs.remove(tx, "captions", jobId);
}

/** As the calls answer it. */
export function shown(row: CaptioningRow): Captioning {
  const { id, movieId, episodeIndex, locale, state, phase, progress, leftS, problem, notBefore } = row;
  return {
    id,
    movie: movieId,
    index: episodeIndex,
    locale,
    state,
    phase,
    progress,
    leftS,
    problem,
    detail: row.detail || null,
    notBefore: state === "waiting" ? (notBefore?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { encodings } from "../../../db/schema.ts";

export type EncodingRow = typeof encodings.$inferSelect;

/** States of encodings that have not ended. */
export const liveStates = ["waiting", "encoding", "paused"] as const;

/** Ids of the assets an encoding makes. They follow from its id, so that their origin is known after a crash. */
export function idsOf(id: string): { preview: string; whole: string } {
  const stem = id.replaceAll("-", "");
  return { preview: `v-${stem}-p`, whole: `v-${stem}` };
}

/** Work folder: on the disk of the assets, but not served, because it is a dotfile. */
export function workFolder(mediaDir: string, id: string): string {
  return join(mediaDir, ".encoding", id);
}

/**
 * Queues an encoding with a new job that replaces the previous one.
 * @param at.notBefore for a later attempt
 */
export async function queueUp(
  tx: Db,
  jobs: Jobs,
  row: Pick<EncodingRow, "id" | "jobId" | "priority">,
  at: { now: Date; notBefore?: Date | undefined; fields?: Partial<typeof encodings.$inferInsert> },
): Promise<void> {
  const jobId = randomUUID();
  await dropJob(tx, jobs, row);
  await tx
    .update(encodings)
    .set({
      state: "waiting",
      phase: null,
      progress: 0,
      leftS: null,
      claim: null,
      owner: null,
      ...at.fields,
      jobId,
      notBefore: at.notBefore ?? null,
      updatedAt: at.now,
    })
    .where(eq(encodings.id, row.id));
  const { id, priority } = row;
  const startAfter = at.notBefore && { startAfter: at.notBefore };
  await jobs.send(tx, "encode", { id: jobId, data: { encoding: id }, priority, ...startAfter });
}

export async function dropJob(tx: Db, jobs: Jobs, { jobId }: Pick<EncodingRow, "jobId">): Promise<void> {
  if (jobId) await jobs.remove(tx, "encode", jobId);
}

/** Fields of an encoding that has succeeded or is over. */
export function ended(now: Date) {
  return {
    phase: null,
    progress: 1,
    leftS: null,
    problem: null,
    detail: null,
    claim: null,
    owner: null,
    jobId: null,
    finishedAt: now,
    updatedAt: now,
  };
}

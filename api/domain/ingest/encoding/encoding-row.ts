import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { encodings } from "../../../db/schema.ts";

export type EncodingRow = typeof encodings.$inferSelect;

/** Those that are not over. */
export const liveStates = ["waiting", "encoding", "paused"] as const;

/** Where the films an encoding makes lie: by its id, so that whoever comes after a crash knows whose they are. */
export function idsOf(id: string): { preview: string; film: string } {
  const stem = id.replaceAll("-", "");
  return { preview: `v-${stem}-p`, film: `v-${stem}` };
}

/** Where it is worked in: on the disk of the films, and out of reach (a dotfile is not served). */
export function workFolder(mediaDir: string, id: string): string {
  return join(mediaDir, ".encoding", id);
}

/**
 * Makes an encoding wait for a worker, with a job of its own in place of the one before.
 * @param at.notBefore for another attempt later
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
      ...{ state: "waiting", phase: null, progress: 0, leftS: null, claim: null, owner: null },
      ...at.fields,
      ...{ jobId, notBefore: at.notBefore ?? null, updatedAt: at.now },
    })
    .where(eq(encodings.id, row.id));
  const { id, priority } = row;
  const startAfter = at.notBefore && { startAfter: at.notBefore };
  await jobs.send(tx, "encode", { id: jobId, data: { encoding: id }, priority, ...startAfter });
}

export async function dropJob(tx: Db, jobs: Jobs, { jobId }: Pick<EncodingRow, "jobId">): Promise<void> {
  if (jobId) await jobs.remove(tx, "encode", jobId);
}

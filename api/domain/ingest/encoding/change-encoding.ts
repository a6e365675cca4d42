import { and, eq, inArray, ne } from "drizzle-orm";
import type { Encoding } from "../../../../contract/ingest/admin-encoding.ts";
import type { CallName } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { assets, encodings, episodes, movies } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { dropJob, liveStates, queueUp, type EncodingRow } from "./encoding-row.ts";
import { shown } from "./read-encodings.ts";

type Deps = { db: Db; jobs: Jobs };
type Write = { id: string; reason?: string | undefined; admin: User; now: Date };
type Verb = "pause" | "resume" | "retry" | "cancel" | "priority";

/** Releases the encoding. Its worker learns of it within a second, and can publish nothing from now on. */
const unclaimed = { phase: null, leftS: null, progress: 0, claim: null, owner: null, jobId: null } as const;

/**
 * Stops an encoding until it is resumed. A paused one stays paused.
 * @throws Failure not_found · invalid for one that has ended
 */
export function pauseEncoding(deps: Deps, write: Write): Promise<Encoding> {
  return change(deps, write, "pause", async (tx, row) => {
    if (row.state === "paused") return;
    mustBe(row, ["waiting", "encoding"]);
    await dropJob(tx, deps.jobs, row);
    await set(tx, row, { ...unclaimed, state: "paused", updatedAt: write.now });
  });
}

/**
 * Queues a paused encoding again. One that is not paused continues.
 * @throws Failure not_found · invalid for one that has ended
 */
export function resumeEncoding(deps: Deps, write: Write): Promise<Encoding> {
  return change(deps, write, "resume", async (tx, row) => {
    mustBe(row, liveStates);
    if (row.state === "paused")
      await queueUp(tx, deps.jobs, row, { now: write.now, fields: { problem: null, detail: null } });
  });
}

/**
 * Retries a failed encoding from its first attempt, or starts a delayed attempt at once.
 * @throws Failure not_found · invalid for one that is ready or cancelled, and if another one of the episode is in
 *   progress
 */
export function retryEncoding(deps: Deps, write: Write): Promise<Encoding> {
  return change(deps, write, "retry", async (tx, row) => {
    if (row.state === "encoding") return;
    mustBe(row, ["failed", "waiting"]);
    if (row.state === "failed" && (await hasOther(tx, row))) throw invalidField("id", "choice");
    const fields = { attempts: 0, problem: null, detail: null, finishedAt: null };
    await queueUp(tx, deps.jobs, row, { now: write.now, fields });
  });
}

/**
 * Cancels an encoding; its preview is no longer the episode's asset. A cancelled one stays cancelled.
 * @throws Failure not_found · invalid for one that is ready
 */
export function cancelEncoding(deps: Deps, write: Write): Promise<Encoding> {
  const { now } = write;
  return change(deps, write, "cancel", async (tx, row) => {
    if (row.state === "cancelled") return;
    mustBe(row, [...liveStates, "failed"]);
    await dropJob(tx, deps.jobs, row);
    await set(tx, row, { ...unclaimed, state: "cancelled", updatedAt: now, finishedAt: now });
    if (!row.previewId) return;
    await tx.update(episodes).set({ assetId: null }).where(eq(episodes.assetId, row.previewId));
    await tx
      .update(assets)
      .set({ retiredAt: now })
      .where(and(eq(assets.id, row.previewId), eq(assets.state, "ready")));
  });
}

/**
 * Moves a waiting encoding before or behind the others.
 * @throws Failure not_found · invalid for one that has ended
 */
export function prioritiseEncoding(
  deps: Deps,
  { priority, ...write }: Write & { priority: number },
): Promise<Encoding> {
  return change(deps, write, "priority", async (tx, row) => {
    mustBe(row, liveStates);
    await set(tx, row, { priority, updatedAt: write.now });
    if (row.jobId && row.state === "waiting")
      await deps.jobs.prioritise(tx, "encode", { id: row.jobId, priority });
  });
}

/**
 * Locks an encoding, and its movie before it, as a worker does that publishes the encoding.
 * @throws Failure not_found
 */
export async function lockEncoding(tx: Db, id: string): Promise<EncodingRow> {
  const movie = tx
    .select({ id: movies.id })
    .from(movies)
    .innerJoin(encodings, eq(encodings.movieId, movies.id));
  await movie.where(eq(encodings.id, id)).for("update", { of: movies });
  const [row] = await tx.select().from(encodings).where(eq(encodings.id, id)).for("update");
  if (!row) throw new Failure("not_found");
  return row;
}

async function change(
  { db, jobs }: Deps,
  { id, reason, admin, now }: Write,
  verb: Verb,
  apply: (tx: Db, row: EncodingRow) => Promise<void>,
): Promise<Encoding> {
  await jobs.ready();
  return db.transaction(async (tx) => {
    const row = await lockEncoding(tx, id);
    await apply(tx, row);
    const [after] = await tx.select().from(encodings).where(eq(encodings.id, id));
    const prefix = `episode.${row.episodeIndex}.video`;
    const fields = ({ state, priority, problem }: EncodingRow) => ({
      [`${prefix}.state`]: state,
      [`${prefix}.priority`]: priority,
      [`${prefix}.problem`]: problem,
    });
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: `z/encoding/${verb}` satisfies CallName,
      target: { kind: "movie", id: row.movieId },
      before: fields(row),
      after: fields(after!),
      reason,
      now,
    });
    return shown(after!);
  });
}

function mustBe({ state }: EncodingRow, states: readonly EncodingRow["state"][]): void {
  if (!states.includes(state)) throw invalidField("id", "choice");
}

async function set(
  tx: Db,
  { id }: EncodingRow,
  fields: Partial<typeof encodings.$inferInsert>,
): Promise<void> {
  await tx.update(encodings).set(fields).where(eq(encodings.id, id));
}

async function hasOther(tx: Db, row: EncodingRow): Promise<boolean> {
  const [other] = await tx
    .select({ id: encodings.id })
    .from(encodings)
    .where(
      and(
        eq(encodings.movieId, row.movieId),
        eq(encodings.episodeIndex, row.episodeIndex),
        inArray(encodings.state, [...liveStates]),
        ne(encodings.id, row.id),
      ),
    );
  return other !== undefined;
}

import { eq } from "drizzle-orm";
import type { Captioning } from "../../../../contract/ingest/admin-captions.ts";
import type { CallName } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { captionings, movies } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { dropJob, queueUp, released, shown, type CaptioningRow } from "./captioning-row.ts";

type Deps = { db: Db; jobs: Jobs };
type Write = { id: string; admin: User; now: Date };

/**
 * Retries captions that failed, from the first attempt, or starts a delayed attempt at once.
 * @throws Failure not_found · invalid where no program is set up, and for what is done or cancelled
 */
export function retryCaptioning(deps: Deps & { makesCaptions: boolean }, write: Write): Promise<Captioning> {
  if (!deps.makesCaptions) throw invalidField("id", "choice");
  return change(deps, write, "retry", async (tx, row) => {
    if (row.state === "running") return;
    if (row.state !== "failed" && row.state !== "waiting") throw invalidField("id", "choice");
    const fields = { attempts: 0, problem: null, detail: null, finishedAt: null };
    await queueUp(tx, deps.jobs, row, { now: write.now, fields });
  });
}

/**
 * Stops the making of captions. Its worker learns of it within a second, and can publish nothing from now on.
 * @throws Failure not_found · invalid for what is done
 */
export function cancelCaptioning(deps: Deps, write: Write): Promise<Captioning> {
  return change(deps, write, "cancel", async (tx, row) => {
    if (row.state === "cancelled") return;
    if (row.state === "done") throw invalidField("id", "choice");
    await dropJob(tx, deps.jobs, row);
    const over = { state: "cancelled", progress: 0, updatedAt: write.now, finishedAt: write.now } as const;
    await tx
      .update(captionings)
      .set({ ...released, ...over })
      .where(eq(captionings.id, row.id));
  });
}

async function change(
  { db, jobs }: Deps,
  { id, admin, now }: Write,
  verb: "retry" | "cancel",
  apply: (tx: Db, row: CaptioningRow) => Promise<void>,
): Promise<Captioning> {
  await jobs.ready();
  return db.transaction(async (tx) => {
    // Locks the movie first, as a worker does that publishes.
    await tx
      .select({ id: movies.id })
      .from(movies)
      .innerJoin(captionings, eq(captionings.movieId, movies.id))
      .where(eq(captionings.id, id))
      .for("update", { of: movies });
    const [row] = await tx.select().from(captionings).where(eq(captionings.id, id)).for("update");
    if (!row) throw new Failure("not_found");
    await apply(tx, row);
    const [after] = await tx.select().from(captionings).where(eq(captionings.id, id));
    const field = `episode.${row.episodeIndex}.captions`;
    await recordAudit(tx, {
      actor: actorOf(admin),
      action: `z/captions/${verb}` satisfies CallName,
      target: { kind: "movie", id: row.movieId },
      before: { [field]: row.state },
      after: { [field]: after!.state },
      now,
    });
    return shown(after!);
  });
}

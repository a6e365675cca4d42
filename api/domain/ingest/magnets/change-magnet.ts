import { eq } from "drizzle-orm";
import type { ParsedOf } from "../../../../contract/index.ts";
import { magnetStates } from "../../../../contract/ingest/values.ts";
import type { Db } from "../../../db/client.ts";
import { magnetFiles, magnets } from "../../../db/schema.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { unclaimed, type MagnetRow, type MagnetState } from "./magnet-row.ts";
import { requireOn, type ServiceDeps } from "./magnet-service.ts";

type Input = ParsedOf<"z/magnet/change">;
type Fields = Partial<typeof magnets.$inferInsert>;

/**
 * Pauses, resumes, retries, cancels or removes a magnet, or stops its seeding. Its worker learns of it within a second
 * or two. An action that changes nothing is no error.
 * @throws Failure magnets_off · not_found · invalid if its state does not allow the action
 */
export async function changeMagnet(
  deps: Pick<ServiceDeps, "settings"> & { db: Db },
  { id, action, reason, admin, now }: Input & { admin: User; now: Date },
): Promise<void> {
  requireOn(deps);
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(magnets).where(eq(magnets.id, id)).for("update");
    if (!row) throw new Failure("not_found");
    const audit = {
      actor: actorOf(admin),
      action: "z/magnet/change",
      target: { kind: "magnet" as const, id },
      reason,
      now,
    };
    if (action === "remove") {
      await tx.delete(magnets).where(eq(magnets.id, id));
      const { infohash, name, state } = row;
      return recordAudit(tx, { ...audit, before: { infohash, name, state }, after: null });
    }
    const set = fieldsFor(row, action, now);
    if (!set) return;
    await tx
      .update(magnets)
      .set({ ...unclaimed, ...set, updatedAt: now })
      .where(eq(magnets.id, id));
    if (set.target === null)
      await tx
        .update(magnetFiles)
        .set({ episode: null, encodingKey: null, key: null })
        .where(eq(magnetFiles.magnetId, id));
    const facts = ({ state, problem, seeding }: Fields) => ({ state, problem, seeding });
    await recordAudit(tx, { ...audit, before: facts(row), after: facts({ ...row, ...set }) });
  });
}

/** @returns null if nothing changes */
function fieldsFor(row: MagnetRow, action: Exclude<Input["action"], "remove">, now: Date): Fields | null {
  switch (action) {
    case "pause":
      if (row.state === "paused") return null;
      mustBe(row, ["waiting-metadata", "waiting", "downloading"]);
      return { state: "paused", problem: null, detail: null, notBefore: null };
    case "resume":
      if (row.state !== "paused") mustBe(row, ["waiting-metadata", "choose", "waiting", "downloading"]);
      return row.state === "paused" ? { ...again(row), problem: null, detail: null } : null;
    case "retry":
      if (["waiting-metadata", "waiting"].includes(row.state))
        return { notBefore: null, problem: null, detail: null };
      mustBe(row, ["failed", "cancelled"]);
      return { ...again(row), problem: null, detail: null, attempts: 0, finishedAt: null };
    case "cancel":
      if (row.state === "cancelled") return null;
      mustBe(
        row,
        magnetStates.filter((state) => state !== "done"),
      );
      return {
        state: "cancelled",
        problem: null,
        detail: null,
        notBefore: null,
        doneBytes: 0,
        finishedAt: now,
      };
    case "stop-seeding":
      mustBe(row, ["done"]);
      return row.seeding ? { seeding: false } : null;
  }
}

/** The state in which it continues, depending on what is known of its files and their target. */
function again({ files, target, problem }: MagnetRow): Fields {
  const fields = { notBefore: null, movedAt: null };
  if (files === null) return { ...fields, state: "waiting-metadata" };
  // Its target is gone, so an admin has to choose again.
  if (target === null || problem === "target_gone") return { ...fields, state: "choose", target: null };
  return { ...fields, state: "waiting" };
}

function mustBe({ state }: MagnetRow, states: readonly MagnetState[]): void {
  if (!states.includes(state)) throw invalidField("action", "choice");
}

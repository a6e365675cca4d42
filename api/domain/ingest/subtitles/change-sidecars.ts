import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets, encodings, type Sidecar } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Storage } from "../../../ports/storage.ts";
import { invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { lockEncoding } from "../encoding/change-encoding.ts";
import { putSubtitles } from "./put-subtitles.ts";
import { readSidecars } from "./read-sidecars.ts";

type Write = { id: string; admin: User; now: Date };
type EncodingRow = typeof encodings.$inferSelect;

/**
 * Reads the files beside an encoded video again that could not be read; those that can be read now become its
 * subtitles.
 * @returns number of files that still can't be read
 * @throws Failure not_found · invalid for an encoding that is not ready
 */
export function retrySidecars(
  deps: { db: Db; storage: Storage; assetStore: Files },
  write: Write,
): Promise<{ failed: number }> {
  return change(deps.db, write, {
    action: "z/subtitle/retry",
    async apply(tx, { assetId, sidecars }) {
      const again = (sidecars ?? []).filter(({ problem }) => problem !== null);
      const { durationS } = await assetOf(tx, assetId);
      const read = await readSidecars(deps.storage, { sidecars: again, durationS });
      await putSubtitles({ db: tx, assetStore: deps.assetStore }, { asset: assetId!, tracks: read.tracks });
      const after = new Map(read.sidecars.map((one) => [one.key, one]));
      return (sidecars ?? []).map((one) => (one.problem ? (after.get(one.key) ?? one) : one));
    },
  });
}

/**
 * Marks the files that could not be read as seen, so that they count as failed no more.
 * @throws Failure not_found · invalid for an encoding that is not ready
 */
export function dismissSidecars(db: Db, write: Write): Promise<{ failed: number }> {
  return change(db, write, {
    action: "z/subtitle/dismiss",
    apply: async (_tx, { sidecars }) =>
      (sidecars ?? []).map((one) => (one.problem ? { ...one, dismissed: true } : one)),
  });
}

async function change(
  db: Db,
  { id, admin, now }: Write,
  {
    action,
    apply,
  }: {
    action: "z/subtitle/retry" | "z/subtitle/dismiss";
    apply: (tx: Db, row: EncodingRow) => Promise<Sidecar[]>;
  },
): Promise<{ failed: number }> {
  return db.transaction(async (tx) => {
    const row = await lockEncoding(tx, id);
    if (row.state !== "ready") throw invalidField("id", "choice");
    const sidecars = await apply(tx, row);
    if (row.sidecars)
      await tx.update(encodings).set({ sidecars, updatedAt: now }).where(eq(encodings.id, id));
    const field = `episode.${row.episodeIndex}.subtitles`;
    const unread = (all: readonly Sidecar[]) =>
      all.flatMap(({ name, problem, dismissed }) => (problem && !dismissed ? [name] : []));
    await recordAudit(tx, {
      actor: actorOf(admin),
      action,
      target: { kind: "movie", id: row.movieId },
      before: { [field]: unread(row.sidecars ?? []) },
      after: { [field]: unread(sidecars) },
      now,
    });
    return { failed: unread(sidecars).length };
  });
}

async function assetOf(tx: Db, id: string | null): Promise<{ durationS: number }> {
  const [asset] = await tx
    .select({ durationS: assets.durationS })
    .from(assets)
    .where(eq(assets.id, id ?? ""));
  if (!asset?.durationS) throw invalidField("id", "choice");
  return { durationS: asset.durationS };
}

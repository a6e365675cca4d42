import { and, eq, isNull } from "drizzle-orm";
import type { EncodingProblem } from "../../contract/index.ts";
import type { Db } from "../db/client.ts";
import { encodings } from "../db/schema.ts";
import type { Jobs } from "../db/jobs.ts";
import { queueUp } from "../domain/ingest/encoding/encoding-row.ts";
import type { Clock } from "../ports/clock.ts";
import type { MediaTool } from "../ports/media.ts";

type Deps = {
  db: Db;
  jobs: Jobs;
  media: MediaToolCache;
  clock: Clock;
  /** Called once when no tool is found, and again when it disappears later. */
  onNoTool?: ((error: unknown) => void) | undefined;
};

/** The video tool: looked up until found, and again after it disappeared. */
export type MediaToolCache = { get: () => Promise<MediaTool>; forget: () => void };

/** @param find rejects when there is no tool */
export function createMediaToolCache(find: () => Promise<MediaTool>): MediaToolCache {
  let found: Promise<MediaTool> | null = null;
  const forget = () => void (found = null);
  return {
    get() {
      found ??= find().catch((error: unknown) => {
        forget();
        throw error;
      });
      return found;
    },
    forget,
  };
}

const missing: EncodingProblem = "no_tool";

/**
 * Jobs that wait for a missing video tool show that as their problem. They start as soon as the tool is found, without
 * waiting for their next attempt.
 */
export function watchTool({ db, jobs, media, clock, onNoTool }: Deps): { look: () => Promise<void> } {
  let told = false;
  const waiting = eq(encodings.state, "waiting");
  return {
    async look() {
      const found = await media.get().then(
        () => true,
        (error: unknown) => {
          if (!told) onNoTool?.(error);
          return false;
        },
      );
      told = !found;
      if (!found) {
        await db
          .update(encodings)
          .set({ problem: missing, updatedAt: clock.now() })
          .where(and(waiting, isNull(encodings.problem)));
        return;
      }
      const kept = await db
        .select()
        .from(encodings)
        .where(and(waiting, eq(encodings.problem, missing)));
      for (const { id } of kept) {
        await db.transaction(async (tx) => {
          const [row] = await tx
            .select()
            .from(encodings)
            .where(and(eq(encodings.id, id), waiting, eq(encodings.problem, missing)))
            .for("update");
          if (row) await queueUp(tx, jobs, row, { now: clock.now(), fields: { problem: null } });
        });
      }
    },
  };
}

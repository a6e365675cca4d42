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
  media: ToolShelf;
  clock: Clock;
  /** Told once that there is none, and again when there is none any more. */
  onNoTool?: ((error: unknown) => void) | undefined;
};

/** The video tool: looked for until it is found, and again once it turned out to be gone. */
export type ToolShelf = { get: () => Promise<MediaTool>; forget: () => void };

/** @param find rejects where there is none */
export function createToolShelf(find: () => Promise<MediaTool>): ToolShelf {
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
 * What waits for a video tool that is not there says so, and is taken up as soon as it is there, without waiting for the
 * time of its next attempt.
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

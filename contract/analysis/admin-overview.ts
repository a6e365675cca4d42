import { z } from "zod";
import { get } from "../call.ts";
import { iso } from "../admin-fields.ts";
import { jobCounts } from "../ingest/admin-jobs.ts";

export const adminOverviewCalls = {
  "z/overview": get({
    access: "admin",
    permission: "overview.read",
    summary: "The figures of the admin area's home page, at most half a minute old.",
    input: z.strictObject({}),
    output: z.strictObject({
      at: iso,
      /** For the UTC day so far, and for the day before up to the same time of day, counted like the analysis. */
      playsToday: z.int(),
      playsYesterday: z.int(),
      signUpsToday: z.int(),
      /** For the day before, up to the same time of day. */
      signUpsYesterday: z.int(),
      /** Users seen within the last fifteen minutes. */
      activeNow: z.int(),
      openFeedback: z.int(),
      /** The volume that holds DATA_DIR; `usedBytes` includes all data on it. */
      disk: z.strictObject({ freeBytes: z.number(), totalBytes: z.number(), usedBytes: z.number() }),
      /** Jobs that have not ended well, as `z/job/list` counts them; never from before this call. */
      jobs: jobCounts,
      /** Videos by their own state: those of the demo too, which need no encoding of a stored file. */
      assets: z.strictObject({ waiting: z.int(), encoding: z.int(), ready: z.int(), failed: z.int() }),
      /** `moving`: they continue by themselves. `choose`: an admin must choose files. */
      magnets: z.strictObject({ moving: z.int(), choose: z.int(), failed: z.int() }),
      /** Per section. Above 100,000 they are the planner's estimates. */
      counts: z.strictObject({
        movies: z.int(),
        published: z.int(),
        /** Not published, for any reason. */
        drafts: z.int(),
        accounts: z.int(),
        members: z.int(),
        vips: z.int(),
        admins: z.int(),
        banned: z.int(),
        texts: z.int(),
        genres: z.int(),
      }),
    }),
  }),
};

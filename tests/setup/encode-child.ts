import { join } from "node:path";
import { eq } from "drizzle-orm";
import { createSharpPictures } from "../../api/adapters/sharp-pictures/sharp-pictures.ts";
import { createFfmpegMedia } from "../../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { createLocalFiles } from "../../api/adapters/local-storage/local-files.ts";
import { createLocalStorage } from "../../api/adapters/local-storage/local-storage.ts";
import { openDatabase } from "../../api/db/client.ts";
import { createJobs } from "../../api/db/jobs.ts";
import { createProcessLease } from "../../api/db/process-lease.ts";
import { encodings } from "../../api/db/schema.ts";
import { createWorker } from "../../api/worker/create-worker.ts";
import type { EncodeStep } from "../../api/worker/encode-deps.ts";

/**
 * A worker in a process of its own, for tests that kill it: at a step of its work by its own hand, so that the moment is
 * the same each time. Ends by itself once the encoding is over.
 */
const { dataDir, url, killAt, encoding } = JSON.parse(process.argv[2]!) as {
  dataDir: string;
  url?: string;
  killAt: EncodeStep | null;
  encoding: string;
};
const database = await openDatabase({ ...(url && { url }), dataDir });
const clock = { now: () => new Date() };
const onBug = (error: unknown) => void process.stderr.write(`${String((error as Error).stack)}\n`);
const jobs = createJobs({ database, onError: onBug, pollS: 0.5 });
const worker = createWorker({
  ...{ db: database.db, jobs, clock, onBug, onPublished: () => {} },
  storage: createLocalStorage({ secret: "", folder: join(dataDir, "uploads"), url: "", fileUrl: "" }),
  media: () => createFfmpegMedia({ anyVersion: true }),
  assetStore: createLocalFiles(join(dataDir, "media")),
  mediaDir: join(dataDir, "media"),
  artwork: createLocalFiles(join(dataDir, "artwork")),
  pictures: createSharpPictures(),
  // A dead worker is recognised quickly, since ten of them follow each other.
  lease: createProcessLease({ db: database.db, alone: !url, times: { heartbeatMs: 200, deadMs: 1_000 } }),
  ...{ previewFromS: 2, mostAttempts: 30 },
  onStep: (step) => {
    if (step === killAt) process.kill(process.pid, "SIGKILL");
  },
});
await worker.start();
// As the task of each minute does: the one before may have been killed after it had published.
await worker.tidy();
for (;;) {
  const [row] = await database.db.select().from(encodings).where(eq(encodings.id, encoding));
  if (row!.state === "ready" || row!.state === "failed") break;
  await new Promise((resolve) => setTimeout(resolve, 30));
}
await worker.stop(5_000);
await jobs.stop();
await database.close();
process.exit(0);

import { join } from "node:path";
import { eq } from "drizzle-orm";
import { createFfmpegMedia } from "../../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { runProcess } from "../../api/adapters/ffmpeg-media/run-process.ts";
import { createLocalFiles } from "../../api/adapters/local-storage/local-files.ts";
import { createLocalStorage } from "../../api/adapters/local-storage/local-storage.ts";
import { createSharpPictures } from "../../api/adapters/sharp-pictures/sharp-pictures.ts";
import { createWhisperCaptions } from "../../api/adapters/whisper-captions/whisper-captions.ts";
import { openDatabase } from "../../api/db/client.ts";
import { createJobs } from "../../api/db/jobs.ts";
import { createProcessLease } from "../../api/db/process-lease.ts";
import { captionings } from "../../api/db/schema.ts";
import { createLocalSource } from "../../api/http/media/join-files.ts";
import { createWorker } from "../../api/worker/create-worker.ts";

/**
 * A worker in a process of its own that makes captions, for a test that kills it while the program listens. Else it ends
 * by itself once they are made.
 */
const { dataDir, url, command, model, killed, captioning } = JSON.parse(process.argv[2]!) as {
  dataDir: string;
  url?: string;
  command: string;
  model: string;
  killed: boolean;
  captioning: string;
};
const database = await openDatabase({ ...(url && { url }), dataDir });
const { db } = database;
const clock = { now: () => new Date() };
const onBug = (error: unknown) => void process.stderr.write(`${String((error as Error).stack)}\n`);
const jobs = createJobs({ database, onError: onBug, pollS: 0.5 });
const mediaDir = join(dataDir, "media");
const worker = createWorker({
  ...{ db, jobs, clock, onBug, mediaDir, onPublished: () => {} },
  storage: createLocalStorage({ secret: "", folder: join(dataDir, "uploads"), url: "", fileUrl: "" }),
  media: () => createFfmpegMedia({ anyVersion: true }),
  assetStore: createLocalFiles(mediaDir),
  artwork: createLocalFiles(join(dataDir, "artwork")),
  pictures: createSharpPictures(),
  lease: createProcessLease({ db, alone: !url, times: { heartbeatMs: 200, deadMs: 1_000 } }),
  captions: {
    captions: createWhisperCaptions({ command, model, run: runProcess, mostBytes: 1_000_000 }),
    assetSource: createLocalSource(mediaDir),
    // Late enough for the program to have begun.
    onListen: () => killed && setTimeout(() => process.kill(process.pid, "SIGKILL"), 1_500),
  },
});
await worker.start();
for (;;) {
  const [row] = await db.select().from(captionings).where(eq(captionings.id, captioning));
  if (row!.state === "done" || row!.state === "failed") break;
  await new Promise((resolve) => setTimeout(resolve, 30));
}
await worker.tidy();
await worker.stop(5_000);
await jobs.stop();
await database.close();
process.exit(0);

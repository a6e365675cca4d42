import { join } from "node:path";
import { createFfmpegMedia } from "../adapters/ffmpeg-media/ffmpeg-media.ts";
import { createSharpPictures } from "../adapters/sharp-pictures/sharp-pictures.ts";
import type { Db } from "../db/client.ts";
import { createJobs, type Jobs } from "../db/jobs.ts";
import { createProcessLease, type ProcessLease } from "../db/process-lease.ts";
import { createMessages, type Messages } from "../http/messages.ts";
import type { Clock } from "../ports/clock.ts";
import type { Count } from "../ports/meter.ts";
import type { MediaTool } from "../ports/media.ts";
import type { Pictures } from "../ports/pictures.ts";
import type { BackendOptions } from "./backend.ts";
import { createPlaces, type Places } from "./storage.ts";

/** For the rhythms of background tasks. Milliseconds. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** What the composers of all areas share. */
export type Kernel = {
  options: BackendOptions;
  db: Db;
  clock: Clock;
  messages: Messages;
  places: Places;
  pictures: Pictures;
  jobs: Jobs;
  lease: ProcessLease;
  /** Finds the video tool; rejects when there is none. */
  findMedia: () => Promise<MediaTool>;
  magnetsDir: string;
  mediaSecret: string;
  /** No other process can have this database open. */
  alone: boolean;
  onBug: (error: unknown, where: string) => void;
  /** Called when work failed and will be retried. */
  onPutOff: (error: unknown, what: string) => void;
  /** Counts what happens, for the metrics. */
  count: Count;
  /** Called when the bucket could not be reached. */
  onAway: (error: unknown) => void;
};

/** Opens nothing: connections and processes begin with their first use. */
export function createKernel(options: BackendOptions): Kernel {
  const { database, dataDir, clock, onBug, count = () => {} } = options;
  const onPutOff = options.onPutOff ?? onBug;
  const onAway = (error: unknown) => onPutOff(error, "files of the bucket");
  const secret = `${options.secret}.upload`;
  const alone = database.kind === "pglite";
  const { ffmpegPath, anyVideoTool: anyVersion = options.demo } = options;
  return {
    options,
    db: database.db,
    clock,
    onBug,
    onPutOff,
    onAway,
    count,
    messages: createMessages(options),
    places: createPlaces({
      settings: options.storage,
      dataDir,
      secret,
      clock,
      onAway,
      accel: options.mediaAccel,
      count,
    }),
    pictures: createSharpPictures(),
    jobs: createJobs({
      database,
      onError: (error) => onBug(error, "jobs"),
      trace: options.trace,
      ...(options.work?.pollS && { pollS: options.work.pollS }),
    }),
    findMedia: () => createFfmpegMedia({ ffmpegPath, anyVersion, joined: options.joinedRenditions }),
    magnetsDir: join(dataDir, "magnets"),
    mediaSecret: `${options.secret}.media`,
    lease: createProcessLease({ db: database.db, alone, times: options.leaseTimes }),
    alone,
  };
}

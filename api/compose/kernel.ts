import { join } from "node:path";
import { mostSubtitleBytes } from "../../contract/ingest/values.ts";
import { createFfmpegMedia } from "../adapters/ffmpeg-media/ffmpeg-media.ts";
import { runProcess } from "../adapters/ffmpeg-media/run-process.ts";
import { createSharpPictures } from "../adapters/sharp-pictures/sharp-pictures.ts";
import { createWhisperCaptions } from "../adapters/whisper-captions/whisper-captions.ts";
import type { Db } from "../db/client.ts";
import { createSettings, type SettingsStore } from "../domain/service/settings/settings-store.ts";
import { createJobs, type Jobs } from "../db/jobs.ts";
import { createProcessLease, type ProcessLease } from "../db/process-lease.ts";
import { createMessages, type Messages } from "../http/messages.ts";
import type { CaptionsTool } from "../ports/captions.ts";
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
  store: SettingsStore;
  places: Places;
  pictures: Pictures;
  jobs: Jobs;
  lease: ProcessLease;
  /** Finds the video tool; rejects when there is none. */
  findMedia: () => Promise<MediaTool>;
  /** The operator's program that makes captions; null = none is set up. */
  captions: CaptionsTool | null;
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
  const { downloads } = options;
  const store = createSettings({ db: database.db, base: downloads ? { downloads } : {} });
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
    messages: createMessages({ ...options, brand: () => store.seen()?.values.brandName }),
    store,
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
    captions: options.captions
      ? createWhisperCaptions({ ...options.captions, run: runProcess, mostBytes: mostSubtitleBytes })
      : null,
    magnetsDir: join(dataDir, "magnets"),
    mediaSecret: `${options.secret}.media`,
    lease: createProcessLease({ db: database.db, alone, times: options.leaseTimes }),
    alone,
  };
}

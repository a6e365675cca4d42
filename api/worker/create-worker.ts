import { settingDefaults } from "../../contract/service/settings.ts";
import type { Db } from "../db/client.ts";
import type { Job, QueueName } from "../db/jobs.ts";
import { takeUpLost } from "../domain/ingest/encoding/claim-encoding.ts";
import { clearCaptions } from "../domain/ingest/captions/clear-captions.ts";
import { takeUpLostCaptionings } from "../domain/ingest/captions/claim-captioning.ts";
import { clearLeftovers } from "../domain/ingest/encoding/clear-leftovers.ts";
import type { MediaTool } from "../ports/media.ts";
import { createBackgroundTasks } from "./background-tasks.ts";
import type { EncodeDeps } from "./encode-deps.ts";
import { encodeVideo } from "./encode-video.ts";
import { makeCaptions, type CaptionDeps } from "./make-captions.ts";
import type { Reconciler } from "./reconcile-magnets.ts";
import { createMediaToolCache, watchTool } from "./watch-tool.ts";

export type WorkerDeps = Omit<
  EncodeDeps,
  "previewFromS" | "addedFrom" | "mostAttempts" | "media" | "held" | "settings"
> & {
  db: Db;
  /** Finds the video tool; rejects when there is none. */
  media: () => Promise<MediaTool>;
  /** Called once when no video tool is found, and again when it disappears later. */
  onNoTool?: (error: unknown) => void;
  /** Makes captions by a program of the operator; left out, this process does not. */
  captions?: Pick<CaptionDeps, "captions" | "assetSource" | "captionsMs" | "onListen">;
  /** Works on magnets; left out, this process does not. */
  magnets?: Reconciler;
  /** Works on imports of titles until there is none; left out, this process does not. */
  imports?: (signal: AbortSignal) => Promise<void>;
  /** Sends messages to endpoints of other software; left out, this process does not. */
  webhooks?: { relay: (signal: AbortSignal) => Promise<void>; deliver: (job: Job) => Promise<void> };
  previewFromS?: number;
  addedFrom?: number;
  /** Left out, those that an admin has not changed. */
  settings?: EncodeDeps["settings"];
  mostAttempts?: number;
};

export type Worker = {
  /** Takes over abandoned work and starts to work. */
  start: () => Promise<void>;
  /**
   * Takes no more work, waits for the current work up to the limit, and returns the rest to the queue.
   * @param limitMs milliseconds
   */
  stop: (limitMs: number) => Promise<void>;
  /** Takes over what dead workers left, clears up after them, and looks for the video tool. */
  tidy: () => Promise<void>;
  /** The video tool may have changed: look it up again. */
  forgetTool: () => void;
};

const minuteMs = 60_000;
/** Messages to endpoints that a process sends at a time: one that hangs holds the others up for ten seconds. */
const sentAtOnce = 20;

type Handler = (job: Job, stopping: AbortSignal) => Promise<void>;

/**
 * Processes the queues: each kind of job has its handler here. A process runs one job of a kind at a time; several
 * processes may run.
 */
export function createWorker(given: WorkerDeps): Worker {
  const { captions, magnets, imports, webhooks, ...rest } = given;
  const held = new Set<string>();
  const initial = {
    previewFromS: 120,
    addedFrom: 720,
    mostAttempts: 5,
    settings: async () => settingDefaults,
  };
  const deps = { ...initial, ...rest, held, media: createMediaToolCache(rest.media) };
  const { jobs, lease, clock, onBug } = deps;
  const stopping = new AbortController();
  /** Fires when the process begins to end: work that has no end of its own stops at once. */
  const ending = new AbortController();
  const handlers: Partial<Record<QueueName, Handler>> = {
    encode: (job, signal) => encodeVideo(deps, job, signal),
    ...(captions && { captions: (job, signal) => makeCaptions({ ...deps, ...captions }, job, signal) }),
    ...(magnets && { magnets: (job) => magnets.run(AbortSignal.any([job.signal, ending.signal])) }),
    ...(imports && { imports: (job) => imports(AbortSignal.any([job.signal, ending.signal])) }),
    ...(webhooks && {
      outbox: (job) => webhooks.relay(AbortSignal.any([job.signal, ending.signal])),
      webhooks: webhooks.deliver,
    }),
  };
  const ends: (() => Promise<void>)[] = [];
  const tool = watchTool(deps);

  const takeOver = async () => {
    await takeUpLost(deps, { lease, held, now: clock.now() });
    await takeUpLostCaptionings(deps, { lease, held, now: clock.now() });
    if (await magnets?.takeUpLost()) {
      // The dead worker's job still counts as running, and keeps others out.
      await jobs.clear("magnets");
      await jobs.wake("magnets");
    }
  };
  const tidy = async () => {
    await takeOver();
    await Promise.all([clearLeftovers(deps, clock.now()), clearCaptions(deps)]);
    await tool.look();
  };
  const tasks = createBackgroundTasks({
    jobs,
    onError: (error) => onBug(error, "worker"),
    ...(deps.count && { count: deps.count }),
    tasks: [
      { name: "tidy-encodings", run: tidy, firstMs: 0, everyMs: minuteMs },
      // A magnet whose worker died is taken up again, and a paused one when its time has come.
      ...(magnets
        ? [{ name: "magnets", run: () => jobs.wake("magnets"), firstMs: 0, everyMs: minuteMs }]
        : []),
      // Imports whose worker died go on.
      ...(imports
        ? [{ name: "imports", run: () => jobs.wake("imports"), firstMs: 0, everyMs: minuteMs }]
        : []),
      // Messages go on whose worker died, and those for the first endpoint begin.
      ...(webhooks
        ? [{ name: "webhooks", run: () => jobs.wake("outbox"), firstMs: 0, everyMs: minuteMs }]
        : []),
    ],
  });

  return {
    tidy,
    forgetTool: deps.media.forget,
    async start() {
      await jobs.ready();
      await lease.begin(takeOver);
      for (const [name, handle] of Object.entries(handlers)) {
        if (ending.signal.aborted) return;
        const most = name === "webhooks" ? sentAtOnce : 1;
        ends.push(await jobs.work(name as QueueName, (job) => handle(job, stopping.signal), most));
      }
      // What a process left that ended in the middle of an import.
      if (imports) await jobs.wake("imports");
      if (webhooks) await jobs.wake("outbox");
      await tasks.start();
    },
    async stop(limitMs) {
      ending.abort();
      const patience = setTimeout(() => stopping.abort(), limitMs);
      await Promise.all([tasks.stop(Math.max(limitMs, 1_000)), ...ends.map((end) => end())]);
      clearTimeout(patience);
      stopping.abort();
      await lease.end();
    },
  };
}

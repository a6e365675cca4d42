import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createBackend } from "../api/compose/create-backend.ts";
import { openDatabase } from "../api/db/client.ts";
import { CannotStart, explainStart } from "../server/cannot-start.ts";
import { endBySignal } from "../server/end-by-signal.ts";
import { parseEnv } from "../server/env.ts";
import { createLog } from "../server/log.ts";
import { loadSecret } from "../server/secret.ts";

/** Milliseconds a job may run after SIGTERM; a longer one is returned to the queue for other workers. */
const stopMs = 20_000;
const closeByMs = 24_000;
const root = join(import.meta.dirname, "..");

/**
 * Does the long work, such as encoding, and nothing else. Runs beside servers that share its database and its DATA_DIR,
 * on this machine or another.
 */
async function main(): Promise<void> {
  const env = parseEnv(process.env);
  // Two processes on one embedded database would lose what they write.
  if (!env.DATABASE_URL)
    throw new CannotStart(
      "The embedded database belongs to its server alone, which does this work itself: set DATABASE_URL to run workers beside it.",
    );
  const log = createLog(env.LOG_LEVEL);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const ending = endBySignal(log);
  const database = await openDatabase({ url: env.DATABASE_URL, onWait: (what) => log.info(what) });
  const onBug = (error: unknown, where: string) => log.error({ err: error, where }, "unexpected error");
  const { worker, jobs } = createBackend({
    database,
    dataDir: env.DATA_DIR,
    storage: env.storage ?? undefined,
    localesDir: join(root, "locales"),
    secret: await loadSecret({ given: env.SESSION_SECRET, dataDir: env.DATA_DIR }),
    nativeHostSecret: undefined,
    firebase: null,
    mediaAccel: undefined,
    mail: null,
    demo: false,
    ffmpegPath: env.FFMPEG_PATH,
    magnetsPrivate: env.MAGNET_PRIVATE_ADDRESSES,
    version,
    clock: { now: () => new Date() },
    onBug,
    checkAnswers: false,
    work: {
      onStep: (step, id) => log.debug({ step, encoding: id }, "encoding"),
      onLeftOut: ({ key, name, problem }, encoding) =>
        log.warn({ encoding, file: key, name, reason: problem?.why }, "subtitles left out"),
    },
  });
  ending.finishBy([
    { what: "jobs", byMs: stopMs + 2_000, work: () => worker.stop(stopMs) },
    {
      what: "database",
      byMs: closeByMs,
      work: async () => {
        await jobs.stop();
        await database.close();
      },
    },
  ]);
  await worker.start();
  log.info({ version }, "working");
}

try {
  await main();
} catch (error) {
  process.stderr.write(`matinee: ${explainStart(error)}\n`);
  process.exit(1);
}

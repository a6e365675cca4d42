import { beginDatabase } from "./server/begin-database.ts";
import { explainStart } from "./server/cannot-start.ts";
import { describeEnv } from "./server/describe-env.ts";
import { nameFullDisk } from "./server/disk.ts";
import { endBySignal } from "./server/end-by-signal.ts";
import { parseEnv, type Env } from "./server/env.ts";
import { createLog } from "./server/log.ts";

/** Serves, and first begins what takes long: opening the embedded database. */
async function main(env: Env): Promise<void> {
  const environment = describeEnv(process.env);
  // React and similar packages read it themselves, and without it use their development builds, which are half as fast.
  process.env.NODE_ENV = env.NODE_ENV;
  const log = createLog(env.LOG_LEVEL);
  const ending = endBySignal(log);
  const opening = await beginDatabase(env).catch(nameFullDisk(env.DATA_DIR));
  try {
    // Read while the database opens: some thousand modules take as long.
    const { serve } = await import("./server/serve.ts");
    await serve(env, { log, ending, environment, opening });
  } catch (error) {
    // A database that is being made must not be left half-made.
    await opening?.opened.then(
      ({ close }) => close(),
      () => {},
    );
    throw error;
  }
}

try {
  await main(parseEnv(process.env, { onTerminal: process.stdout.isTTY === true }));
} catch (error) {
  process.stderr.write(`matinee: ${explainStart(error)}\n`);
  process.exit(1);
}

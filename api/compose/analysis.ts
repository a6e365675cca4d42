import { withPatience } from "../db/with-patience.ts";
import { rollUp } from "../domain/analysis/roll-up.ts";
import { createAnalysisHandlers } from "../http/analysis.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { minuteMs, type Kernel } from "./kernel.ts";

/** Wires what is counted, and its sums. */
export function composeAnalysis({ options, db, clock, places }: Kernel) {
  const tasks: BackgroundTask[] = [
    {
      name: "roll-up",
      run: () => withPatience(options.database, (patient) => rollUp(patient, clock.now())),
      firstMs: 20_000,
      everyMs: 15 * minuteMs,
    },
  ];
  return {
    tasks,
    handlers: createAnalysisHandlers({ db, storage: places.storage, dataDir: options.dataDir }),
  };
}

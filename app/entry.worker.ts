import { assets } from "virtual:assets-sw";
import { createWorker } from "./features/offline/worker/create-worker.ts";
import type { WorkerScope } from "./features/offline/worker/scope.ts";
import { clearOutbox, sendOutbox } from "./features/outbox/worker-outbox.ts";

createWorker(self as unknown as WorkerScope, { buildFiles: assets, sendOutbox, clearOutbox });

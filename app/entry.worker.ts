import { assets } from "virtual:assets-sw";
import { createOfflineCopies } from "./features/downloads/worker/offline-copies.ts";
import { createWorker } from "./features/offline/worker/create-worker.ts";
import type { WorkerScope } from "./features/offline/worker/scope.ts";
import { clearOutbox, sendOutbox } from "./features/outbox/worker-outbox.ts";

const copies = createOfflineCopies();
createWorker(self as unknown as WorkerScope, { buildFiles: assets, sendOutbox, clearOutbox, copies });

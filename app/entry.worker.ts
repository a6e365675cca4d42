import { assets } from "virtual:assets-sw";
import { createKeptFilms } from "./features/downloads/worker/kept-films.ts";
import { createWorker } from "./features/offline/worker/create-worker.ts";
import type { WorkerScope } from "./features/offline/worker/scope.ts";
import { clearOutbox, sendOutbox } from "./features/outbox/worker-outbox.ts";

const films = createKeptFilms();
createWorker(self as unknown as WorkerScope, { buildFiles: assets, sendOutbox, clearOutbox, films });

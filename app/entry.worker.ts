import { assets } from "virtual:assets-sw";
import { createOfflineCopies } from "./features/downloads/worker/offline-copies.ts";
import { createWorker } from "./features/offline/worker/create-worker.ts";
import type { WorkerScope } from "./features/offline/worker/scope.ts";
import {
  clickPush,
  renewSubscription,
  showPush,
  type PushScope,
} from "./features/notices/worker/show-push.ts";
import { clearOutbox, sendOutbox } from "./features/outbox/worker-outbox.ts";

const copies = createOfflineCopies();
const scope = self as unknown as WorkerScope & PushScope;
createWorker(scope, { buildFiles: assets, sendOutbox, clearOutbox, copies });
scope.addEventListener("push", (event) => event.waitUntil(showPush(scope, event)));
scope.addEventListener("notificationclick", (event) => event.waitUntil(clickPush(scope, event)));
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription(scope, event)));

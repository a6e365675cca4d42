import { createWebhookSender } from "../adapters/webhook-sender/webhook-sender.ts";
import { adminsOf } from "../domain/service/notices/raise-notices.ts";
import type { NoticeTopics } from "../domain/service/notices/topics.ts";
import { deliverMessage } from "../domain/service/webhooks/deliver-message.ts";
import { relayMessages } from "../domain/service/webhooks/relay-messages.ts";
import { createWebhookHandlers } from "../http/webhooks.ts";
import type { WorkerDeps } from "../worker/create-worker.ts";
import type { Kernel } from "./kernel.ts";

/** Wires the messages to endpoints of other software. */
export function composeWebhooks(kernel: Kernel, topics: NoticeTopics) {
  const { options, db, jobs, clock, onBug, count } = kernel;
  const { webhooksPrivate = false, webhookMs } = options.work ?? {};
  const secret = `${options.secret}.webhooks`;
  const sender = createWebhookSender({
    version: options.version,
    private: webhooksPrivate,
    ...(webhookMs !== undefined && { timeoutMs: webhookMs }),
  });
  topics.set("webhook-off", { audience: adminsOf("webhook-off") });
  const { now } = clock;
  const work: WorkerDeps["webhooks"] = {
    relay: (signal) => relayMessages({ db, jobs, now }, signal),
    // A try that could not be written is made again: by then the job counts as lost.
    deliver: ({ data }) =>
      deliverMessage(
        { db, sender, secret, now, count },
        { delivery: data.delivery!, tries: Number(data.tries) },
      ).catch((error: unknown) => onBug(error, "webhooks")),
  };
  const wake = () => jobs.wake("outbox").catch((error: unknown) => onBug(error, "webhooks"));
  return { work, handlers: createWebhookHandlers({ db, sender, secret, wake }) };
}

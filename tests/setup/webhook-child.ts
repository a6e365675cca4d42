import { eq } from "drizzle-orm";
import { createWebhookSender } from "../../api/adapters/webhook-sender/webhook-sender.ts";
import { openDatabase } from "../../api/db/client.ts";
import { createJobs } from "../../api/db/jobs.ts";
import { webhookDeliveries } from "../../api/db/schema.ts";
import { deliverMessage } from "../../api/domain/service/webhooks/deliver-message.ts";
import { relayMessages } from "../../api/domain/service/webhooks/relay-messages.ts";

/**
 * A worker in a process of its own that sends messages to endpoints, for a test that kills it. Ends by itself once none
 * waits.
 * @param aheadMs how far its clock is ahead: what a dead worker held is given up after minutes
 */
const { dataDir, url, secret, aheadMs } = JSON.parse(process.argv[2]!) as {
  dataDir: string;
  url?: string;
  secret: string;
  aheadMs: number;
};
const database = await openDatabase({ ...(url && { url }), dataDir });
const { db } = database;
const now = () => new Date(Date.now() + aheadMs);
const onError = (error: unknown) => void process.stderr.write(`${String((error as Error).stack)}\n`);
const jobs = createJobs({ database, onError, pollS: 0.5 });
const sender = createWebhookSender({ version: "0", private: true });
await jobs.ready();
await jobs.work("webhooks", ({ data }) =>
  deliverMessage({ db, sender, secret, now }, { delivery: data.delivery!, tries: Number(data.tries) }),
);
const ending = new AbortController();
const relaying = relayMessages({ db, jobs, now }, ending.signal);
for (;;) {
  const waiting = await db.$count(webhookDeliveries, eq(webhookDeliveries.state, "waiting"));
  if (waiting === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
ending.abort();
await relaying;
await jobs.stop();
await database.close();
process.exit(0);

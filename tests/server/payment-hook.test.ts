import { rm } from "node:fs/promises";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratedFolder } from "../setup/migrated-folder.ts";
import { startServer, type ServerProcess } from "../setup/server-process.ts";

const webhookSecret = "whsec_matinee";
let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await migratedFolder("hook");
  server = await startServer({
    ...{ DATA_DIR: dataDir, PUBLIC_URL: "http://127.0.0.1" },
    ...{ STRIPE_SECRET_KEY: "sk_test_matinee", STRIPE_WEBHOOK_SECRET: webhookSecret },
  });
});
afterAll(async () => {
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
});

test("Stripe's messages reach the handler unchanged through the whole server, and only those of Stripe", async () => {
  // With white space and signs of many bytes, which a body that is read and written again would lose.
  const event = {
    id: "evt_1",
    object: "event",
    type: "customer.created",
    data: { object: { name: "Zoë 映画" } },
  };
  const payload = `${JSON.stringify(event, null, 3)}\n`;
  const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const send = (body: string, headers: Record<string, string>) =>
    fetch(`${server.url}/api/webhook/stripe`, { method: "POST", body, headers });
  expect((await send(payload, { "Stripe-Signature": signed })).status).toBe(200);
  expect((await send(payload.trim(), { "Stripe-Signature": signed })).status).toBe(403);
  expect((await send(payload, {})).status).toBe(403);
  expect((await fetch(`${server.url}/api/webhook/stripe`)).status).toBe(405);
});

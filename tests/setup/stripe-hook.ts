import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import type { TestBackend } from "./backend.ts";
import { stripeKeys } from "./stripe.ts";

/** A message as Stripe sends it, signed as Stripe signs. `bend` changes what is sent after it was signed. */
export function sendHook(
  backend: TestBackend,
  event: { type: string; object: object },
  {
    at = Math.floor(backend.clock.now().getTime() / 1000),
    secret = stripeKeys.webhookSecret,
    bend = (body: string) => body,
    header,
  }: { at?: number; secret?: string; bend?: (body: string) => string; header?: string } = {},
): Promise<Response> {
  const data = { object: event.object };
  const payload = JSON.stringify(
    { id: `evt_${randomUUID()}`, object: "event", type: event.type, data },
    null,
    2,
  );
  const signed = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
  return backend.fetch("/api/webhook/stripe", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": header ?? signed },
    body: bend(payload),
  });
}

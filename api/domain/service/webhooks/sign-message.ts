import { createHmac } from "node:crypto";
import { oldSecretHours } from "../../../../contract/service/webhook-events.ts";
import type { WebhookEndpointRow } from "./endpoint-row.ts";

const hourMs = 3_600_000;

/** An endpoint's secret: 32 bytes. It follows from the service's secret, so the database holds none. */
function keyOf(secret: string, { id, version }: { id: string; version: number }): Buffer {
  return createHmac("sha256", secret).update(`${id} ${version}`).digest();
}

/** An endpoint's secret as its owner gets it. */
export function writtenSecret(secret: string, { id, secretVersion }: WebhookEndpointRow): string {
  return `whsec_${keyOf(secret, { id, version: secretVersion }).toString("base64")}`;
}

/** Until when the secret before the last rotation signs as well; null = there is one secret. */
export function oldSecretUntil({ rotatedAt }: WebhookEndpointRow, now: Date): Date | null {
  const until = rotatedAt && new Date(rotatedAt.getTime() + oldSecretHours * hourMs);
  return until && until > now ? until : null;
}

/**
 * The headers of a message, by Standard Webhooks 1.0: the signature is of id, time and body, and there is one for each
 * secret that counts.
 */
export function signMessage(
  secret: string,
  { endpoint, id, body, now }: { endpoint: WebhookEndpointRow; id: string; body: string; now: Date },
): Record<string, string> {
  const { secretVersion } = endpoint;
  const versions = oldSecretUntil(endpoint, now) ? [secretVersion, secretVersion - 1] : [secretVersion];
  const at = String(Math.floor(now.getTime() / 1_000));
  const signatures = versions.map((version) => {
    const key = keyOf(secret, { id: endpoint.id, version });
    return `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures.join(" ") };
}

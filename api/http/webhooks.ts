import type { adminWebhookCalls } from "../../contract/service/admin-webhooks.ts";
import { createEndpoint } from "../domain/service/webhooks/create-endpoint.ts";
import { deleteEndpoint } from "../domain/service/webhooks/delete-endpoint.ts";
import type { EndpointDeps } from "../domain/service/webhooks/endpoint-row.ts";
import { listDeliveries, readDelivery } from "../domain/service/webhooks/list-deliveries.ts";
import { listEndpoints } from "../domain/service/webhooks/list-endpoints.ts";
import { rotateSecret } from "../domain/service/webhooks/rotate-secret.ts";
import { saveEndpoint } from "../domain/service/webhooks/save-endpoint.ts";
import { redeliver, sendTest } from "../domain/service/webhooks/send-again.ts";
import type { Handlers } from "./call-context.ts";
import { byAdmin } from "./callers.ts";

/** Endpoints of other software, and the log of what was sent to them. */
export function createWebhookHandlers(deps: EndpointDeps): Pick<Handlers, keyof typeof adminWebhookCalls> {
  const { db } = deps;
  return {
    "z/webhook/list": async (_input, { now }) => ({ items: await listEndpoints(db, now) }),
    "z/webhook/create": (input, context) => createEndpoint(deps, { ...input, ...byAdmin(context) }),
    "z/webhook/save": (input, context) => saveEndpoint(deps, { ...input, ...byAdmin(context) }),
    "z/webhook/rotate": (input, context) => rotateSecret(deps, { ...input, ...byAdmin(context) }),
    "z/webhook/delete": async (input, context) => {
      await deleteEndpoint(db, { ...input, ...byAdmin(context) });
      return {};
    },
    "z/webhook/test": (input, { now }) => sendTest(deps, { ...input, now }),
    "z/webhook/deliveries": (input) => listDeliveries(db, input),
    "z/webhook/delivery": (input) => readDelivery(db, input),
    "z/webhook/redeliver": async (input, { now }) => {
      await redeliver(deps, { ...input, now });
      return {};
    },
  };
}

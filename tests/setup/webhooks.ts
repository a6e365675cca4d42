import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { WebhookDelivery, WebhookEndpoint } from "../../contract/service/admin-webhooks.ts";
import type { WebhookEvent } from "../../contract/service/webhook-events.ts";
import type { TestBackend } from "./backend.ts";

/** Endpoints and the log of their messages, as an owner sees them. */
export function webhooksOf(backend: TestBackend, token: string) {
  const post = (name: string, body: object) => backend.post(`z/webhook/${name}`, body, { token });
  const list = async () => (await backend.get("z/webhook/list", "", { token })).d.items as WebhookEndpoint[];
  const log = async (query = "") =>
    (await backend.get("z/webhook/deliveries", query, { token })).d.items as WebhookDelivery[];
  return {
    post,
    log,
    list,
    endpoint: async (id: string) => (await list()).find((one) => one.id === id)!,
    async add(url: string, events: WebhookEvent[] = ["movie.published"]) {
      const payload = { key: crypto.randomUUID(), name: "Shop", url, events };
      const { c, d } = await post("create", payload);
      expect(c).toBe(0);
      return { id: d.id as string, secret: d.secret as string };
    },
    async test(id: string) {
      const { c, d } = await post("test", { id, key: crypto.randomUUID() });
      expect(c).toBe(0);
      return d.delivery as string;
    },
    /** Resolves with a message once the log says this of it. */
    async until(id: string, is: (delivery: WebhookDelivery) => boolean): Promise<WebhookDelivery> {
      for (let turn = 0; turn < 300; turn++) {
        const found = (await log("?limit=100")).find((one) => one.id === id);
        if (found && is(found)) return found;
        await pause(100);
      }
      throw new Error("the log does not say so");
    },
  };
}

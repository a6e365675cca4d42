import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { plans } from "../../api/db/schema.ts";
import type { Order } from "../../contract/index.ts";
import type { TestBackend } from "./backend.ts";

/** A plan on sale: a month for $4.99 or ¥500, with a week to try. */
export async function addPlan(
  backend: TestBackend,
  fields: Partial<typeof plans.$inferInsert> = {},
): Promise<string> {
  const id = fields.id ?? "month";
  await backend.db.insert(plans).values({
    ...{ id, createKey: randomUUID(), trialDays: 7, renews: false, onSale: true, position: 1 },
    texts: {
      en: { name: "One month", benefits: ["Every film"] },
      de: { name: "Ein Monat", benefits: ["Jeder Film"] },
    },
    ...{ duration: { unit: "day" as const, count: 30 }, prices: { USD: 499, JPY: 500 } },
    updatedAt: backend.clock.now(),
    ...fields,
  });
  return id;
}

export const price = { currency: "USD", amount: 499 } as const;

/** An order of the plan `month`. */
export async function makeOrder(
  backend: TestBackend,
  token: string,
  fields: Record<string, unknown> = {},
): Promise<Order> {
  const body = { key: randomUUID(), plan: "month", ...price, ...fields };
  const answer = await backend.post("order/create", body, { token });
  expect(answer, JSON.stringify(answer)).toMatchObject({ c: 0, d: { state: "open" } });
  return answer.d as Order;
}

/** An order that is paid by the sandbox, with the given decision of the bank. */
export async function payInSandbox(
  backend: TestBackend,
  token: string,
  outcome: string,
  fields: Record<string, unknown> = {},
): Promise<Order> {
  const { number } = await makeOrder(backend, token, fields);
  const begun = await backend.post("order/pay", { number, method: "sandbox" }, { token });
  expect(begun).toMatchObject({ c: 0, d: { redirect: null, order: { state: "pending" } } });
  const answer = await backend.post("sandbox/settle", { number, outcome }, { token });
  expect(answer.c, JSON.stringify(answer)).toBe(0);
  return answer.d as Order;
}

/** Until when a user is VIP, according to the session. */
export async function vipUntil(backend: TestBackend, token: string): Promise<string | null> {
  return (await backend.post("login/token", { token })).d.vip_until as string | null;
}

import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { call, tokenOf } from "./admin.ts";
import { site } from "./site.ts";
import { accounts, expect } from "./test.ts";

/** The plan that the journeys buy: a month, without renewal. */
export const plan = { id: "journey-month", name: "Journey month", price: "$4.99" };

/** The same for one device at a time. */
const soloPlan = { id: "journey-solo", name: "Journey for one" };

/** Puts the plan on sale, unless an earlier journey has. */
export const sellPlan = (request: APIRequestContext) => sell(request, { ...plan, position: 1 });

/** Puts a plan of the second tier on sale, `Journey gold`. */
export const sellGold = (request: APIRequestContext) =>
  sell(request, { id: "journey-gold", name: "Journey gold", position: 9001, tier: 2 });

type Sold = { id: string; name: string; position: number; streams?: number; tier?: number };

async function sell(request: APIRequestContext, { id, name, ...fields }: Sold): Promise<void> {
  const { token } = await tokenOf(request, accounts.admin);
  const onSale = await request.get(`${site.url}/api/plan/list`);
  const { d } = (await onSale.json()) as { d: { items: { id: string }[] } };
  if (d.items.some((one) => one.id === id)) return;
  const { position, streams = null, tier = 1 } = fields;
  await call(
    request,
    "z/plan/create",
    {
      key: randomUUID(),
      id,
      texts: { en: { name, benefits: ["Every film"] } },
      duration: { unit: "month", count: 1 },
      trialDays: 0,
      renews: false,
      tier,
      streams,
      prices: [{ currency: "USD", amount: 499 }],
      onSale: true,
      position,
    },
    token,
  );
}

/** An order of the plan that the sandbox has paid. @returns its number */
export async function orderPaid(
  request: APIRequestContext,
  token: string,
  planId: string = plan.id,
): Promise<string> {
  const { number } = await call<{ number: string }>(
    request,
    "order/create",
    { key: randomUUID(), plan: planId, currency: "USD", amount: 499 },
    token,
  );
  await call(request, "order/pay", { number, method: "sandbox" }, token);
  await call(request, "sandbox/settle", { number, outcome: "succeed" }, token);
  return number;
}

/** An order of a plan for one device at a time, paid. */
export async function paidForOne(request: APIRequestContext, token: string): Promise<void> {
  await sell(request, { ...soloPlan, position: 9000, streams: 1 });
  await orderPaid(request, token, soloPlan.id);
}

/** Codes of a fresh batch: a month each. */
export async function makeCodes(request: APIRequestContext, count: number): Promise<string[]> {
  const { token } = await tokenOf(request, accounts.admin);
  const { file } = await call<{ file: { csv: string } }>(
    request,
    "z/code/create",
    {
      key: randomUUID(),
      name: "Journey",
      duration: { unit: "month", count: 1 },
      codes: count,
      uses: 1,
      expiresAt: null,
    },
    token,
  );
  return file.csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(",")[0]!);
}

/** Buys the plan from the page about membership, up to the sandbox's page. */
export async function buy(page: Page): Promise<void> {
  await page.getByRole("button", { name: `Get ${plan.name}` }).click();
  await expect(page).toHaveURL(/\/page\/pay\?order=/);
  await page.getByRole("radio", { name: /^Test payment/ }).check();
  await page.getByRole("button", { name: `Pay ${plan.price}` }).click();
  await expect(page.getByRole("heading", { name: /^Test payment/ })).toBeVisible();
}

/** A coupon of so many percent, once for each account. @returns its code */
export async function makeCoupon(request: APIRequestContext, percent: number): Promise<string> {
  const { token } = await tokenOf(request, accounts.admin);
  const code = `J-${randomUUID().slice(0, 12)}`.toUpperCase();
  const value = { kind: "percent", percent };
  const limits = { startsAt: null, endsAt: null, uses: 5, oncePerAccount: true, firstOnly: false };
  await call(
    request,
    "z/coupon/create",
    { key: randomUUID(), code, name: "Journey", value, ...limits },
    token,
  );
  return code;
}

import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { call, tokenOf } from "./admin.ts";
import { site } from "./site.ts";
import { accounts, expect } from "./test.ts";

/** The plan that the journeys buy: a month, without renewal. */
export const plan = { id: "journey-month", name: "Journey month", price: "$4.99" };

/** Puts the plan on sale, unless an earlier journey has. */
export async function sellPlan(request: APIRequestContext): Promise<void> {
  const { token } = await tokenOf(request, accounts.admin);
  const onSale = await request.get(`${site.url}/api/plan/list`);
  const { d } = (await onSale.json()) as { d: { items: { id: string }[] } };
  if (d.items.some(({ id }) => id === plan.id)) return;
  await call(
    request,
    "z/plan/create",
    {
      key: randomUUID(),
      id: plan.id,
      texts: { en: { name: plan.name, benefits: ["Every film"] } },
      duration: { unit: "month", count: 1 },
      trialDays: 0,
      renews: false,
      prices: [{ currency: "USD", amount: 499 }],
      onSale: true,
      position: 1,
    },
    token,
  );
}

/** An order of the plan that the sandbox has paid. @returns its number */
export async function orderPaid(request: APIRequestContext, token: string): Promise<string> {
  const { number } = await call<{ number: string }>(
    request,
    "order/create",
    { key: randomUUID(), plan: plan.id, currency: "USD", amount: 499 },
    token,
  );
  await call(request, "order/pay", { number, method: "sandbox" }, token);
  await call(request, "sandbox/settle", { number, outcome: "succeed" }, token);
  return number;
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

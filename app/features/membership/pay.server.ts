import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { codes } from "../../../contract/codes.ts";
import { succeeded } from "../../../contract/envelope.ts";
import type { InputOf, Order } from "../../../contract/index.ts";
import { formatMoney } from "../../../contract/commerce/currencies.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { isCoupon, redeem, refuse, refuseEmpty, refuseTyped, toCheckout, type Write } from "./buy.server.ts";
import type { Renewal } from "./order-states.tsx";
import { checkoutUrl } from "./return-to.server.ts";

const numberFormat = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/;

/**
 * An order, with the provider's state if the provider answers.
 * @throws Response 404 for anything but one of this user's orders
 */
export async function readOrder(
  server: ServerApi,
  number: string,
): Promise<{ order: Order; unreachable: boolean }> {
  const { api, t, signed, unwrap } = server;
  const answer = signed() && numberFormat.test(number) ? await api.get("order/read", { number }) : null;
  // Another user's order, an unknown one and an invalid number look the same to the client.
  if (!answer || answer.c === codes.invalid.c || answer.c === codes.unauthorised.c)
    throw data({ message: t("errors.not_found") }, { status: 404 });
  const order = unwrap(answer);
  // A closed order may have been paid on its last day, and the provider may report that late.
  const underWay = order.state === "pending" || (order.state === "expired" && order.method !== null);
  if (!underWay) return { order, unreachable: false };
  const checked = await api.post("order/check", { number });
  return succeeded(checked) ? { order: checked.d, unreachable: false } : { order, unreachable: true };
}

/** URL at which a pending payment continues; null if there is none. */
export async function providerPage({ api }: ServerApi, { number, method }: Order): Promise<string | null> {
  if (method !== "stripe" && method !== "sandbox") return null;
  const answer = await api.post("order/pay", { number, method });
  return succeeded(answer) ? answer.d.redirect : null;
}

/** The plan of a failed order, as it can be ordered now; null if it is no longer on sale. */
export async function renewalOf({ api, locale }: ServerApi, order: Order): Promise<Renewal | null> {
  const plans = await api.get("plan/list", {});
  if (!succeeded(plans)) return null;
  const plan = plans.d.items.find(({ id }) => id === order.plan.id);
  const price = plan?.prices.find(({ currency }) => currency === order.price?.currency) ?? plan?.prices[0];
  if (!plan || !price) return null;
  return { plan: plan.id, key: crypto.randomUUID(), ...price, price: formatMoney(price, locale) };
}

/**
 * Begins or continues a payment. The provider's page is reached from this app's page: a form may not redirect off the
 * site.
 */
export async function pay(write: Write, number: string, context: AppLoadContext) {
  const { server, form, headers } = write;
  const method = String(form.get("method") ?? "");
  if (method === "voucher") {
    const code = String(form.get("code") ?? "").trim();
    if (code === "") return refuseEmpty(write, "code");
    return isCoupon(code) ? putCoupon(write, number, { code }) : redeem(write, code, number);
  }
  if (method !== "stripe" && method !== "sandbox") {
    const message = server.t("pay.chooseMethod");
    return data({ message, fields: {}, code: "" }, { status: 422, headers });
  }
  const answer = await server.api.post("order/pay", { number, method });
  // Another tap or device has paid or closed it: the checkout says which.
  if (answer.c === codes.order_closed.c) return toCheckout(number, { form, context, headers });
  if (!succeeded(answer)) return refuse(answer, write);
  const { order, redirect: page } = answer.d;
  const test = method === "sandbox" && order.state === "pending";
  const view = page !== null ? { view: "go" } : test ? { view: "test" } : undefined;
  return toCheckout(number, { form, context, headers }, view);
}

/** Cancels an order. One that was paid in the meantime says so on its own page. */
export async function callOff(write: Write, number: string) {
  const answer = await write.server.api.post("order/cancel", { number });
  if (!succeeded(answer) && answer.c !== codes.order_closed.c) return refuse(answer, write);
  return redirect(checkoutUrl(number), { status: 303, headers: write.headers });
}

/** Chooses how a test payment ends. */
export async function settleTest(write: Write, number: string, context: AppLoadContext) {
  const outcome = String(write.form.get("outcome")) as InputOf<"sandbox/settle">["outcome"];
  const answer = await write.server.api.post("sandbox/settle", { number, outcome });
  if (!succeeded(answer) && answer.c !== codes.order_closed.c) return refuse(answer, write);
  return toCheckout(number, { form: write.form, context, headers: write.headers });
}

/** Uses a coupon for an order, or the code that was typed in place of one. */
export function applyCoupon(write: Write, number: string) {
  const coupon = String(write.form.get("coupon") ?? "").trim();
  if (coupon === "") return refuseEmpty(write, "coupon");
  return isCoupon(coupon) ? putCoupon(write, number, { coupon }) : redeem(write, coupon, number);
}

/** @param typed null = the coupon is taken off */
export async function putCoupon(
  write: Write,
  number: string,
  typed: { code: string } | { coupon: string } | null,
) {
  const { server, form, context, headers } = write;
  const code = typed && Object.values(typed)[0]!;
  const answer = await server.api.post("order/coupon", { number, code });
  // Another tap or device has paid or closed it: the checkout says which.
  if (answer.c === codes.order_closed.c) return toCheckout(number, { form, context, headers });
  if (!succeeded(answer)) return typed ? refuseTyped(answer, write, typed) : refuse(answer, write);
  return toCheckout(number, { form, context, headers });
}

import { data, redirect, type AppLoadContext } from "@remix-run/node";
import { codes } from "../../../contract/codes.ts";
import { issuesOf, succeeded } from "../../../contract/envelope.ts";
import type { Envelope, InputOf } from "../../../contract/index.ts";
import { longestCoupon } from "../../../contract/commerce/values.ts";
import type { ServerApi } from "../../lib/api.server.ts";
import { refusalOf, refusalStatus } from "../../lib/identity.server.ts";
import { checkoutUrl, readTo, rememberTo } from "./return-to.server.ts";
import type { Refused } from "./view.ts";

export type Write = {
  server: ServerApi;
  context: AppLoadContext;
  form: FormData;
  /** Headers of a guest who was created for this write. */
  headers: Record<string, string>;
};

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

/** A refused form, as its page shows it again. */
export function refuse(answer: Envelope<unknown>, { form, headers }: Write) {
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const refused: Refused = { ...refusalOf(answer), code: text(form, "code"), typed };
  return data(refused, { ...refusalStatus(answer), headers });
}

/**
 * Orders a plan, at the price that was shown, and redirects to its checkout. A second tap, and a page that the user
 * went back to, send the same key and find the same order.
 */
export async function buy(write: Write) {
  const { server, context, form, headers } = write;
  const { api } = server;
  const order = {
    plan: text(form, "plan"),
    currency: text(form, "currency") as InputOf<"order/create">["currency"],
    amount: Number(text(form, "amount")),
    ...(form.has("coupon") && { coupon: text(form, "coupon") }),
    ...(form.has("gift") && { gift: wishesOf(form) }),
  };
  let answer = await api.post("order/create", { ...order, key: text(form, "key") });
  // The user went back and chose another plan or price: another order.
  if (answer.c === codes.conflict.c || issuesOf(answer).some(({ field }) => field === "key"))
    answer = await api.post("order/create", { ...order, key: crypto.randomUUID() });
  if (!succeeded(answer)) return toAddress(answer, write) ?? refuse(answer, write);
  return toCheckout(answer.d.number, { form, context, headers });
}

/**
 * Redeems a code.
 * @param order the order it pays for, which is replaced by the code's receipt
 */
export async function redeem(write: Write, code: string, order?: string) {
  const { server, context, form, headers } = write;
  const answer = await server.api.post("voucher/redeem", { code, ...(order && { order }) });
  if (succeeded(answer)) return toCheckout(answer.d.order.number, { form, context, headers });
  return refuseTyped(answer, write, { code });
}

/** Shows the plans at the prices that a coupon makes. */
async function showCoupon(write: Write, code: string) {
  const { server, form, headers } = write;
  const answer = await server.api.get("coupon/read", { code });
  if (!succeeded(answer)) return refuseTyped(answer, write, { code });
  const to = readTo(form.get("to"));
  const query = new URLSearchParams({ coupon: answer.d.code, ...(to ? { to } : {}) });
  return redirect(`/page/membership?${query}#plans`, { status: 303, headers });
}

/** Uses what was typed into the field for codes: a code gives VIP, a coupon lowers the prices. */
export function enterCode(write: Write) {
  const code = text(write.form, "code").trim();
  if (code === "") return refuseEmpty(write, "code");
  return isCoupon(code) ? showCoupon(write, code) : redeem(write, code);
}

/** A coupon is shorter than a code, however either is typed. */
export function isCoupon(typed: string): boolean {
  return typed.replaceAll(/[\s\p{Pd}_.]/gu, "").length <= longestCoupon;
}

/** The page again, since nothing was typed. */
export function refuseEmpty({ server, headers }: Write, name: "code" | "coupon") {
  const message = server.t("errors.field.required");
  const refused: Refused = {
    message,
    fields: { [name]: message },
    code: "",
    ...(name === "coupon" && { coupon: "" }),
  };
  return data(refused, { status: 422, headers });
}

/**
 * A refused code or coupon: a problem with it, even too many attempts, appears next to it; a problem with the service,
 * above the form.
 */
export function refuseTyped(
  answer: Envelope<unknown>,
  { headers }: Write,
  typed: { code: string } | { coupon: string },
) {
  const refused = refusalOf(answer);
  const { status } = refusalStatus(answer);
  const name = "code" in typed ? "code" : "coupon";
  const fields: Record<string, string> =
    status === 422 || status === 429 ? { [name]: refused.fields.code ?? refused.message } : {};
  return data<Refused>({ message: refused.message, fields, code: "", ...typed }, { status, headers });
}

/** What a buyer wishes for a gift; what is left empty is left out. */
function wishesOf(form: FormData): InputOf<"order/create">["gift"] {
  const wish = (name: string) => text(form, `gift.${name}`).trim();
  const [email, message, deliverOn] = [wish("email"), wish("message"), wish("deliverOn")];
  return { ...(email && { email }), ...(message && { message }), ...(deliverOn && { deliverOn }) };
}

/** Redirects to the page that proves the address, where that is what a purchase waits for, and from there back. */
function toAddress(answer: Envelope<unknown>, { form, headers }: Write) {
  if (answer.c !== codes.address_unconfirmed.c) return null;
  const to = readTo(form.get("to"));
  const back = `/page/membership${to ? `?${new URLSearchParams({ to })}` : ""}`;
  return redirect(`/profile/address?${new URLSearchParams({ to: back })}`, { status: 303, headers });
}

/** Redirects to an order, and remembers the page to continue with afterwards. */
export function toCheckout(
  number: string,
  { form, context, headers }: Pick<Write, "form" | "context" | "headers">,
  more: Record<string, string> = {},
) {
  const to = readTo(form.get("to"));
  const all = new Headers(headers);
  if (to) all.append("Set-Cookie", rememberTo(number, to, context.origin));
  return redirect(checkoutUrl(number, { ...more, ...(to ? { to } : {}) }), { status: 303, headers: all });
}

/** Begins a trial; needs an account. */
export async function beginTrial(write: Write) {
  const { server, form, headers } = write;
  const answer = await server.api.post("membership/trial", { plan: text(form, "plan") });
  if (!succeeded(answer)) return toAddress(answer, write) ?? refuse(answer, write);
  return redirect(readTo(form.get("to")) ?? "/page/membership?done=trial", { status: 303, headers });
}

/** Cancels a subscription at the end of its period, or reverts that. */
export async function changeSubscription(write: Write, change: "cancel" | "resume") {
  const answer = await write.server.api.post(`subscription/${change}`, {});
  if (!succeeded(answer)) return refuse(answer, write);
  return redirect(`/page/membership?done=${change}`, { status: 303, headers: write.headers });
}

import { data } from "@remix-run/node";
import { formatMoney } from "../../../contract/commerce/currencies.ts";
import { issuesOf, succeeded } from "../../../contract/envelope.ts";
import type { AdminServer } from "../../lib/require-permission.server.ts";
import { refusedForm } from "../kit/forms/read-form.server.ts";
import type { Outcome } from "../kit/outcome.ts";
import { readAmount } from "./amounts.server.ts";

/** Asks the provider about an order, or refunds it (`intent`), which asks first. */
export async function writeOrder(server: AdminServer, number: string, form: FormData) {
  if (form.get("intent") === "refund") return refund(server, number, form);
  const { api, t } = server;
  const answer = await api.post("z/order/check", { number });
  if (!succeeded(answer)) return data<Outcome>({ failed: answer.m }, { status: 422 });
  const text = t("admin.order.checked", { state: t(`admin.orderState.${answer.d.state}`) });
  return data<Outcome>({ done: { text } });
}

async function refund({ api, t, locale, unwrap }: AdminServer, number: string, form: FormData) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const { refundable } = unwrap(await api.get("z/order/read", { number }));
  if (!refundable) return data<Outcome>({ failed: t("errors.not_refundable") }, { status: 422 });
  const typed = values.amount?.trim() ?? "";
  const amount = typed === "" ? refundable.amount : readAmount(typed, refundable.currency);
  const reason = values.reason?.trim() ?? "";
  const errors: Record<string, string> = {};
  if (amount === null || amount === 0) errors.amount = t("admin.plan.amountBad");
  else if (amount > refundable.amount) errors.amount = t("errors.field.too_big");
  if (reason === "") errors.reason = t("errors.field.required");
  const refuse = (message: string) =>
    data<Outcome>({ form: refusedForm("refund", form, { errors, message }) }, { status: 422 });
  if (amount === null || Object.keys(errors).length > 0) return refuse(t("login.checkFields"));
  if (values.confirmed !== "1") {
    const price = formatMoney({ amount, currency: refundable.currency }, locale);
    const hidden = ["intent", "key", "amount", "reason"].map((name): [string, string] => [
      name,
      values[name] ?? "",
    ]);
    const text = t("admin.order.refundAsk", { price });
    return data<Outcome>({ ask: { text, facts: [reason], sample: [], fields: [], hidden } });
  }
  const answer = await api.post("z/order/refund", { number, key: values.key ?? "", amount, reason });
  if (succeeded(answer)) return data<Outcome>({ done: { text: t("admin.order.refunded") } });
  for (const { field, message } of issuesOf(answer)) errors[field] ??= message;
  return refuse(Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m);
}

import { formatMoney } from "../../../contract/commerce/currencies.ts";
import { issuesOf, succeeded } from "../../../contract/envelope.ts";
import type { AdminServer } from "../../lib/require-permission.server.ts";
import { refusedForm } from "../kit/forms/read-form.server.ts";
import { isConfirmed, repliesOf } from "../kit/replies.server.ts";
import { readAmount } from "./amounts.server.ts";
import { orderLine, partOf } from "./presenter.server.ts";

const { ask, done, failed, refuse } = repliesOf();

/** Asks the provider about an order, or refunds it (`intent`), which asks first. */
export async function writeOrder(server: AdminServer, number: string, form: FormData) {
  if (form.get("intent") === "refund") return refund(server, number, form);
  const { api, t } = server;
  const answer = await api.post("z/order/check", { number });
  if (!succeeded(answer)) return failed(answer);
  const { state, partly } = orderLine(answer.d, server);
  const word = t(partly ? "admin.order.partRefunded" : `admin.orderState.${state}`);
  return done(t("admin.order.checked", { state: word }));
}

async function refund({ api, t, locale, unwrap }: AdminServer, number: string, form: FormData) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const { refundable, refunded } = unwrap(await api.get("z/order/read", { number }));
  if (!refundable || !refunded) return failed(t("errors.not_refundable"));
  const typed = values.amount?.trim() ?? "";
  const amount = typed === "" ? refundable.amount : readAmount(typed, refundable.currency);
  const reason = values.reason?.trim() ?? "";
  const errors: Record<string, string> = {};
  if (amount === null || amount === 0) errors.amount = t("admin.plan.amountBad");
  else if (amount > refundable.amount) errors.amount = t("errors.field.too_big");
  if (reason === "") errors.reason = t("errors.field.required");
  const labelOf = (name: string) => t(name === "amount" ? "admin.order.amount" : "admin.user.why");
  const refused = (message: string) => refuse(refusedForm("refund", form, { errors, message, labelOf }));
  if (amount === null || Object.keys(errors).length > 0) return refused(t("login.checkFields"));
  if (!isConfirmed(form)) {
    const price = formatMoney({ amount, currency: refundable.currency }, locale);
    // What other refunds are on their way takes counts too.
    const after = { ...refunded, amount: refunded.of - refundable.amount + amount };
    const part = partOf(after, { t, locale });
    const facts = [t("admin.order.refundAfter", { part }), reason];
    return ask(form, { text: t("admin.order.refundAsk", { price }), facts });
  }
  const answer = await api.post("z/order/refund", { number, key: values.key ?? "", amount, reason });
  if (succeeded(answer)) return done(t("admin.order.refunded"));
  for (const { field, message } of issuesOf(answer)) errors[field] ??= message;
  return refused(Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m);
}

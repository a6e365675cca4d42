import { redirect } from "@remix-run/node";
import { conflictOf, issuesOf, succeeded } from "../../../contract/envelope.ts";
import type { InputOf } from "../../../contract/index.ts";
import { endOfDay, instantOf, zoneOfForm } from "../../lib/zone.ts";
import type { AdminServer } from "../../lib/require-permission.server.ts";
import { refusedForm, whoChanged } from "../kit/forms/read-form.server.ts";
import { isConfirmed, repliesOf } from "../kit/replies.server.ts";
import { readAmount } from "./amounts.server.ts";

type Value = InputOf<"z/coupon/create">["value"];
const { ask, done, failed, refuse } = repliesOf();

/** Makes a coupon, or ends one (`intent`), which asks first. */
export function writeCoupons(server: AdminServer, form: FormData) {
  return form.get("intent") === "end" ? end(server, form) : make(server, form);
}

async function make({ api, t, zone }: AdminServer, form: FormData) {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const { code = "", percent = "", uses = "", starts = "", expires = "", reason = "" } = values;
  const errors: Record<string, string> = {};
  const plans = form.getAll("plans").map(String);
  const own = zoneOfForm(form, { zone });
  const answer = await api.post("z/coupon/create", {
    key: values.key ?? "",
    code,
    name: values.name ?? "",
    value: percent.trim() === "" ? amountsOf(values, errors, t("admin.plan.amountBad")) : percentOf(percent),
    ...(plans.length > 0 && { plans }),
    // From the beginning of the one day to the end of the other; the API refuses an invalid day.
    startsAt: starts === "" ? null : (instantOf(`${starts}T00:00:00`, own)?.toISOString() ?? starts),
    endsAt: expires === "" ? null : (endOfDay(expires, own) ?? expires),
    uses: uses.trim() === "" ? null : Number(uses),
    oncePerAccount: form.get("once") === "on",
    firstOnly: form.get("first") === "on",
    ...(reason.trim() && { reason }),
  });
  if (succeeded(answer))
    return redirect(`/z/management/coupons?made=${encodeURIComponent(answer.d.code)}`, { status: 303 });
  for (const { field, message } of issuesOf(answer)) errors[formField(field, percent)] ??= message;
  const message = Object.keys(errors).length > 0 ? t("login.checkFields") : answer.m;
  const labels: Record<string, string> = {
    code: t("admin.coupon.code"),
    name: t("login.name"),
    percent: t("admin.coupon.percent"),
    amounts: t("admin.coupon.amounts"),
    plans: t("admin.section.plans"),
    uses: t("admin.coupon.uses"),
    starts: t("admin.coupon.starts"),
    expires: t("admin.code.expires"),
    reason: t("admin.user.note"),
  };
  const labelOf = (name: string) => labels[/^amounts/.test(name) ? "amounts" : name];
  return refuse(refusedForm("coupon", form, { errors, message, labelOf }));
}

function percentOf(typed: string): Value {
  return { kind: "percent", percent: Number(typed) };
}

/** The typed amounts, one for each currency. An amount that is none is left to the form, and refused as missing. */
function amountsOf(values: Record<string, string>, errors: Record<string, string>, bad: string): Value {
  const amounts: Extract<Value, { kind: "amount" }>["amounts"] = [];
  for (let at = 0; `amounts[${at}].amount` in values; at++) {
    const typed = values[`amounts[${at}].amount`]!.trim();
    const currency = values[`amounts[${at}].currency`] ?? "";
    if (typed === "" && currency === "") continue;
    const amount = readAmount(typed, currency);
    if (amount === null) errors[`amounts[${at}].amount`] = bad;
    else amounts.push({ amount, currency: currency as (typeof amounts)[number]["currency"] });
  }
  // Nothing is saved of a form with one wrong amount among others.
  return { kind: "amount", amounts: Object.keys(errors).length > 0 ? [] : amounts };
}

/** The form's name of a field of the contract. */
function formField(field: string, percent: string): string {
  if (field.startsWith("value")) return percent.trim() === "" ? "amounts" : "percent";
  if (field === "startsAt") return "starts";
  return field === "endsAt" ? "expires" : field.replace(/^plans.*/, "plans");
}

async function end({ api, t, locale, zone }: AdminServer, form: FormData) {
  const code = String(form.get("code") ?? "");
  if (!isConfirmed(form)) return ask(form, { text: t("admin.coupon.endAsk", { code }) });
  const answer = await api.post("z/coupon/end", {
    id: String(form.get("id") ?? ""),
    revision: Number(form.get("revision")),
  });
  if (succeeded(answer)) return done(t("admin.coupon.ended", { code }));
  const conflict = conflictOf(answer);
  return failed(conflict ? whoChanged(conflict, { t, locale, zone }) : answer);
}

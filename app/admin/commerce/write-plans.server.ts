import { redirect } from "@remix-run/node";
import { codes } from "../../../contract/codes.ts";
import { conflictOf, issuesOf, succeeded } from "../../../contract/envelope.ts";
import { formatMoney, type Money } from "../../../contract/commerce/currencies.ts";
import type { AdminPlan, Duration, Envelope, InputOf } from "../../../contract/index.ts";
import { writeDuration } from "../../lib/duration-words.ts";
import type { AdminServer } from "../../lib/require-permission.server.ts";
import { readBase, refusedForm, whoChanged } from "../kit/forms/read-form.server.ts";
import { fieldName } from "../kit/forms/refused-fields.ts";
import { movedItem } from "../kit/list-order.ts";
import { isConfirmed, repliesOf } from "../kit/replies.server.ts";
import { readAmount } from "./amounts.server.ts";
import { readPlanTexts, type PlanTexts } from "./plan-texts.server.ts";

type Fields = Omit<InputOf<"z/plan/create">, "key" | "id" | "reason" | "position">;
/** Gap between the positions of two plans, for changes by hand. */
const step = 10;

const { ask, done, failed, refuse } = repliesOf();

/** Saves, deletes, moves, or puts on sale (`intent`). An action that can't be undone asks first. */
export async function writePlans(server: AdminServer, form: FormData) {
  const { api, t, unwrap } = server;
  const { items } = unwrap(await api.get("z/plan/list", {}));
  const id = String(form.get("id") ?? "");
  const plan = items.find((one) => one.id === id);
  switch (form.get("intent")) {
    case "order":
      return move(server, movedItem(items, { from: items.findIndex((one) => one === plan), form }));
    case "on":
    case "off": {
      const onSale = form.get("intent") === "on";
      if (!plan) return failed(t("errors.not_found"));
      return outcomeOf(server, await api.post("z/plan/save", { id, revision: plan.revision, onSale }));
    }
    case "delete":
      return remove(server, form, plan);
    default:
      return save(server, form, items);
  }
}

async function save(server: AdminServer, form: FormData, plans: readonly AdminPlan[]) {
  const { api, t, locale } = server;
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const fresh = form.has("newId");
  const id = String(form.get(fresh ? "newId" : "id") ?? "").trim();
  const plan = fresh ? undefined : plans.find((one) => one.id === id);
  const { fields, errors } = readFields(values, plan?.texts, t("admin.plan.amountBad"));
  const labelOf = (name: string) => labelOfField(t, name);
  const refused = (message: string) =>
    refuse(refusedForm("plan", form, { errors, message, labelOf, base: values.base ?? "" }));
  if (Object.keys(errors).length > 0) return refused(t("login.checkFields"));
  const answer = fresh
    ? await api.post("z/plan/create", {
        key: values.key ?? "",
        id,
        ...fields,
        position: Math.min(9999, Math.max(0, ...plans.map(({ position }) => position)) + step),
      })
    : await api.post("z/plan/save", {
        id,
        revision: Number(values.revision),
        before: readBase(form),
        ...fields,
      });
  if (succeeded(answer)) {
    if (fresh) return redirect(`/z/management/plans?plan=${id}&made=1`, { status: 303 });
    return done(t("profile.saved"));
  }
  for (const { field, message } of issuesOf(answer)) errors[formField(field)] ??= message;
  const conflict = conflictOf(answer);
  for (const { field, theirs } of conflict?.fields ?? [])
    errors[formField(field)] ??= t("admin.conflict.field", { value: planWords(theirs, { t, locale }) });
  const marked = Object.keys(errors).length > 0;
  return refused(marked && !conflict ? t("login.checkFields") : wordsOf(server, answer));
}

/** The form's name of a field of the contract. */
function formField(field: string): string {
  if (field === "id") return "newId";
  if (field.startsWith("duration")) return "count";
  const [, locale, part = "name"] = /^texts\.([^.]+)(?:\.(name|benefits))?/.exec(field) ?? [];
  return locale ? `${part}.${locale}` : fieldName(field);
}

function labelOfField(t: AdminServer["t"], name: string): string {
  const [, place] = /^prices\[(\d+)\]/.exec(name) ?? [];
  if (place) return `${t("admin.plan.price")} ${Number(place) + 1}`;
  if (name === "newId") return t("admin.user.id");
  if (name === "count") return t("admin.plan.count");
  if (name === "trialDays") return t("admin.plan.trialDays");
  if (name === "tier") return t("admin.plan.tier");
  if (name === "streams") return t("admin.plan.streams");
  if (name === "prices") return t("admin.plan.prices");
  return t(name.startsWith("benefits") ? "admin.plan.benefits" : "login.name");
}

/** The values of a plan's form, by the contract's names. */
function readFields(values: Record<string, string>, known: PlanTexts | undefined, amountBad: string) {
  const errors: Record<string, string> = {};
  const prices: Fields["prices"] = [];
  for (let at = 0; `prices[${at}].amount` in values; at++) {
    const typed = values[`prices[${at}].amount`]!.trim();
    const currency = values[`prices[${at}].currency`] ?? "";
    if (typed === "" && currency === "") continue;
    const amount = readAmount(typed, currency);
    if (amount === null) errors[`prices[${at}].amount`] = amountBad;
    else prices.push({ amount, currency: currency as Fields["prices"][number]["currency"] });
  }
  const fields: Fields = {
    texts: readPlanTexts(values, known),
    duration: { unit: values.unit === "day" ? "day" : "month", count: Number(values.count) },
    trialDays: Number(values.trialDays || 0),
    renews: values.renews === "on",
    tier: Number(values.tier || 1),
    streams: values.streams?.trim() ? Number(values.streams) : null,
    onSale: values.onSale === "on",
    prices,
  };
  return { fields, errors };
}

/** Gives the plans positions in their new order; null = the plan, or its new place, does not exist. */
async function move(server: AdminServer, order: readonly AdminPlan[] | null) {
  const { api, t } = server;
  if (!order) return failed(t("errors.not_found"));
  for (const [place, one] of order.entries()) {
    const position = place * step;
    if (one.position === position) continue;
    const answer = await api.post("z/plan/save", { id: one.id, revision: one.revision, position });
    if (!succeeded(answer)) return outcomeOf(server, answer);
  }
  return done(t("profile.saved"));
}

async function remove(server: AdminServer, form: FormData, plan: AdminPlan | undefined) {
  const { api, t, locale } = server;
  if (!plan) return failed(t("errors.not_found"));
  const revision = Number(form.get("revision"));
  if (!isConfirmed(form)) {
    const name = (plan.texts[locale] ?? plan.texts.en)?.name ?? plan.id;
    return ask(form, { text: t("admin.plan.deleteAsk", { name }) });
  }
  const answer = await api.post("z/plan/delete", { id: plan.id, revision });
  if (!succeeded(answer)) return outcomeOf(server, answer);
  return redirect("/z/management/plans?gone=1", { status: 303 });
}

/** A field of a plan, as another admin has saved it. */
function planWords(value: unknown, { t, locale }: Pick<AdminServer, "t" | "locale">): string {
  if (Array.isArray(value)) return value.map((price) => formatMoney(price as Money, locale)).join(" · ");
  if (typeof value === "boolean") return t(value ? "profile.on" : "profile.off");
  if (typeof value !== "object" || value === null) return String(value ?? "–");
  if ("unit" in value) return writeDuration(value as Duration, locale);
  const { name = "", benefits = [] } = value as Partial<PlanTexts[string]>;
  return [name, ...benefits].join(", ");
}

function wordsOf(server: AdminServer, answer: Envelope<unknown>): string {
  const conflict = conflictOf(answer);
  if (conflict) return whoChanged(conflict, server);
  return "m" in answer && answer.c !== codes.ok.c ? answer.m : "";
}

function outcomeOf(server: AdminServer, answer: Envelope<unknown>) {
  if (!succeeded(answer)) return failed(issuesOf(answer)[0]?.message ?? wordsOf(server, answer));
  return done(server.t("profile.saved"));
}

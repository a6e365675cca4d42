import { data, redirect } from "@remix-run/node";
import { codes } from "../../../contract/codes.ts";
import { conflictOf, issuesOf, succeeded } from "../../../contract/envelope.ts";
import type { AdminPlan, Envelope, InputOf } from "../../../contract/index.ts";
import type { AdminServer } from "../../lib/require-permission.server.ts";
import { refusedForm, whoChanged } from "../kit/forms/read-form.server.ts";
import type { Outcome } from "../kit/outcome.ts";
import { fieldName } from "../kit/forms/refused-fields.ts";
import { readAmount } from "./amounts.server.ts";
import { readPlanTexts, type PlanTexts } from "./plan-texts.server.ts";

type Fields = Omit<InputOf<"z/plan/create">, "key" | "id" | "reason" | "position">;
/** Gap between the positions of two plans, for changes by hand. */
const step = 10;

/** Saves, deletes, moves, or puts on sale (`intent`). An action that can't be undone asks first. */
export async function writePlans(server: AdminServer, form: FormData) {
  const { api, t, unwrap } = server;
  const { items } = unwrap(await api.get("z/plan/list", {}));
  const id = String(form.get("id") ?? "");
  const plan = items.find((one) => one.id === id);
  switch (form.get("intent")) {
    case "up":
    case "down":
      return move(
        server,
        items,
        items.findIndex((one) => one.id === id),
        form.get("intent") === "up" ? -1 : 1,
      );
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
  const { api, t } = server;
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  const fresh = form.has("newId");
  const id = String(form.get(fresh ? "newId" : "id") ?? "").trim();
  const plan = fresh ? undefined : plans.find((one) => one.id === id);
  const { fields, errors } = readFields(values, plan?.texts, t("admin.plan.amountBad"));
  const refused = (message: string) =>
    data<Outcome>({ form: refusedForm("plan", form, { errors, message }) }, { status: 422 });
  if (Object.keys(errors).length > 0) return refused(t("login.checkFields"));
  const answer = fresh
    ? await api.post("z/plan/create", {
        key: values.key ?? "",
        id,
        ...fields,
        position: Math.min(9999, Math.max(0, ...plans.map(({ position }) => position)) + step),
      })
    : await api.post("z/plan/save", { id, revision: Number(values.revision), ...fields });
  if (succeeded(answer)) {
    if (fresh) return redirect(`/z/management/plans?plan=${id}&made=1`, { status: 303 });
    return data<Outcome>({ done: { text: t("profile.saved") } });
  }
  for (const { field, message } of issuesOf(answer)) errors[formField(field)] ??= message;
  const marked = Object.keys(errors).length > 0;
  return refused(marked ? t("login.checkFields") : wordsOf(server, answer));
}

/** The form's name of a field of the contract. */
function formField(field: string): string {
  if (field === "id") return "newId";
  if (field.startsWith("duration")) return "count";
  const [, locale, part = "name"] = /^texts\.([^.]+)(?:\.(name|benefits))?/.exec(field) ?? [];
  return locale ? `${part}.${locale}` : fieldName(field);
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
    onSale: values.onSale === "on",
    prices,
  };
  return { fields, errors };
}

/** The two swap positions; plans around them that share a position get one each. */
async function move({ api, t, ...server }: AdminServer, plans: readonly AdminPlan[], at: number, by: -1 | 1) {
  const order = [...plans];
  const [plan, other] = [order[at], order[at + by]];
  if (!plan || !other) return failed(t("errors.not_found"));
  [order[at], order[at + by]] = [other, plan];
  for (const [place, one] of order.entries()) {
    const position = place * step;
    if (one.position === position) continue;
    const answer = await api.post("z/plan/save", { id: one.id, revision: one.revision, position });
    if (!succeeded(answer)) return outcomeOf({ api, t, ...server }, answer);
  }
  return data<Outcome>({ done: { text: t("profile.saved") } });
}

async function remove(server: AdminServer, form: FormData, plan: AdminPlan | undefined) {
  const { api, t, locale } = server;
  if (!plan) return failed(t("errors.not_found"));
  const revision = Number(form.get("revision"));
  if (form.get("confirmed") !== "1") {
    const name = (plan.texts[locale] ?? plan.texts.en)?.name ?? plan.id;
    const hidden: [string, string][] = [
      ["intent", "delete"],
      ["id", plan.id],
      ["revision", String(revision)],
    ];
    const text = t("admin.plan.deleteAsk", { name });
    return data<Outcome>({ ask: { text, facts: [], sample: [], fields: [], hidden } });
  }
  const answer = await api.post("z/plan/delete", { id: plan.id, revision });
  if (!succeeded(answer)) return outcomeOf(server, answer);
  return redirect("/z/management/plans?gone=1", { status: 303 });
}

function wordsOf({ t, locale }: Pick<AdminServer, "t" | "locale">, answer: Envelope<unknown>): string {
  const conflict = conflictOf(answer);
  if (conflict) return whoChanged(conflict, { t, locale });
  return "m" in answer && answer.c !== codes.ok.c ? answer.m : "";
}

function outcomeOf(server: AdminServer, answer: Envelope<unknown>) {
  if (!succeeded(answer)) return failed(issuesOf(answer)[0]?.message ?? wordsOf(server, answer));
  return data<Outcome>({ done: { text: server.t("profile.saved") } });
}

function failed(text: string) {
  return data<Outcome>({ failed: text }, { status: 422 });
}

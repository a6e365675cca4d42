import type { TFunction } from "i18next";
import { formatMoney, type Money } from "../../../contract/commerce/currencies.ts";
import { mostSold } from "../../../contract/commerce/admin-plans.ts";
import type { AdminOrder, AdminPlan, CodeBatch, OneCode, OutputOf } from "../../../contract/index.ts";
import { writeDuration } from "../../lib/duration-words.ts";
import { writers } from "../kit/format.ts";
import { typeAmount } from "./amounts.server.ts";
import type {
  BatchLine,
  CodeLine,
  Fact,
  OrderDetail,
  OrderLine,
  PlanFields,
  PlanForm,
  PlanLine,
} from "./view.ts";

export type Reader = { t: TFunction; locale: string; zone: string };

/** Empty rows for prices in further currencies. */
const spareRows = 3;

export function planLine(plan: AdminPlan, { locale }: Pick<Reader, "locale">): PlanLine {
  const write = writers(locale);
  return {
    id: plan.id,
    name: nameOf(plan, locale),
    time: writeDuration(plan.duration, locale),
    tier: plan.tier,
    prices: plan.prices.map((price) => formatMoney(price, locale)).join(" · "),
    trial: plan.trialDays > 0 ? writeDuration({ unit: "day", count: plan.trialDays }, locale) : null,
    renews: plan.renews,
    onSale: plan.onSale,
    sold: write.number(plan.sold) + (plan.sold >= mostSold ? "+" : ""),
  };
}

function nameOf({ id, texts }: AdminPlan, locale: string): string {
  return (texts[locale] ?? texts.en)?.name ?? id;
}

/**
 * The initial values of a plan's form.
 * @param plan null = a new one
 */
export function planForm(plan: AdminPlan | null, locale: string): PlanForm {
  const texts = Object.entries(plan?.texts ?? {});
  const values: PlanFields = {
    newId: "",
    count: String(plan?.duration.count ?? 1),
    unit: plan?.duration.unit ?? "month",
    trialDays: String(plan?.trialDays ?? 0),
    tier: String(plan?.tier ?? 1),
    streams: String(plan?.streams ?? ""),
    renews: plan?.renews ? "on" : "",
    onSale: !plan || plan.onSale ? "on" : "",
    prices: [
      ...(plan?.prices ?? []).map((price) => ({ currency: price.currency, amount: typeAmount(price) })),
      ...Array.from({ length: spareRows }, () => ({ currency: "", amount: "" })),
    ],
    name: Object.fromEntries(texts.map(([language, { name }]) => [language, name])),
    benefits: Object.fromEntries(texts.map(([language, { benefits }]) => [language, benefits.join("\n")])),
  };
  if (!plan) return { id: null, name: "", revision: 0, values, began: {} };
  const { id, revision, duration, trialDays, renews, tier, streams, onSale, prices } = plan;
  const words = Object.fromEntries(texts.map(([language, text]) => [`texts.${language}`, text]));
  const began = { duration, trialDays, renews, tier, streams, onSale, prices, ...words };
  return { id, name: nameOf(plan, locale), revision, values, began };
}

export function batchLine(batch: CodeBatch, now: Date, { locale, zone }: Reader): BatchLine {
  const write = writers(locale, zone);
  const all = batch.codes * batch.uses;
  return {
    id: batch.id,
    name: batch.name,
    time: writeDuration(batch.duration, locale),
    tier: batch.tier,
    used: `${write.number(batch.redeemed)} / ${write.number(all)}`,
    state: stateOf(batch, { over: batch.revoked === batch.codes, left: batch.left, now }),
    until: batch.expiresAt ? write.day(batch.expiresAt) : null,
    made: write.day(batch.createdAt),
    by: batch.actor.name,
    revision: batch.revision,
    left: batch.left,
    revoked: batch.revoked > 0 ? write.number(batch.revoked) : null,
    found: batch.found && codeLine(batch.found, batch, { now, locale }),
  };
}

/** One code of a batch. */
export function codeLine(
  { code, number, used, revokedAt }: OneCode,
  batch: CodeBatch,
  { now, locale }: { now: Date; locale: string },
): CodeLine {
  const write = writers(locale);
  return {
    code,
    number: write.number(number),
    used: `${write.number(used)} / ${write.number(batch.uses)}`,
    state: stateOf(batch, { over: revokedAt !== null, left: batch.uses - used, now }),
  };
}

function stateOf(
  { revokedAt, expiresAt }: CodeBatch,
  { over, left, now }: { over: boolean; left: number; now: Date },
): BatchLine["state"] {
  if (revokedAt !== null || over) return "revoked";
  if (left <= 0) return "used";
  return expiresAt !== null && new Date(expiresAt) <= now ? "expired" : "valid";
}

export function orderLine(order: AdminOrder, { t, locale }: Pick<Reader, "t" | "locale">): OrderLine {
  const { user } = order;
  return {
    number: order.number,
    state: order.state,
    dispute: order.dispute,
    refunded: order.refunded?.amount ? partOf(order.refunded, { t, locale }) : null,
    partly: order.state === "paid" && Boolean(order.refunded?.amount),
    plan: order.plan.name,
    price: order.price ? formatMoney(order.price, locale) : "–",
    method: order.method ? t(`admin.payMethod.${order.method}`) : "–",
    date: order.createdAt,
    user: user && { uid: user.uid, name: user.name ?? user.email ?? t("profile.guest") },
  };
}

/** A part of a payment in words: `$1 of $4.99`. */
export function partOf(
  { amount, of, currency }: Money & { of: number },
  { t, locale }: Pick<Reader, "t" | "locale">,
): string {
  const money = (units: number) => formatMoney({ amount: units, currency }, locale);
  return t("admin.order.partOf", { price: money(amount), total: money(of) });
}

export function orderDetail(order: OutputOf<"z/order/read">, reader: Reader): OrderDetail {
  const { t, locale } = reader;
  const write = writers(locale, reader.zone);
  const money = (one: Money) => formatMoney(one, locale);
  const line = orderLine(order, reader);
  const { refundable } = order;
  return {
    ...line,
    facts: factsOf(order, line, reader),
    attempts: order.attempts.map(({ id, method, state, reference, createdAt, checkedAt }) => ({
      id,
      text: t(`admin.payMethod.${method}`),
      state: t(`admin.attemptState.${state}`),
      reference,
      at: checkedAt ?? createdAt,
    })),
    lines: order.lines.map(({ kind, money: amount, at, method, instrument, why }, place) => ({
      key: `${place}`,
      text: [
        t(`admin.payLine.${kind}`),
        instrument ?? t(`admin.payMethod.${method}`),
        why ? t(`admin.refundWhy.${why}`) : null,
      ]
        .filter(Boolean)
        .join(" · "),
      amount: money(amount),
      at,
      back: kind === "refunded",
    })),
    refunds: order.refunds.map(({ id, money: amount, why, state, createdAt, actor, reason }) => ({
      id,
      text: [t(`admin.refundState.${state}`), t(`admin.refundWhy.${why}`), actor.name]
        .filter(Boolean)
        .join(" · "),
      amount: money(amount),
      at: createdAt,
      reason,
    })),
    disputes: order.disputes.map(
      ({ reference, state, money: amount, reason, openedAt, dueAt, closedAt }) => ({
        reference,
        state,
        amount: money(amount),
        at: closedAt ?? openedAt,
        text: [
          t("admin.order.disputeReason", { reason: reason.replaceAll("_", " ") }),
          state === "open" && dueAt ? t("admin.order.disputeDue", { date: write.at(dueAt) }) : null,
        ]
          .filter(Boolean)
          .join(" · "),
      }),
    ),
    refundable: refundable && {
      text: money(refundable),
      typed: typeAmount(refundable),
      currency: refundable.currency,
    },
    checkable:
      order.dispute === "open" ||
      order.attempts.some(({ state, method }) => state === "open" && method !== "voucher"),
  };
}

function factsOf(order: OutputOf<"z/order/read">, line: OrderLine, { t, locale, zone }: Reader): Fact[] {
  const write = writers(locale, zone);
  const { subscriptionOf } = order;
  return [
    { label: t("admin.order.plan"), value: `${order.plan.name} (${order.plan.id})` },
    { label: t("admin.plan.count"), value: writeDuration(order.plan.duration, locale) },
    { label: t("admin.order.price"), value: line.price },
    ...(order.tax !== null && order.price
      ? [{ label: t("admin.order.tax"), value: formatMoney({ ...order.price, amount: order.tax }, locale) }]
      : []),
    ...(order.invoice ? [{ label: t("admin.order.invoice"), value: order.invoice }] : []),
    ...(order.giftOf ? [{ label: t("admin.order.gift"), value: giftWords(order.giftOf, t) }] : []),
    ...(order.coupon
      ? [
          {
            label: t("admin.target.coupon"),
            value: `${order.coupon.code} · ${t("admin.coupon.before", { price: formatMoney(order.coupon.price, locale) })}`,
          },
        ]
      : []),
    { label: t("admin.order.method"), value: line.method },
    { label: t("admin.order.date"), value: write.at(order.createdAt), at: order.createdAt },
    ...(order.paidAt
      ? [{ label: t("admin.order.paidAt"), value: write.at(order.paidAt), at: order.paidAt }]
      : []),
    ...(line.refunded ? [{ label: t("admin.payLine.refunded"), value: line.refunded }] : []),
    ...(order.refundDue
      ? [{ label: t("admin.order.refundDue"), value: formatMoney(order.refundDue, locale) }]
      : []),
    ...(order.refundable && (line.refunded ?? order.refundDue)
      ? [{ label: t("admin.order.leftToRefund"), value: formatMoney(order.refundable, locale) }]
      : []),
    // For a refunded order the date no longer holds.
    ...(order.vip_until && order.state === "paid"
      ? [{ label: t("movie.vip"), value: t("admin.user.until", { date: write.day(order.vip_until) }) }]
      : []),
    ...(subscriptionOf
      ? [
          {
            label: t("admin.order.subscription"),
            value: t(subscriptionOf.cancelled ? "admin.order.endsOn" : "admin.order.nextOn", {
              date: write.day(subscriptionOf.periodEnd),
            }),
          },
        ]
      : []),
  ];
}

type GiftOf = NonNullable<OutputOf<"z/order/read">["giftOf"]>;

function giftWords({ state, email, deliverOn, redeemedBy }: GiftOf, t: TFunction): string {
  return [t(`admin.giftState.${state}`), email, deliverOn, redeemedBy].filter(Boolean).join(" · ");
}

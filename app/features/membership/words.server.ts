import type { TFunction } from "i18next";
import type { Order, OutputOf, PaymentMethod, Plan } from "../../../contract/index.ts";
import { formatMoney, type Currency, type Money } from "../../../contract/commerce/currencies.ts";
import type { Duration } from "../../../contract/commerce/payment-models.ts";
import { writeDuration } from "../../lib/duration-words.ts";
import { dateFormat, numberFormat } from "../../lib/formats.ts";
import type { GiftView, OrderLine, OrderView, PlanView, Standing, SubscriptionView } from "./view.ts";

export type Reader = { t: TFunction; locale: string };
type Membership = OutputOf<"membership/read">;

const monthsAYear = 12;
/** Used if no currency is usual in the language. */
const known: readonly Currency[] = ["USD", "EUR"];
/** From this year on a date means "for good". */
const forGood = 9000;
/** A smaller saving is not shown. */
const leastSaving = 0.05;

/** The usual currency of a language, if the service sells in it. */
const usual: Record<string, Currency> = {
  ar: "SAR",
  de: "EUR",
  en: "USD",
  id: "IDR",
  ja: "JPY",
  ko: "KRW",
  ms: "MYR",
  pt: "BRL",
  th: "THB",
  tr: "TRY",
  vi: "VND",
  "zh-hans": "CNY",
  "zh-hant": "TWD",
};

/**
 * Writes a date in the reader's language.
 * @param iso a time; its UTC day is shown
 */
export function writeDay(iso: string, locale: string): string {
  return dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(iso));
}

/** How often it is charged, or its duration: the words after a price. */
function writePeriod(duration: Duration, renews: boolean, { t, locale }: Reader): string {
  const time = writeDuration(duration, locale);
  if (!renews) return t("membership.forTime", { time });
  if (duration.unit === "month" && duration.count === 1) return t("membership.each.month");
  if (duration.unit === "month" && duration.count === monthsAYear) return t("membership.each.year");
  return t("membership.everyTime", { time });
}

/**
 * The currency to show prices in: the requested one, else the usual one of the language, else the one with prices for
 * most plans, and among equals a widely known one.
 * @returns the choice and all available ones
 */
export function chooseCurrency(
  plans: readonly Plan[],
  asked: string | null,
  locale: string,
): { currency: Currency | null; all: Currency[] } {
  const counts = new Map<Currency, number>();
  for (const { currency } of plans.flatMap(({ prices }) => prices))
    counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const all = [...counts].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
  const most = all.filter((one) => counts.get(one) === counts.get(all[0]!));
  const wanted =
    [asked, usual[locale]].find((one) => all.some((other) => other === one)) ??
    known.find((one) => most.includes(one));
  return { currency: (wanted as Currency | undefined) ?? all[0] ?? null, all: all.sort() };
}

/** Price per month, in smallest units; null for a plan not sold by months. */
function monthly({ unit, count }: Duration, { amount }: Money): number | null {
  return unit === "month" ? amount / count : null;
}

/**
 * The cards of all plans that have a price in a currency.
 * @param trial whether this user may have a trial
 * @param coupon the prices that the user's coupon makes
 */
export function planViews(
  plans: readonly Plan[],
  given: {
    currency: Currency | null;
    trial: boolean;
    coupon?: OutputOf<"coupon/read"> | null;
    reader: Reader;
  },
): PlanView[] {
  const { currency, trial, coupon, reader } = given;
  const { locale } = reader;
  const isOf = (one: Money) => one.currency === currency;
  const priced = plans.flatMap((plan) => {
    const list = plan.prices.find(isOf);
    const lower = coupon?.plans.find(({ id }) => id === plan.id)?.prices.find(isOf);
    const price = lower ?? list;
    return list && price ? [{ plan, list, lower, price, monthly: monthly(plan.duration, price) }] : [];
  });
  // What a plan saves is told beside those that give the same.
  const ofTier = (tier: number) => priced.filter(({ plan }) => plan.tier === tier);
  const dearest = (tier: number) => Math.max(0, ...ofTier(tier).map((one) => one.monthly ?? 0));
  const savingOf = ({ plan: { tier }, monthly: aMonth }: (typeof priced)[number]) =>
    aMonth === null || dearest(tier) === 0 ? 0 : 1 - aMonth / dearest(tier);
  const savings = priced.map(savingOf);
  const best = (tier: number) => Math.max(0, ...ofTier(tier).map(savingOf));
  const percent = numberFormat(locale, { style: "percent" });
  return priced.map(({ plan, list, lower, price, monthly: aMonth }, place) => ({
    id: plan.id,
    name: plan.name,
    benefits: plan.benefits,
    price: formatMoney(price, locale),
    amount: price.amount,
    currency: price.currency,
    coupon: coupon && lower ? { code: coupon.code, before: formatMoney(list, locale) } : null,
    time: writePeriod(plan.duration, plan.renews, reader),
    length: writePeriod(plan.duration, false, reader),
    // Rounded up: a user never pays more than the page says.
    aMonth:
      aMonth !== null && plan.duration.count > 1
        ? formatMoney({ ...price, amount: Math.ceil(aMonth) }, locale)
        : null,
    saving: savings[place]! >= leastSaving ? percent.format(Math.floor(savings[place]! * 100) / 100) : null,
    trial: trial && plan.trialDays > 0 ? writeDuration({ unit: "day", count: plan.trialDays }, locale) : null,
    renews: plan.renews,
    tier: plan.tier,
    best: best(plan.tier) >= leastSaving && savings[place] === best(plan.tier),
    key: crypto.randomUUID(),
  }));
}

/**
 * State of a membership.
 * @param now to tell whether it has ended
 */
export function standingOf(membership: Membership | null, now: Date, reader: Reader): Standing {
  const { t, locale } = reader;
  if (!membership) return { kind: "none" };
  const { is_vip, vip_until, paused, graceUntil, subscription } = membership;
  if (paused) {
    const left = { unit: "day", count: Math.max(1, Math.round(paused.secondsLeft / 86_400)) } as const;
    return { kind: "paused", left: writeDuration(left, locale) };
  }
  if (is_vip && graceUntil) return { kind: "grace", until: writeDay(graceUntil, locale) };
  if (is_vip && (!vip_until || new Date(vip_until).getUTCFullYear() >= forGood)) return { kind: "forever" };
  if (is_vip && vip_until) {
    const going = subscription && subscription.state !== "ended" ? subscription : null;
    const note = going
      ? t(going.cancelled ? "membership.endsOn" : "membership.renewsOn", {
          date: writeDay(going.periodEnd, locale),
        })
      : null;
    const tiers = membership.tiers.map((one) => ({ ...one, until: writeDay(one.until, locale) }));
    return { kind: "active", until: writeDay(vip_until, locale), tiers, note };
  }
  if (vip_until && new Date(vip_until) <= now) return { kind: "lapsed", since: writeDay(vip_until, locale) };
  return { kind: "none" };
}

export function subscriptionView(membership: Membership | null, reader: Reader): SubscriptionView | null {
  const going = membership?.subscription;
  if (!going || going.state === "ended") return null;
  const price = formatMoney(going.price, reader.locale);
  return {
    text: `${going.plan.name} · ${price} ${writePeriod(going.plan.duration, true, reader)}`,
    until: writeDay(going.periodEnd, reader.locale),
    cancelled: going.cancelled,
  };
}

/** A card and its number, kept in one line and in their own direction. */
function inOne(instrument: string): string {
  return `\u2066${instrument.replaceAll(" ", "\u00a0")}\u2069`;
}

const methodNames = {
  stripe: "pay.methodStripe",
  voucher: "pay.methodVoucher",
  sandbox: "pay.methodSandbox",
} as const satisfies Record<PaymentMethod, string>;

/** An order in a line of a list. */
export function orderLine(order: Order, { t, locale }: Reader): OrderLine {
  return {
    number: order.number,
    plan: order.gift ? t("gift.of", { plan: order.plan.name }) : order.plan.name,
    price: order.price ? formatMoney(order.price, locale) : t("pay.free"),
    date: writeDay(order.paidAt ?? order.createdAt, locale),
    state: order.state,
    part: partOf(order, { t, locale }),
  };
}

function partOf({ state, refunded }: Order, { t, locale }: Reader): OrderLine["part"] {
  if (state !== "paid" || !refunded?.amount) return null;
  const { amount, of, currency } = refunded;
  const write = (units: number) => formatMoney({ amount: units, currency }, locale);
  return {
    text: t("pay.partRefunded", { price: write(amount), total: write(of) }),
    refunded: write(-amount),
    left: write(of - amount),
  };
}

function taxOf({ tax, refunded }: Order, { t, locale }: Reader): OrderView["tax"] {
  if (tax === null || !refunded) return null;
  const { of: amount, currency } = refunded;
  const text = t("pay.taxIncluded", { tax: formatMoney({ amount: tax, currency }, locale) });
  return { text, total: formatMoney({ amount, currency }, locale) };
}

function couponOf({ coupon, price }: Order, locale: string): OrderView["coupon"] {
  if (!coupon || !price) return null;
  const off = { ...price, amount: price.amount - coupon.price.amount };
  return {
    code: coupon.code,
    before: formatMoney(coupon.price, locale),
    off: formatMoney(off, locale),
  };
}

/** An order as the checkout shows it. */
export function orderView(order: Order, reader: Reader): OrderView {
  const { t, locale } = reader;
  const paid = order.lines.find(({ kind }) => kind === "paid");
  const method = paid?.method ?? order.method;
  const notes = order.lines.flatMap(({ kind, money, why }) => {
    const price = formatMoney(money, locale);
    if (kind === "refunded" && why === "disputed") return [t("pay.disputed", { price })];
    if (kind === "reinstated")
      return [t(why === "disputed" ? "pay.reinstated" : "pay.refundFailed", { price })];
    if (kind === "refunded" && why === "duplicate") return [t("pay.twiceRefunded", { price })];
    if (kind === "refunded" && why === "late") return [t("pay.refundedText", { price })];
    return kind === "credited" ? [t("pay.credited", { price })] : [];
  });
  return {
    ...orderLine(order, reader),
    time: writeDuration(order.plan.duration, locale),
    renews: order.plan.renews,
    method: order.method,
    gift: order.gift,
    tax: taxOf(order, reader),
    invoice: order.invoice,
    coupon: couponOf(order, locale),
    paidBy: method
      ? [t(methodNames[method]), paid?.instrument && inOne(paid.instrument)].filter(Boolean).join(" · ")
      : null,
    until: order.vip_until ? writeDay(order.vip_until, locale) : null,
    problem: order.problem,
    takenBack: order.state === "refunded" && order.lines.some(({ why }) => why === "disputed"),
    notes: [
      ...notes,
      ...(order.refundDue ? [t("pay.refundDue", { price: formatMoney(order.refundDue, locale) })] : []),
    ],
  };
}

/** A gift as its buyer sees it. @returns null before it is paid */
export function giftView(gift: OutputOf<"gift/read">, now: Date, { t, locale }: Reader): GiftView | null {
  const { code, state, email, deliverOn, mailedAt } = gift;
  if (code === null) return null;
  const day = (iso: string) => writeDay(iso, locale);
  const later = deliverOn !== null && Date.parse(`${deliverOn}T00:00:00Z`) > now.getTime();
  const ready = state === "ready";
  const notes = [
    ...(email && mailedAt ? [t("gift.sent", { email, date: day(mailedAt) })] : []),
    ...(email && !mailedAt && ready && later ? [t("gift.willSend", { email, date: day(deliverOn) })] : []),
    ...(email && !mailedAt && ready && !later ? [t("gift.soon", { email })] : []),
    ...(state === "redeemed" || state === "revoked" ? [t(`gift.${state}`)] : []),
  ];
  return { code, notes };
}

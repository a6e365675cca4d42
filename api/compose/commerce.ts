import { createSandboxPayment } from "../adapters/sandbox-payment/sandbox-payment.ts";
import { createStripePayment } from "../adapters/stripe-payment/stripe-payment.ts";
import { requireAddressToBuy } from "../domain/accounts/identity/own-address.ts";
import { sendGifts } from "../domain/commerce/gifts/send-gifts.ts";
import { tellEnding } from "../domain/commerce/membership/ending-notices.ts";
import { remindMembers } from "../domain/commerce/membership/remind.ts";
import { tellDisputes } from "../domain/commerce/payments/dispute-notices.ts";
import { reconcile } from "../domain/commerce/payments/reconcile.ts";
import { watchDisputes } from "../domain/commerce/payments/watch-disputes.ts";
import { adminsOf } from "../domain/service/notices/raise-notices.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { createCommerceHandlers } from "../http/commerce.ts";
import { createCouponHandlers } from "../http/coupons.ts";
import { createPaymentHook } from "../http/payment-hook.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import type { Accounts } from "./accounts.ts";
import { hourMs, minuteMs, type Kernel } from "./kernel.ts";
import type { Service } from "./service.ts";

/** Wires plans, orders, codes, and the providers' messages. */
export function composeCommerce(
  kernel: Kernel,
  { mailer, linkBase, topics }: Service,
  selling: Pick<Accounts, "identity" | "confirmsAddresses">,
) {
  const { options, db, clock, messages, onBug, onPutOff, count, store } = kernel;
  const { payment: settings, secret } = options;
  const sandbox = settings?.sandbox ? createSandboxPayment({ db, clock }) : null;
  const taxes = taxesOf(kernel);
  const stripe = settings?.stripe
    ? createStripePayment({
        ...settings.stripe,
        linkBase: settings.linkBase,
        taxes,
        now: clock.now,
        away: () => new Failure("payment_away"),
        onAway(error) {
          count({ what: "payment", method: "stripe", result: "away" });
          onPutOff(error, "payment");
        },
      })
    : null;
  const deps = { db, providers: [stripe, sandbox].filter((one) => one !== null), count };
  const reminding = {
    db,
    mailer,
    linkBase,
    words: messages.text,
    onError: (error: unknown) => onBug(error, "reminder"),
  };
  topics.set("vip-ending", { find: (now) => tellEnding(db, now) });
  topics.set("dispute", { audience: adminsOf("dispute"), find: (now) => tellDisputes(db, now) });
  const codeSecret = `${secret}.codes`;
  const giving = { ...reminding, codeSecret, onError: (error: unknown) => onBug(error, "gift") };
  const tasks: BackgroundTask[] = [
    {
      name: "reconcile",
      run: () => reconcile(deps, clock.now()),
      firstMs: 10_000,
      everyMs: minuteMs,
    },
    {
      name: "watch-disputes",
      run: () => watchDisputes(deps, clock.now()),
      firstMs: minuteMs,
      everyMs: hourMs,
    },
    {
      name: "remind",
      run: () => remindMembers(reminding, clock.now()),
      firstMs: 2 * minuteMs,
      everyMs: hourMs,
    },
    {
      name: "send-gifts",
      run: () => sendGifts(giving, clock.now()),
      firstMs: 30_000,
      everyMs: minuteMs,
    },
  ];
  return {
    // A process without the settings of payments leaves these tasks to processes that have them.
    tasks: settings ? tasks : [],
    handlers: {
      ...createCommerceHandlers({
        ...deps,
        taxes,
        giftMails: mailer !== null,
        settleSandbox: sandbox && sandbox.settle,
        requireAddress: (user) => requireAddressToBuy(selling, { user, rules: store.known().values }),
        codeSecret,
        trialSecret: `${secret}.trial`,
      }),
      ...createCouponHandlers(deps),
    },
    hook: createPaymentHook({ ...deps, messages, clock, onBug: (error) => onBug(error, "payment") }),
  };
}

/** The operator's settings about taxes, as they are now. */
function taxesOf({ store }: Kernel) {
  return async () => {
    await store.fresh();
    const { salesTax, taxIds, invoices } = store.known().values;
    return { tax: salesTax, ids: taxIds, invoices };
  };
}

import { createSandboxPayment } from "../adapters/sandbox-payment/sandbox-payment.ts";
import { createStripePayment } from "../adapters/stripe-payment/stripe-payment.ts";
import { tellEnding } from "../domain/commerce/membership/ending-notices.ts";
import { remindMembers } from "../domain/commerce/membership/remind.ts";
import { tellDisputes } from "../domain/commerce/payments/dispute-notices.ts";
import { reconcile } from "../domain/commerce/payments/reconcile.ts";
import { watchDisputes } from "../domain/commerce/payments/watch-disputes.ts";
import { adminsOf } from "../domain/service/notices/raise-notices.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { createCommerceHandlers } from "../http/commerce.ts";
import { createPaymentHook } from "../http/payment-hook.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { hourMs, minuteMs, type Kernel } from "./kernel.ts";
import type { Service } from "./service.ts";

/** Wires plans, orders, codes, and the providers' messages. */
export function composeCommerce(kernel: Kernel, { mailer, linkBase, topics }: Service) {
  const { options, db, clock, messages, onBug, onPutOff, count } = kernel;
  const { payment: settings, secret } = options;
  const sandbox = settings?.sandbox ? createSandboxPayment({ db, clock }) : null;
  const stripe = settings?.stripe
    ? createStripePayment({
        ...settings.stripe,
        linkBase: settings.linkBase,
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
  ];
  return {
    // A process without the settings of payments leaves these tasks to processes that have them.
    tasks: settings ? tasks : [],
    handlers: createCommerceHandlers({
      ...deps,
      settleSandbox: sandbox && sandbox.settle,
      codeSecret: `${secret}.codes`,
      trialSecret: `${secret}.trial`,
    }),
    hook: createPaymentHook({ ...deps, messages, clock, onBug: (error) => onBug(error, "payment") }),
  };
}

import { createSandboxPayment } from "../adapters/sandbox-payment/sandbox-payment.ts";
import { createStripePayment } from "../adapters/stripe-payment/stripe-payment.ts";
import type { Db } from "../db/client.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { Words } from "../domain/service/mail/letter.ts";
import { remindMembers } from "../domain/commerce/membership/remind.ts";
import { reconcile, type Reconciled } from "../domain/commerce/payments/reconcile.ts";
import { watchDisputes } from "../domain/commerce/payments/watch-disputes.ts";
import { createPaymentHook } from "../http/payment-hook.ts";
import type { Messages } from "../http/messages.ts";
import type { Clock } from "../ports/clock.ts";
import type { Mailer } from "../ports/mailer.ts";

export type PaymentSettings = {
  stripe: { secretKey: string; webhookSecret: string } | null;
  /** Use the fake bank: for DEMO and tests only. */
  sandbox: boolean;
  /** Scheme and host that people return to from a provider's page. */
  linkBase: string;
};

/** Tasks for payments and memberships that run at intervals. */
export type PaymentChores = {
  /** Asks the providers about open payments, closes ended ones, and makes due refunds. Run it every minute. */
  reconcile: () => Promise<Reconciled>;
  /** Finds disputes whose message never arrived. Run it every hour. @returns how many payments were checked */
  watchDisputes: () => Promise<number>;
  /** Reminds people whose VIP is about to end. @returns how many */
  remind: () => Promise<number>;
};

type Parts = {
  db: Db;
  clock: Clock;
  /** Ways to pay besides codes; left out = none. */
  settings: PaymentSettings | undefined;
  secret: string;
  mailer: Mailer | null;
  mailLinkBase: string;
  words: Words;
  messages: Messages;
  onBug: (error: unknown, where: string) => void;
  onPutOff: (error: unknown, what: string) => void;
};

/** The ways to pay, the dependencies of the calls, the webhooks for providers, and the tasks. */
export function createPayments(parts: Parts) {
  const { db, clock, settings, secret, mailer, messages, words, onBug, onPutOff } = parts;
  const sandbox = settings?.sandbox ? createSandboxPayment({ db, clock }) : null;
  const stripe = settings?.stripe
    ? createStripePayment({
        ...{ ...settings.stripe, linkBase: settings.linkBase, now: clock.now },
        away: () => new Failure("payment_away"),
        onAway: (error) => onPutOff(error, "payment"),
      })
    : null;
  const deps = { db, providers: [stripe, sandbox].filter((one) => one !== null) };
  const chores: PaymentChores = {
    reconcile: () => reconcile(deps, clock.now()),
    watchDisputes: () => watchDisputes(deps, clock.now()),
    remind: () =>
      remindMembers(
        { db, mailer, words, linkBase: parts.mailLinkBase, onError: (error) => onBug(error, "reminder") },
        clock.now(),
      ),
  };
  return {
    /** Dependencies of the calls. */
    deps: {
      ...deps,
      settleSandbox: sandbox && sandbox.settle,
      codeSecret: `${secret}.codes`,
      trialSecret: `${secret}.trial`,
    },
    hook: createPaymentHook({ ...deps, messages, clock, onBug: (error) => onBug(error, "payment") }),
    chores,
  };
}

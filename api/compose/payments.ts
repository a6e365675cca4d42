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
  /** A bank that is none: for DEMO and tests alone. */
  sandbox: boolean;
  /** Scheme and host people come back to from a provider's page. */
  linkBase: string;
};

/** What is to be run now and then, of payments and memberships. */
export type PaymentChores = {
  /** Asks the providers about what is open, closes what is over, gives back what is due. To be run every minute. */
  reconcile: () => Promise<Reconciled>;
  /** Looks for disputes whose message never came. To be run every hour. @returns how many payments were asked about */
  watchDisputes: () => Promise<number>;
  /** Tells people whose VIP is about to end. @returns how many were told */
  remind: () => Promise<number>;
};

type Parts = {
  db: Db;
  clock: Clock;
  /** How people can pay, beside codes; left out = not at all. */
  settings: PaymentSettings | undefined;
  secret: string;
  mailer: Mailer | null;
  mailLinkBase: string;
  words: Words;
  messages: Messages;
  onBug: (error: unknown, where: string) => void;
  onPutOff: (error: unknown, what: string) => void;
};

/** The ways to pay, what the calls need of them, where providers send their messages, and what is done beside. */
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
    /** Of the calls. */
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

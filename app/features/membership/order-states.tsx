import { Form, Link } from "@remix-run/react";
import { Clock, Crown, RotateCw, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useLooking } from "./use-looking.ts";
import type { OrderView } from "./view.ts";

/** The same plan again, at today's price. */
export type Renewal = { plan: string; key: string; currency: string; amount: number; price: string };

type Props = { order: OrderView; to: string | null };

export function State({
  mark,
  tone,
  title,
  text,
  children,
}: {
  mark: ReactNode;
  tone?: "gold" | "red";
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section className="pay-state" aria-labelledby="state" role={tone === "red" ? "alert" : "status"}>
      <span className="pay-mark" data-tone={tone}>
        {mark}
      </span>
      <h1 id="state" className="mt-4 text-xl font-extrabold tracking-tight">
        {title}
      </h1>
      <p className="mt-1.5 max-w-sm text-ink-soft">{text}</p>
      <div className="pay-actions">{children}</div>
    </section>
  );
}

/** Other events of an order's money. */
export function Notes({ notes }: { notes: string[] }) {
  return notes.map((note, place) => (
    <p key={place} className="mb-2 text-sm font-medium">
      {note}
    </p>
  ));
}

const here = ({ number }: OrderView, to: string | null, more: Record<string, string> = {}) =>
  `/page/pay?${new URLSearchParams({ order: number, ...more, ...(to ? { to } : {}) })}`;

/** The provider is processing it: the page reloads by itself, with scripts and without. */
export function Pending({
  order,
  to,
  unreachable,
  busy,
}: Props & {
  /** The provider did not answer. */
  unreachable: boolean;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const looking = useLooking();
  return (
    <State
      mark={hydrated ? <span className="spinner size-8!" aria-hidden="true" /> : <Clock className="size-8" />}
      title={t("pay.pending")}
      text={t(unreachable ? "pay.unreachable" : "pay.pendingText")}
    >
      <noscript>
        <meta httpEquiv="refresh" content="5" />
      </noscript>
      {order.method && order.method !== "voucher" ? (
        <Form method="post" className="grid">
          <input type="hidden" name="intent" value="pay" />
          <input type="hidden" name="method" value={order.method} />
          {to ? <input type="hidden" name="to" value={to} /> : null}
          <button type="submit" className="button button-primary min-h-12" aria-busy={busy}>
            {t("pay.goOn")}
          </button>
        </Form>
      ) : null}
      <Link to={here(order, to)} replace className="button button-quiet min-h-12" aria-busy={looking}>
        <RotateCw aria-hidden="true" className="size-4.5" />
        {t("pay.refresh")}
      </Link>
      <Form method="post" className="grid">
        <input type="hidden" name="intent" value="cancel" />
        {to ? <input type="hidden" name="to" value={to} /> : null}
        <button type="submit" className="button text-sm text-ink-soft underline-offset-4 hover:underline">
          {t("pay.callOff")}
        </button>
      </Form>
    </State>
  );
}

/**
 * @param guest the VIP time belongs to this device alone until there is an account
 * @param vip the user is VIP now: a paid order of long ago says nothing about that
 */
export function Paid({ order, to, guest, vip }: Props & { guest: boolean; vip: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <State
        mark={<Crown aria-hidden="true" className="size-8" />}
        tone="gold"
        title={t(vip ? "pay.paid" : "orderState.paid")}
        text={order.until ? t("pay.paidText", { date: order.until }) : t("pay.paidForGood")}
      >
        <Notes notes={[...(order.part ? [order.part.text] : []), ...order.notes]} />
        <Link to={to ?? "/"} className="button button-primary min-h-12">
          {t(to ? "pay.watch" : "pay.browse")}
        </Link>
        <Link to={here(order, null, { view: "receipt" })} className="button button-quiet min-h-12">
          {t("pay.receipt")}
        </Link>
      </State>
      {guest && vip ? (
        <p className="mt-4 rounded-xl bg-gold-tint p-4 text-sm text-gold">
          {t("pay.keep")}{" "}
          <Link
            to={`/page/login?${new URLSearchParams({ mode: "sign-up", to: here(order, to) })}`}
            className="font-semibold underline underline-offset-4"
          >
            {t("login.signUp")}
          </Link>
        </p>
      ) : null}
    </>
  );
}

/** Number of checks of a finished order, in the first minutes on its page. */
const lateLooks = 20;

/** A failed order: the reason, and a way to try again, as another order of the same plan. */
export function Ended({
  order,
  to,
  renewal,
}: Props & {
  /** Identifies the order that would replace it; null if the plan is no longer on sale. */
  renewal: Renewal | null;
}) {
  const { t } = useTranslation();
  const expired = order.state === "expired";
  // A payment begun in time may still arrive, and then counts.
  const begun = expired && order.method !== null;
  useLooking(begun ? lateLooks : 0);
  return (
    <State
      mark={<Clock aria-hidden="true" className="size-8" />}
      title={t(expired ? "pay.expired" : "pay.cancelledOrder")}
      // A payment that arrived anyway, and where it is, replaces "nothing was charged".
      text={
        order.notes[0] ?? t(begun ? "pay.expiredLate" : expired ? "pay.expiredText" : "pay.cancelledText")
      }
    >
      <Notes notes={order.notes.slice(1)} />
      {renewal ? (
        <Form method="post" className="grid">
          <input type="hidden" name="intent" value="again" />
          <input type="hidden" name="plan" value={renewal.plan} />
          <input type="hidden" name="key" value={renewal.key} />
          <input type="hidden" name="currency" value={renewal.currency} />
          <input type="hidden" name="amount" value={renewal.amount} />
          {to ? <input type="hidden" name="to" value={to} /> : null}
          <button type="submit" className="button button-primary min-h-12">
            {t("pay.againFor", { price: renewal.price })}
          </button>
        </Form>
      ) : null}
      <Link
        to={to ? `/page/membership?${new URLSearchParams({ to })}` : "/page/membership"}
        className="button button-quiet min-h-12"
      >
        {t("pay.plans")}
      </Link>
    </State>
  );
}

export function Refunded({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  return (
    <State
      mark={<Undo2 aria-hidden="true" className="flip size-8" />}
      title={t("pay.refunded")}
      text={order.takenBack ? (order.notes[0] ?? "") : t("pay.refundedText", { price: order.price })}
    >
      <Notes notes={order.takenBack ? order.notes.slice(1) : order.notes} />
      <Link to={here(order, null, { view: "receipt" })} className="button button-quiet min-h-12">
        {t("pay.receipt")}
      </Link>
      <Link to="/page/membership" className="button text-sm text-ink-soft">
        {t("pay.plans")}
      </Link>
    </State>
  );
}

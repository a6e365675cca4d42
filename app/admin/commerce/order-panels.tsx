import { getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { TextField } from "../kit/forms/fields.tsx";
import { useEditForm } from "../kit/forms/use-edit-form.ts";
import type { Outcome } from "../kit/outcome.ts";
import { DisputeChip, OrderChip } from "./order-chip.tsx";
import { UserLink } from "./orders-table.tsx";
import type { OrderDetail } from "./view.ts";
import { Time } from "../kit/time.tsx";

/** The order, its buyer and its state. */
export function OrderPanel({ order, editable }: { order: OrderDetail; editable: boolean }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="order">
      <h2 id="order" className="flex flex-wrap items-center gap-3">
        {t("admin.target.order")} <OrderChip order={order} />
      </h2>
      <dl className="z-facts">
        <div>
          <dt>{t("admin.user.person")}</dt>
          <dd>{order.user ? <UserLink user={order.user} /> : "–"}</dd>
        </div>
        {order.facts.map(({ label, value, at }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="own-words">{at ? <Time at={at} /> : value}</dd>
          </div>
        ))}
      </dl>
      {editable && order.checkable ? (
        <Form method="post" preventScrollReset className="mt-4">
          <input type="hidden" name="intent" value="check" />
          <button type="submit" className="z-button">
            <RefreshCw aria-hidden="true" className="size-4" />
            {t("admin.order.check")}
          </button>
        </Form>
      ) : null}
    </section>
  );
}

/** Payments and refunds line by line, and each attempt to pay. */
export function MoneyPanel({ order: { lines, attempts, refunds } }: { order: OrderDetail }) {
  const { t } = useTranslation();
  return (
    <section className="z-panel" aria-labelledby="money">
      <h2 id="money">{t("admin.order.money")}</h2>
      {lines.length === 0 ? <p className="z-faint">{t("admin.order.noMoney")}</p> : null}
      <ol className="z-events">
        {lines.map(({ key, text, amount, at, back }) => (
          <li key={key}>
            <span className="min-w-0 flex-1">{text}</span>
            <bdi className={`z-strong ${back ? "text-curtain" : ""}`} dir="auto">
              {back ? "−" : ""}
              {amount}
            </bdi>
            <span className="z-faint w-full">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
      {refunds.length > 0 ? (
        <>
          <h3 className="z-label mt-5 mb-1">{t("admin.order.refunds")}</h3>
          <ol className="z-events">
            {refunds.map(({ id, text, amount, at, reason }) => (
              <li key={id}>
                <span className="min-w-0 flex-1">{text}</span>
                <bdi className="z-strong">{amount}</bdi>
                <span className="z-faint w-full">
                  <Time at={at} />
                </span>
                {reason ? <span className="own-words w-full">{reason}</span> : null}
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {attempts.length > 0 ? (
        <>
          <h3 className="z-label mt-5 mb-1">{t("admin.order.attempts")}</h3>
          <ol className="z-events">
            {attempts.map(({ id, text, state, reference, at }) => (
              <li key={id}>
                <span className="z-strong">{text}</span>
                <span>{state}</span>
                <span className="z-faint">
                  <Time at={at} />
                </span>
                {reference ? (
                  <bdi className="z-faint w-full wrap-anywhere" dir="ltr">
                    {reference}
                  </bdi>
                ) : null}
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </section>
  );
}

/** Payers' disputes with their banks. They are answered at the provider. */
export function DisputesPanel({ disputes }: { disputes: OrderDetail["disputes"] }) {
  const { t } = useTranslation();
  const open = disputes.some(({ state }) => state === "open");
  return (
    <section className="z-panel" aria-labelledby="disputes">
      <h2 id="disputes">{t("admin.order.disputes")}</h2>
      {open ? <p className="z-faint mt-1">{t("admin.order.disputeHint")}</p> : null}
      <ol className="z-events">
        {disputes.map(({ reference, state, amount, text, at }) => (
          <li key={reference}>
            <span className="min-w-0 flex-1">
              <DisputeChip state={state} />
            </span>
            <bdi className="z-strong">{amount}</bdi>
            <span className="w-full">{text}</span>
            <span className="z-faint">
              <Time at={at} />
            </span>
            <bdi className="z-faint w-full wrap-anywhere" dir="ltr">
              {reference}
            </bdi>
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * Refunds an order: all that is left, or a part of it.
 * @param formKey random: a form that is sent twice refunds once
 */
export function RefundPanel({
  refundable,
  formKey,
  outcome,
}: {
  refundable: NonNullable<OrderDetail["refundable"]>;
  formKey: string;
  outcome: Outcome | undefined;
}) {
  const { t } = useTranslation();
  const { form, fields } = useEditForm<Record<"key" | "amount" | "reason", string>>({
    id: "refund",
    outcome,
    defaultValue: { key: formKey, amount: refundable.typed, reason: "" },
  });
  return (
    <section className="z-panel" aria-labelledby="give-back">
      <h2 id="give-back">{t("admin.order.refund")}</h2>
      <CheckedForm method="post" {...getFormProps(form)} preventScrollReset className="z-form">
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="key" value={fields.key.initialValue ?? formKey} />
        <TextField
          field={fields.amount}
          dir="ltr"
          label={`${t("admin.order.amount")} (${refundable.currency})`}
          hint={fields.amount.errors ? undefined : t("admin.order.amountHint", { price: refundable.text })}
        />
        <TextField field={fields.reason} label={t("admin.user.why")} required />
        <button type="submit" className="z-button z-button-danger justify-self-start">
          {t("admin.order.refund")}
        </button>
      </CheckedForm>
    </section>
  );
}

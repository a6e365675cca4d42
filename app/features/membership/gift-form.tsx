import { Link } from "@remix-run/react";
import { Gift } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { longestEmail } from "../../../contract/accounts/values.ts";
import { longestGiftMessage } from "../../../contract/commerce/values.ts";
import { CheckedForm, useFieldError } from "../../ui/checked-form.tsx";
import { describedControl, Field, Labelled } from "../../ui/field.tsx";
import type { PlanView, Refused } from "./view.ts";

type Props = {
  plan: PlanView;
  /** The code can be mailed. */
  mails: boolean;
  refused: Refused | undefined;
  busy: boolean;
};

/** A plan for another user: whom the code goes to, what to say with it, and when. All of it may be left out. */
export function GiftForm({ plan, mails, refused, busy }: Props) {
  const { t } = useTranslation();
  const typed = refused?.typed ?? {};
  const errors = refused?.fields ?? {};
  return (
    <section className="rounded-xl bg-card p-4 shadow-card sm:p-5" aria-labelledby="gift" id="plans">
      <h2 id="gift" className="flex items-center gap-2.5 text-lg font-bold">
        <Gift aria-hidden="true" className="size-5.5 text-gold" />
        {t("gift.title")}
      </h2>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
        <span className="own-words font-semibold">{plan.name}</span>
        {plan.coupon ? (
          <s className="text-ink-soft">
            <span className="sr-only">{t("membership.priceBefore")}: </span>
            <bdi>{plan.coupon.before}</bdi>
          </s>
        ) : null}
        <bdi className="font-semibold">{plan.price}</bdi>
      </p>
      <p className="mt-1 text-sm text-ink-soft">{t("gift.text", { time: plan.length })}</p>
      <CheckedForm method="post" preventScrollReset className="code-form">
        <input type="hidden" name="intent" value="buy" />
        <input type="hidden" name="gift" value="1" />
        <input type="hidden" name="plan" value={plan.id} />
        <input type="hidden" name="key" value={plan.key} />
        <input type="hidden" name="currency" value={plan.currency} />
        <input type="hidden" name="amount" value={plan.amount} />
        {plan.coupon ? <input type="hidden" name="coupon" value={plan.coupon.code} /> : null}
        {mails ? <Mail typed={typed} errors={errors} /> : null}
        <button type="submit" className="button button-primary min-h-12" aria-busy={busy}>
          {t("gift.buy", { price: plan.price })}
        </button>
        <Link to="/page/membership" className="button text-sm text-ink-soft">
          {t("pay.plans")}
        </Link>
      </CheckedForm>
    </section>
  );
}

type Typed = Record<string, string>;

/** Whom the code is mailed to, what is said with it, and when. */
function Mail({ typed, errors }: { typed: Typed; errors: Typed }) {
  const { t } = useTranslation();
  const field = (name: "email" | "deliverOn") => ({
    name: `gift.${name}`,
    defaultValue: typed[`gift.${name}`],
    error: errors[`gift.${name}`],
  });
  return (
    <>
      <Field
        {...field("email")}
        label={t("gift.email")}
        hint={t("gift.emailHint")}
        type="email"
        dir="ltr"
        autoComplete="off"
        maxLength={longestEmail}
      />
      <Message value={typed["gift.message"]} error={errors["gift.message"]} />
      <Field {...field("deliverOn")} label={t("gift.date")} hint={t("gift.dateHint")} type="date" />
    </>
  );
}

function Message({ value, error: refused }: { value: string | undefined; error: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  const error = useFieldError("gift.message", refused);
  return (
    <Labelled id={id} label={t("gift.message")} error={error}>
      <textarea
        {...describedControl(id, { error })}
        name="gift.message"
        rows={3}
        dir="auto"
        maxLength={longestGiftMessage}
        defaultValue={value}
        className="field field-text"
      />
    </Labelled>
  );
}

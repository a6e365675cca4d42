import { Form } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestCode } from "../../../contract/commerce/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import type { OrderView, Refused } from "./view.ts";

/** A coupon for an order that waits for its payment: to be typed, or to be taken off again. */
export function CouponForm({
  order,
  to,
  refused,
  busy,
}: {
  order: OrderView;
  to: string | null;
  refused: Refused | undefined;
  busy: boolean;
}) {
  const { t } = useTranslation();
  const kept = to ? <input type="hidden" name="to" value={to} /> : null;
  if (order.coupon) {
    return (
      <Form method="post" preventScrollReset className="text-end">
        <input type="hidden" name="intent" value="uncoupon" />
        {kept}
        <button
          type="submit"
          aria-busy={busy}
          className="button text-sm text-ink-soft underline-offset-4 hover:underline"
        >
          {t("membership.couponOff")}
        </button>
      </Form>
    );
  }
  return (
    <details
      id="coupon"
      className="pay-coupon rounded-xl bg-card px-4 shadow-card"
      open={refused?.coupon === undefined ? undefined : true}
    >
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-3 font-semibold">
        {t("pay.couponHave")}
        <ChevronDown aria-hidden="true" className="size-4.5 text-ink-faint" />
      </summary>
      <CheckedForm method="post" preventScrollReset className="code-form mt-0! pb-4">
        <input type="hidden" name="intent" value="coupon" />
        {kept}
        <Field
          key={refused?.coupon}
          label={t("pay.coupon")}
          name="coupon"
          required
          maxLength={longestCode}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          className="code-field"
          defaultValue={refused?.coupon}
          error={refused?.fields.coupon}
        />
        <button type="submit" className="button code-button min-h-12" aria-busy={busy}>
          {t("pay.couponUse")}
        </button>
      </CheckedForm>
    </details>
  );
}

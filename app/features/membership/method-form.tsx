import { Link } from "@remix-run/react";
import { CreditCard, FlaskConical, TicketPercent, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { longestCode } from "../../../contract/commerce/values.ts";
import type { PaymentMethod } from "../../../contract/commerce/payment-models.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { Field } from "../../ui/field.tsx";
import { Flash } from "../../ui/flash.tsx";
import type { OrderView, Refused } from "./view.ts";

const icons: Record<PaymentMethod, LucideIcon> = {
  stripe: CreditCard,
  voucher: TicketPercent,
  sandbox: FlaskConical,
};
const words = {
  stripe: ["pay.methodStripe", "pay.methodStripeText"],
  voucher: ["pay.methodVoucher", "pay.methodVoucherText"],
  sandbox: ["pay.methodSandbox", "pay.methodSandboxText"],
} as const;

/**
 * The choice of a payment method, with one preselected. A code is typed right here; its box appears when the code
 * method is chosen. A second tap continues the payment that the first one began: the order handles that.
 */
export function MethodForm({
  order,
  methods,
  to,
  refused,
  busy,
}: {
  order: OrderView;
  methods: PaymentMethod[];
  to: string | null;
  refused: Refused | undefined;
  busy: boolean;
}) {
  const { t } = useTranslation();
  if (methods.length === 0) return <Flash tone="error" text={t("pay.noMethod")} />;
  const chosen = refused?.code ? "voucher" : (methods.find((one) => one === order.method) ?? methods[0]);
  return (
    <CheckedForm method="post" className="grid gap-4" noValidate>
      <input type="hidden" name="intent" value="pay" />
      {to ? <input type="hidden" name="to" value={to} /> : null}
      {refused ? (
        <Flash
          tone="error"
          text={Object.keys(refused.fields).length > 0 ? t("login.checkFields") : refused.message}
        />
      ) : null}
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-lg font-bold">{t("pay.method")}</legend>
        {methods.map((method) => (
          <Method key={method} method={method} chosen={method === chosen} refused={refused} />
        ))}
      </fieldset>
      <button type="submit" className="button button-primary min-h-13 w-full text-base" aria-busy={busy}>
        {t("pay.pay", { price: order.price })}
      </button>
      <p className="text-center">
        <Link
          to={to ? `/page/membership?${new URLSearchParams({ to })}` : "/page/membership"}
          className="button text-sm text-ink-soft underline-offset-4 hover:underline"
        >
          {t("pay.plans")}
        </Link>
      </p>
    </CheckedForm>
  );
}

type MethodProps = { method: PaymentMethod; chosen: boolean; refused: Refused | undefined };

function Method({ method, chosen, refused }: MethodProps) {
  const { t } = useTranslation();
  const Icon = icons[method];
  const [name, text] = words[method];
  return (
    <div className="grid gap-2.5">
      <label className="pay-method">
        <input type="radio" name="method" value={method} defaultChecked={chosen} required />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{t(name)}</span>
          <span className="block text-sm text-ink-soft">{t(text)}</span>
        </span>
        <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-faint" strokeWidth={1.7} />
      </label>
      {method === "voucher" ? (
        <div className="pay-code">
          <Field
            label={t("membership.codeLabel")}
            name="code"
            maxLength={longestCode}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="code-field"
            defaultValue={refused?.code}
            error={refused?.fields.code}
          />
        </div>
      ) : null}
    </div>
  );
}

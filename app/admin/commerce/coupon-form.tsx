import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { longestCoupon, mostCouponUses } from "../../../contract/commerce/values.ts";
import { CheckedForm } from "../../ui/checked-form.tsx";
import { CheckField, FieldGroup, TextField, Tick, type FieldSource } from "../kit/forms/fields.tsx";
import { useEditForm } from "../kit/forms/use-edit-form.ts";
import type { Option } from "../kit/options.ts";
import type { Outcome } from "../kit/outcome.ts";
import { LastDayField } from "../kit/time.tsx";
import { AmountFields } from "./amount-fields.tsx";

const nothing = {
  code: "",
  name: "",
  percent: "",
  uses: "",
  starts: "",
  expires: "",
  once: "on",
  first: "",
  reason: "",
  plans: [],
};

/** Rows for amounts in currencies. */
const rows = 4;

type Texts =
  "key" | "code" | "name" | "percent" | "uses" | "starts" | "expires" | "once" | "first" | "reason";
type Fields = Record<Texts, string> & {
  plans: string[];
  amounts: { currency: string; amount: string }[];
};

/**
 * The form of a new coupon.
 * @param formKey random, one per page: a form that is sent twice makes one coupon
 */
export function CouponForm({
  formKey,
  plans,
  currencies,
  outcome,
}: {
  formKey: string;
  plans: readonly Option[];
  currencies: readonly string[];
  outcome: Outcome | undefined;
}) {
  const { t } = useTranslation();
  const { form, fields } = useEditForm<Fields>({
    id: "coupon",
    outcome,
    defaultValue: {
      ...nothing,
      key: formKey,
      amounts: Array.from({ length: rows }, () => ({ currency: "", amount: "" })),
    },
  });
  const ticked = [fields.plans.initialValue ?? []].flat();
  return (
    <section className="z-panel" aria-labelledby="make-coupon">
      <h2 id="make-coupon">{t("admin.coupon.make")}</h2>
      <CheckedForm method="post" {...getFormProps(form)} preventScrollReset className="z-form">
        <input type="hidden" name="intent" value="make" />
        <input type="hidden" name="key" value={fields.key.initialValue ?? formKey} />
        <NameFields fields={fields} />
        <TextField
          field={fields.percent}
          label={t("admin.coupon.percent")}
          hint={t("admin.coupon.percentHint")}
          type="number"
          min={1}
          max={100}
        />
        <AmountFields
          field={fields.amounts}
          currencies={currencies}
          label={t("admin.coupon.amounts")}
          hint={t("admin.coupon.amountsHint")}
        />
        {plans.length > 0 ? (
          <FieldGroup
            field={fields.plans}
            label={t("admin.section.plans")}
            hint={t("admin.coupon.plansHint")}
          >
            {plans.map(({ value, label }) => (
              <Tick
                key={value}
                name="plans"
                value={value}
                label={<span className="own-words">{label}</span>}
                defaultChecked={ticked.includes(value)}
              />
            ))}
          </FieldGroup>
        ) : null}
        <LimitFields fields={fields} />
        <TextField field={fields.reason} label={t("admin.user.note")} />
        <button type="submit" className="z-button z-button-primary justify-self-start">
          {t("admin.coupon.make")}
        </button>
      </CheckedForm>
    </section>
  );
}

function NameFields({ fields }: { fields: Record<"code" | "name", FieldSource> }) {
  const { t } = useTranslation();
  return (
    <div className="z-row items-start!">
      <TextField
        field={fields.code}
        label={t("admin.coupon.code")}
        hint={t("admin.coupon.codeHint")}
        dir="ltr"
        maxLength={longestCoupon}
        className="uppercase"
        required
      />
      <TextField field={fields.name} label={t("login.name")} hint={t("admin.coupon.nameHint")} required />
    </div>
  );
}

type Limits = Record<"starts" | "expires" | "uses" | "once" | "first", FieldSource>;

/** When a coupon counts, and how often. */
function LimitFields({ fields }: { fields: Limits }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="z-row items-start!">
        <TextField field={fields.starts} label={t("admin.coupon.starts")} type="date" />
        <LastDayField field={fields.expires} label={t("admin.code.expires")} />
      </div>
      <TextField
        field={fields.uses}
        label={t("admin.coupon.uses")}
        hint={t("admin.coupon.usesHint")}
        type="number"
        min={1}
        max={mostCouponUses}
      />
      <div>
        <CheckField field={fields.once} label={t("admin.coupon.once")} />
        <CheckField field={fields.first} label={t("admin.coupon.first")} />
      </div>
    </>
  );
}

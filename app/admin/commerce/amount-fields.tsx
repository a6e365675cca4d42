import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { FieldGroup, SelectField, TextField } from "../kit/forms/fields.tsx";

/** Amounts of money, one for each currency. */
export function AmountFields({
  field,
  currencies,
  label,
  hint,
}: {
  field: FieldMetadata<{ currency: string; amount: string }[]>;
  currencies: readonly string[];
  label: string;
  hint: string;
}) {
  const { t } = useTranslation();
  return (
    <FieldGroup field={field} label={label} hint={hint}>
      <div className="grid gap-2">
        {field.getFieldList().map((price, at) => {
          const { currency, amount } = price.getFieldset();
          return (
            <div
              key={price.key ?? at}
              className="grid grid-cols-[minmax(6rem,1fr)_minmax(0,2fr)] items-start gap-2"
            >
              <SelectField
                bare
                field={currency}
                label={`${t("admin.plan.currency")} ${at + 1}`}
                options={[
                  { value: "", label: "–" },
                  ...currencies.map((code) => ({ value: code, label: code })),
                ]}
              />
              <TextField bare dir="ltr" field={amount} label={`${t("admin.plan.price")} ${at + 1}`} />
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}

import { useTranslation } from "react-i18next";
import { mostDuration } from "../../../contract/commerce/values.ts";
import { SelectField, TextField, type FieldSource } from "../kit/forms/fields.tsx";

/** The VIP time of a plan or a code: a number, and its unit. */
export function DurationFields({ count, unit }: Record<"count" | "unit", FieldSource>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        field={count}
        label={t("admin.plan.count")}
        type="number"
        min={1}
        max={mostDuration}
        required
      />
      <SelectField
        field={unit}
        label={t("admin.plan.unit")}
        options={[
          { value: "month", label: t("admin.plan.months") },
          { value: "day", label: t("admin.user.days") },
        ]}
      />
    </>
  );
}

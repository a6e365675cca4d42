import { useTranslation } from "react-i18next";
import { useTierOptions } from "../access-levels.ts";
import { SelectField, type FieldSource } from "./fields.tsx";

/** The tier of membership that something sells or gives; nothing where one tier alone is offered. */
export function TierField({ field }: { field: FieldSource }) {
  const { t } = useTranslation();
  const options = useTierOptions(Number(field.initialValue) || 1);
  if (options.length === 0) return null;
  return (
    <SelectField
      field={field}
      label={t("admin.plan.tier")}
      hint={t("admin.plan.tierHint")}
      options={options}
    />
  );
}

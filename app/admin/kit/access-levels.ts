import type { TFunction } from "i18next";
import { accessLevels, type AccessLevel } from "../../../contract/catalogue/values.ts";

/** The access levels as options of a select. */
export function accessOptions(t: TFunction): { value: AccessLevel; label: string }[] {
  return accessLevels.map((value) => ({ value, label: t(`admin.accessLevel.${value}`) }));
}

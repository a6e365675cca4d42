import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

/** An action of the audit log in words; one without words by its own name. */
export function actionName(t: TFunction, action: string): string {
  return t(`admin.action.${action.replace(/^z\//, "")}`, { defaultValue: action });
}

export function ActionName({ action }: { action: string }) {
  return actionName(useTranslation().t, action);
}

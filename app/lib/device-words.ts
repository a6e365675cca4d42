import type { TFunction } from "i18next";

/** A device, as its owner knows it: its browser and its system, as far as they are known. */
export function deviceWords(
  t: TFunction,
  { browser, system }: { browser: string | null; system: string | null },
): string {
  if (browser && system) return t("profile.deviceOn", { browser, system });
  return browser ?? system ?? t("profile.unknownDevice");
}

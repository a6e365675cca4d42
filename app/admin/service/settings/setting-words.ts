import type { TFunction } from "i18next";
import { settingControls } from "./setting-controls.ts";

/** A setting's value in words. A key of another version is written as it is. */
export function writeSetting(t: TFunction, key: string, value: unknown): string {
  const control = key in settingControls ? settingControls[key as keyof typeof settingControls] : null;
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.join("\n");
  if (typeof value === "boolean") return t(value ? "profile.on" : "profile.off");
  if (control?.kind === "choice") return t(`admin.choice.${value as "open"}`);
  return typeof value === "string" ? value : JSON.stringify(value);
}

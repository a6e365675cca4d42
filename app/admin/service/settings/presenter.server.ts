import type { TFunction } from "i18next";
import { z } from "zod";
import type { OutputOf } from "../../../../contract/index.ts";
import {
  settingFields,
  settingGroups,
  type SettingGroup,
  type SettingKey,
  type SettingOption,
} from "../../../../contract/service/settings.ts";

/** A setting that may be longer has a field of several lines. */
const longestLine = 2_000;

/** The control of one setting. */
export type SettingControl = { key: SettingKey } & (
  | { kind: "text" | "lines" | "email" | "flag" }
  | { kind: "number"; min: number | undefined; max: number | undefined }
  | { kind: "choice"; options: SettingOption[] }
);
export type SettingSection = { group: SettingGroup; controls: SettingControl[] };

/** @returns the page's groups of controls, made from the types of the contract, which stays on the server */
export function settingSections(): SettingSection[] {
  return settingGroups
    .filter(([group]) => group !== "brand")
    .map(([group, keys]) => ({ group, controls: keys.map(controlOf) }));
}

function controlOf(key: SettingKey): SettingControl {
  const field: z.ZodType = settingFields[key];
  const type = field instanceof z.ZodNullable ? field.unwrap() : field;
  if (type instanceof z.ZodBoolean) return { key, kind: "flag" };
  if (type instanceof z.ZodEnum) return { key, kind: "choice", options: type.options as SettingOption[] };
  if (type instanceof z.ZodNumber)
    return { key, kind: "number", min: type.minValue ?? undefined, max: type.maxValue ?? undefined };
  if (type instanceof z.ZodString && (type.maxLength ?? 0) > longestLine) return { key, kind: "lines" };
  return { key, kind: type instanceof z.ZodEmail ? "email" : "text" };
}

/** @returns a setting's value in words; one of a key of another version is written as it is */
export function writeSetting(t: TFunction, key: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(wordsOf).join("\n");
  if (typeof value === "boolean") return t(value ? "profile.on" : "profile.off");
  if (key in settingFields && settingFields[key as SettingKey] instanceof z.ZodEnum)
    return t(`admin.choice.${value as SettingOption}`);
  return wordsOf(value);
}

/** A link of the brand, and the file of a picture; all else as it is. */
function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  const { label, url, file } = (value ?? {}) as Partial<Record<string, string>>;
  return file ?? (label ? `${label}: ${url}` : JSON.stringify(value));
}

type Change = { key: string; before: unknown; after: unknown };
export type WrittenChange = { key: string; label: string; before: string; after: string };
type History = OutputOf<"z/settings/history">;
export type WrittenHistory = {
  items: (Omit<History["items"][number], "changes"> & { changes: WrittenChange[] })[];
  next: History["next"];
};

/** @returns a change of a setting in words */
export function writeChange(t: TFunction, { key, before, after }: Change): WrittenChange {
  const label = t(`admin.setting.${key as SettingKey}`);
  return { key, label, before: writeSetting(t, key, before), after: writeSetting(t, key, after) };
}

/** @returns the history of changes in words */
export function writeHistory(t: TFunction, { items, next }: History): WrittenHistory {
  const written = items.map((one) => ({ ...one, changes: one.changes.map((c) => writeChange(t, c)) }));
  return { items: written, next };
}

import type { SettingGroup, SettingKey } from "../../../../contract/service/settings.ts";

/**
 * The control of a setting. The contract (contract/service/settings.ts), on the server, says which values are valid.
 */
export type SettingControl =
  | { kind: "email" | "flag" }
  | { kind: "number"; min: number; max: number }
  | { kind: "choice"; options: readonly string[] };

/** Every setting has a control: a new one without it is a type error. */
export const settingControls = {
  contactEmail: { kind: "email" },
  signUp: { kind: "choice", options: ["open", "closed"] },
  recordHistory: { kind: "flag" },
  sessionsPerPerson: { kind: "number", min: 1, max: 100 },
  guestWatching: { kind: "flag" },
  downloads: { kind: "choice", options: ["vip", "signed-in", "nobody"] },
  diagnostics: { kind: "choice", options: ["environment", "on", "off"] },
  feedbackPerHour: { kind: "number", min: 1, max: 100 },
  pictureMaxMegabytes: { kind: "number", min: 1, max: 20 },
  uploadMaxGigabytes: { kind: "number", min: 1, max: 100 },
  magnets: { kind: "flag" },
  magnetMaxGigabytes: { kind: "number", min: 1, max: 1000 },
  magnetRateKilobytes: { kind: "number", min: 0, max: 10_000_000 },
  magnetsParallel: { kind: "number", min: 1, max: 10 },
  magnetSeeding: { kind: "choice", options: ["stop", "seed"] },
  magnetSeedPercent: { kind: "number", min: 1, max: 1000 },
  magnetSeedHours: { kind: "number", min: 1, max: 720 },
} as const satisfies Record<SettingKey, SettingControl>;

/** The groups as the page shows them; the server says which settings are in a group. */
export const groupNames = [
  "service",
  "accounts",
  "watching",
  "limits",
  "magnets",
  "operation",
] as const satisfies SettingGroup[];

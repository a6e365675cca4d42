import { z } from "zod";

/** Scheme and host of a site, as a browser names it. */
const origin = z.string().regex(/^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/);

/**
 * Every setting an admin can change, with its type. What comes from the environment (secrets, addresses) is no setting:
 * it is shown as set or not set.
 */
export const settingFields = {
  /** Of the service, in pages and mails. */
  serviceName: z.string().trim().min(1).max(40),
  /** Whom people may write to; null = nobody is named. */
  contactEmail: z.email().max(254).nullable(),
  /** closed: no new accounts; guests and members go on. */
  signUp: z.enum(["open", "closed"]),
  /** Whether what a new account watches is kept, until the person decides. */
  recordHistory: z.boolean(),
  /** Devices one account is signed in on at a time; the least used makes room. */
  sessionsPerPerson: z.int().min(1).max(100),
  /** Whether one can watch without an account. */
  guestWatching: z.boolean(),
  /** Who may keep films for watching offline. */
  downloads: z.enum(["nobody", "vip", "members"]),
  /** Sites whose pages may play our films; others' requests for them are refused. */
  mediaOrigins: z.array(origin).max(20),
  /** The page /test: as the environment says, or in any case. */
  diagnostics: z.enum(["environment", "on", "off"]),
  /** Messages to the operator from one person. */
  feedbackPerHour: z.int().min(1).max(100),
  pictureMaxMegabytes: z.int().min(1).max(20),
  uploadMaxGigabytes: z.int().min(1).max(100),
};
export type SettingKey = keyof typeof settingFields;
export const settingKeys = Object.keys(settingFields) as [SettingKey, ...SettingKey[]];
export const settingValues = z.strictObject(settingFields);
export type SettingValues = z.infer<typeof settingValues>;

export const settingDefaults: SettingValues = {
  serviceName: "Matinee",
  contactEmail: null,
  signUp: "open",
  recordHistory: true,
  sessionsPerPerson: 30,
  guestWatching: true,
  downloads: "vip",
  mediaOrigins: [],
  diagnostics: "environment",
  feedbackPerHour: 10,
  pictureMaxMegabytes: 5,
  uploadMaxGigabytes: 20,
};

/** As they stand together on the page, in order. */
export const settingGroups = {
  service: ["serviceName", "contactEmail"],
  accounts: ["signUp", "recordHistory", "sessionsPerPerson"],
  watching: ["guestWatching", "downloads", "mediaOrigins"],
  limits: ["feedbackPerHour", "pictureMaxMegabytes", "uploadMaxGigabytes"],
  operation: ["diagnostics"],
} as const satisfies Record<string, readonly SettingKey[]>;
export type SettingGroup = keyof typeof settingGroups;

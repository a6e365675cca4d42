import { z } from "zod";

/** Which users may download movies for offline use. */
export const downloadPolicy = z.enum(["vip", "signed-in", "nobody"]);
export type DownloadPolicy = z.infer<typeof downloadPolicy>;

/**
 * Every setting an admin can change, with its type. Values of the environment (secrets, addresses) are not settings:
 * they are shown as set or not set.
 */
export const settingFields = {
  /** Contact address on the page about the service; null = none is shown. */
  contactEmail: z.email().max(254).nullable(),
  /** closed: no new accounts; existing guests and members stay. */
  signUp: z.enum(["open", "closed"]),
  /** Whether the history of a new account is recorded, until the person decides. */
  recordHistory: z.boolean(),
  /** Devices on which one account may be signed in at a time; a new one replaces the least used. */
  sessionsPerPerson: z.int().min(1).max(100),
  /** Whether people can watch without an account. */
  guestWatching: z.boolean(),
  /** Which users may download movies. */
  downloads: downloadPolicy,
  /** The page /test: as set in the environment, or always on or off. */
  diagnostics: z.enum(["environment", "on", "off"]),
  /** Largest number of messages to the operator from one person. */
  feedbackPerHour: z.int().min(1).max(100),
  pictureMaxMegabytes: z.int().min(1).max(20),
  uploadMaxGigabytes: z.int().min(1).max(100),
  /** Whether magnets are downloaded at all. */
  magnets: z.boolean(),
  magnetMaxGigabytes: z.int().min(1).max(1000),
  /** Limit for all downloads together, in kB/s; 0 = no limit. */
  magnetRateKilobytes: z.int().min(0).max(10_000_000),
  magnetsParallel: z.int().min(1).max(10),
  /** stop: do not upload after the download. seed: upload until one of the two limits below is reached. */
  magnetSeeding: z.enum(["stop", "seed"]),
  /** Percent of the downloaded size. */
  magnetSeedPercent: z.int().min(1).max(1000),
  magnetSeedHours: z.int().min(1).max(720),
};
export type SettingKey = keyof typeof settingFields;
export const settingKeys = Object.keys(settingFields) as [SettingKey, ...SettingKey[]];
export const settingValues = z.strictObject(settingFields);
export type SettingValues = z.infer<typeof settingValues>;

export const settingDefaults: SettingValues = {
  contactEmail: null,
  signUp: "open",
  recordHistory: true,
  sessionsPerPerson: 30,
  guestWatching: true,
  downloads: "vip",
  diagnostics: "environment",
  feedbackPerHour: 10,
  pictureMaxMegabytes: 5,
  uploadMaxGigabytes: 20,
  magnets: false,
  magnetMaxGigabytes: 50,
  magnetRateKilobytes: 0,
  magnetsParallel: 2,
  magnetSeeding: "stop",
  magnetSeedPercent: 100,
  magnetSeedHours: 24,
};

/** In the order and groups of the page. */
export const settingGroups = {
  service: ["contactEmail"],
  accounts: ["signUp", "recordHistory", "sessionsPerPerson"],
  watching: ["guestWatching", "downloads"],
  limits: ["feedbackPerHour", "pictureMaxMegabytes", "uploadMaxGigabytes"],
  magnets: [
    "magnets",
    "magnetMaxGigabytes",
    "magnetRateKilobytes",
    "magnetsParallel",
    "magnetSeeding",
    "magnetSeedPercent",
    "magnetSeedHours",
  ],
  operation: ["diagnostics"],
} as const satisfies Record<string, readonly SettingKey[]>;
export type SettingGroup = keyof typeof settingGroups;

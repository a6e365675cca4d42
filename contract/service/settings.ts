import { z } from "zod";

/** Who may keep films for watching without a network. */
export const downloadPolicy = z.enum(["vip", "signed-in", "nobody"]);
export type DownloadPolicy = z.infer<typeof downloadPolicy>;

/**
 * Every setting an admin can change, with its type. What comes from the environment (secrets, addresses) is no setting:
 * it is shown as set or not set.
 */
export const settingFields = {
  /** Whom people may write to, on the page about the service; null = nobody is named. */
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
  downloads: downloadPolicy,
  /** The page /test: as the environment says, or in any case. */
  diagnostics: z.enum(["environment", "on", "off"]),
  /** Messages to the operator from one person. */
  feedbackPerHour: z.int().min(1).max(100),
  pictureMaxMegabytes: z.int().min(1).max(20),
  uploadMaxGigabytes: z.int().min(1).max(100),
  /** Whether magnets are downloaded at all. */
  magnets: z.boolean(),
  magnetMaxGigabytes: z.int().min(1).max(1000),
  /** Of all downloads together, in kB/s; 0 = no limit. */
  magnetRateKilobytes: z.int().min(0).max(10_000_000),
  magnetsParallel: z.int().min(1).max(10),
  /** stop: nothing is given to others once it is there. seed: it is, until one of the two below is reached. */
  magnetSeeding: z.enum(["stop", "seed"]),
  /** Of what was downloaded. */
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

/** As they stand together on the page, in order. */
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

import { z } from "zod";
import { email } from "../fields.ts";

/** Which users may download movies for offline use. */
export const downloadPolicy = z.enum(["vip", "signed-in", "nobody"]);
export type DownloadPolicy = z.infer<typeof downloadPolicy>;

/** Google's own receiver, which plays whatever it is sent. */
const defaultReceiver = "CC1AD845";
const castReceiver = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[\dA-F]{8}$/);

const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/);

/** `https://blog.example`, `https://*.partner.example`, or `*` for all, with spaces between. Goes into a header as it is. */
const site = /\*|https?:\/\/(?:\*\.)?[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?/.source;
const embedSites = z
  .string()
  .trim()
  .toLowerCase()
  .max(1_000)
  .regex(new RegExp(`^(?:${site})(?: (?:${site}))*$`));

/** What is shown of a secret. */
const mask = /^•{4}[\w-]{4}$/;

/**
 * Every setting an admin can change: the group it is shown in, its valid values, and its default. The page shows groups
 * and settings in this order, and makes each control from the type (app/admin/service/settings). A new setting needs an
 * entry here and its texts (`admin.setting`, `admin.settingHint`, and `admin.choice` for new options) in every pack.
 * Values of the environment (secrets, addresses) are not settings: they are shown as set or not set. A `secret` leaves
 * the server only as a mask (`hideSecrets`).
 */
const settings = {
  /** Contact address on the page about the service; null = none is shown. */
  contactEmail: setting("service", email.nullable(), null),
  /** Whether search engines may list the pages. */
  indexing: setting("service", z.boolean(), true),
  /** Whose age ratings are shown, by its code; null = those of the main country of each language. */
  country: setting("service", country.nullable(), null),
  /** closed: no new accounts; existing guests and members stay. */
  signUp: setting("accounts", z.enum(["open", "closed"]), "open"),
  /** Whether the history of a new account is recorded, until the user decides. */
  recordHistory: setting("accounts", z.boolean(), true),
  /** Devices on which one account may be signed in at a time; a new one replaces the least used. */
  sessionsPerUser: setting("accounts", z.int().min(1).max(100), 30),
  /** Whether users can watch without an account. */
  guestWatching: setting("watching", z.boolean(), true),
  /** Which users may download movies. */
  downloads: setting("watching", downloadPolicy, "vip"),
  /** Sites that may show the player of the movies that allow it, as `frame-ancestors` has them; null = none. */
  embedSites: setting("watching", embedSites.nullable(), null),
  /** Id of the receiver app that Chromecasts open; null = films can't be cast, and pages load nothing for it. */
  castReceiver: setting("watching", castReceiver.nullable(), defaultReceiver),
  /** Largest number of messages to the operator from one user. */
  feedbackPerHour: setting("limits", z.int().min(1).max(100), 10),
  pictureMaxMegabytes: setting("limits", z.int().min(1).max(20), 5),
  uploadMaxGigabytes: setting("limits", z.int().min(1).max(100), 20),
  /** Whether magnets are downloaded at all. */
  magnets: setting("magnets", z.boolean(), false),
  magnetMaxGigabytes: setting("magnets", z.int().min(1).max(1000), 50),
  /** Limit for all downloads together, in kB/s; 0 = no limit. */
  magnetRateKilobytes: setting("magnets", z.int().min(0).max(10_000_000), 0),
  magnetsParallel: setting("magnets", z.int().min(1).max(10), 2),
  /** stop: do not upload after the download. seed: upload until one of the two limits below is reached. */
  magnetSeeding: setting("magnets", z.enum(["stop", "seed"]), "stop"),
  /** Percent of the downloaded size. */
  magnetSeedPercent: setting("magnets", z.int().min(1).max(1000), 100),
  magnetSeedHours: setting("magnets", z.int().min(1).max(720), 24),
  /** Key of version 3, or token of version 4, of TMDB's API; null = titles are not filled in from there. */
  tmdbKey: secret("titles", /^(?:[\da-f]{32}|[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,})$/i),
  /** Codecs in which films get their upper renditions besides H.264; only those encoded from now on. */
  addedCodecs: setting("encoding", z.enum(["off", "av1", "hevc", "both"]), "off"),
  /** Whether samples of each film choose the qualities of its renditions; software only, from now on. */
  perTitleRungs: setting("encoding", z.boolean(), false),
  /** What encodes pictures. Any choice falls back to software where it does not work. */
  encoder: setting("encoding", z.enum(["software", "automatic", "vaapi", "nvenc", "qsv"]), "software"),
  /** The page /test: as set in the environment, or always on or off. */
  diagnostics: setting("operation", z.enum(["environment", "on", "off"]), "environment"),
};

function setting<G extends string, T extends z.ZodType>(group: G, type: T, initial: z.infer<T>) {
  return { group, type, initial };
}

/** A secret that is not set at first. Where a form sends its mask back, it stays as it is. */
function secret<G extends string>(group: G, shape: RegExp) {
  const type = z
    .string()
    .trim()
    .max(2_000)
    .regex(new RegExp(`${shape.source}|${mask.source}`, shape.flags));
  return { ...setting(group, type.nullable(), null), secret: true };
}

type Settings = typeof settings;
export type SettingKey = keyof Settings;
export type SettingGroup = Settings[SettingKey]["group"];
export type SettingValues = { [K in SettingKey]: z.infer<Settings[K]["type"]> };
/** The options of the settings that are a choice. */
export type SettingOption = {
  [K in SettingKey]: string extends SettingValues[K] ? never : Extract<SettingValues[K], string>;
}[SettingKey];

export const settingKeys = Object.keys(settings) as [SettingKey, ...SettingKey[]];
export const settingFields = each(({ type }) => type) as { [K in SettingKey]: Settings[K]["type"] };
export const settingDefaults = each(({ initial }) => initial) as SettingValues;
export const settingValues = z.strictObject(settingFields);

/** What is shown of a secret: that it is set, and its end. @returns other values unchanged */
export function hideSecret(key: string, value: unknown): unknown {
  const isSecret = Object.hasOwn(settings, key) && "secret" in settings[key as SettingKey];
  return isSecret && typeof value === "string" ? `••••${value.slice(-4)}` : value;
}

/** The same for every setting of a record. */
export function hideSecrets<T extends Partial<SettingValues>>(values: T): T {
  const hidden = Object.entries(values).map(([key, value]) => [key, hideSecret(key, value)]);
  return Object.fromEntries(hidden) as T;
}

/** Whether a value is what `hideSecret` made of a secret. */
export function isHidden(key: string, value: unknown): boolean {
  return typeof value === "string" && mask.test(value) && hideSecret(key, value) === value;
}

/** The settings of each group, in the order of the page. */
export const settingGroups = Object.entries(Object.groupBy(settingKeys, (key) => settings[key].group)) as [
  SettingGroup,
  SettingKey[],
][];

function each<T>(part: (one: Settings[SettingKey]) => T): Record<string, T> {
  return Object.fromEntries(settingKeys.map((key) => [key, part(settings[key])]));
}

import { z } from "zod";
import { email, mostTiers, streamCount } from "../fields.ts";
import { accent, brandLanguage, brandLinks, brandName, brandPicture, heroStyle } from "./brand.ts";
import { defaultBrand } from "./brand-facts.ts";

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

/** Domains of e-mail addresses, one a line, as published lists of throwaway services have them. */
const domains = z
  .string()
  .trim()
  .toLowerCase()
  .max(100_000)
  .regex(/^(?:[a-z\d][a-z\d.-]{0,252})(?:\s+[a-z\d][a-z\d.-]{0,252})*$/);

/** Discovery begins there. Whether it may be asked is checked when it is saved, and at each request. */
const oidcIssuer = z
  .string()
  .trim()
  .max(500)
  .regex(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/);
const oidcText = (most: number) => z.string().trim().min(1).max(most);

/** Names with commas between, also those of other scripts. */
const tierNames = z
  .string()
  .trim()
  .regex(new RegExp(`^[^,،、，\\p{Cc}]{1,24}(?:[,،、，][^,،、，\\p{Cc}]{1,24}){0,${mostTiers - 1}}$`, "u"));

/** The names of the tiers that are offered, the first tier's first. @param setting as it is saved */
export function tierNamesOf(setting: string | null): string[] {
  return setting === null
    ? []
    : setting
        .split(/[,،、，]/)
        .map((name) => name.trim())
        .filter(Boolean);
}

/** What is shown of a secret. */
const mask = /^•{4}[!-~]{4}$/;

/**
 * Every setting an admin can change: the group it is shown in, its valid values, and its default. The page shows groups
 * and settings in this order, and makes each control from the type (app/admin/service/settings). A new setting needs an
 * entry here and its texts (`admin.setting`, `admin.settingHint`, and `admin.choice` for new options) in every pack.
 * Values of the environment (secrets, addresses) are not settings: they are shown as set or not set. A `secret` leaves
 * the server only as a mask (`hideSecrets`).
 */
const settings = {
  /** The operator's name, colours and pictures: a screen of its own changes them (app/admin/service/brand). */
  brandName: setting("brand", brandName, defaultBrand.name),
  /** Drawn name in place of the written one, and the sign of the icons; null = drawn of the name. */
  brandWordmark: setting("brand", brandPicture.nullable(), null),
  brandIcon: setting("brand", brandPicture.nullable(), null),
  /** null = the product's own colours. */
  brandAccent: setting("brand", accent.nullable(), null),
  brandHero: setting("brand", heroStyle, defaultBrand.hero),
  brandLinks: setting("brand", brandLinks, defaultBrand.links),
  /** The language of pages for visitors who have chosen none. */
  brandLanguage: setting("brand", brandLanguage, defaultBrand.language),
  /** The name that mails come from; null = as the environment says. */
  brandSender: setting("brand", brandName.nullable(), null),
  /** Contact address on the page about the service; null = none is shown. */
  contactEmail: setting("service", email.nullable(), null),
  /** Whether search engines may list the pages. */
  indexing: setting("service", z.boolean(), true),
  /** Whose age ratings are shown, by its code; null = those of the main country of each language. */
  country: setting("service", country.nullable(), null),
  /** closed: no new accounts; existing guests and members stay. */
  signUp: setting("accounts", z.enum(["open", "closed"]), "open"),
  /**
   * What waits until a user has proven the e-mail address by a mailed code: the account itself, only trials and
   * purchases, or nothing. Without mail, nothing waits.
   */
  addressProof: setting("accounts", z.enum(["sign-up", "buying", "none"]), "sign-up"),
  /** Domains whose addresses open no account; subdomains too. Null = none. */
  refusedDomains: setting("accounts", domains.nullable(), null),
  /** Whether the history of a new account is recorded, until the user decides. */
  recordHistory: setting("accounts", z.boolean(), true),
  /** Devices on which one account may be signed in at a time; a new one replaces the least used. */
  sessionsPerUser: setting("accounts", z.int().min(1).max(100), 30),
  /** Whether admins need a second factor: one without it may only set it up. */
  adminsNeedFactor: setting("accounts", z.boolean(), false),
  /** The operator's OpenID Connect provider, for a button of the sign-in page; null = none. */
  oidcIssuer: setting("accounts", oidcIssuer.nullable(), null),
  oidcClientId: setting("accounts", oidcText(200).nullable(), null),
  /** null = a public client, whose requests PKCE alone protects. */
  oidcSecret: secret("accounts", /^[!-~]{8,512}$/),
  /** Name of the provider on the button; null = its host. */
  oidcLabel: setting("accounts", oidcText(40).nullable(), null),
  /** Whether users can watch without an account. */
  guestWatching: setting("watching", z.boolean(), true),
  /** Players of one account that play VIP movies at a time, where its plan does not say how many. */
  streams: setting("watching", streamCount, 2),
  /** Which users may download movies. */
  downloads: setting("watching", downloadPolicy, "vip"),
  /** Sites that may show the player of the movies that allow it, as `frame-ancestors` has them; null = none. */
  embedSites: setting("watching", embedSites.nullable(), null),
  /** Id of the receiver app that Chromecasts open; null = films can't be cast, and pages load nothing for it. */
  castReceiver: setting("watching", castReceiver.nullable(), defaultReceiver),
  /** Names of the tiers of membership, from the lowest, with commas between; null = one tier alone, called VIP. */
  tiers: setting("sales", tierNames.nullable(), null),
  /** Whether Stripe works out the tax of a purchase, which needs the buyer's address: within the price, or on top. */
  salesTax: setting("sales", z.enum(["off", "included", "added"]), "off"),
  /** Whether buyers may enter a tax ID at Stripe. */
  taxIds: setting("sales", z.boolean(), false),
  /** Whether Stripe makes an invoice for each purchase; one that renews itself has them in any case. */
  invoices: setting("sales", z.boolean(), false),
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
  [K in Exclude<SettingKey, "brandLanguage">]: string extends SettingValues[K]
    ? never
    : Extract<SettingValues[K], string>;
}[Exclude<SettingKey, "brandLanguage">];

export const settingKeys = Object.keys(settings) as [SettingKey, ...SettingKey[]];
export const settingFields = each(({ type }) => type) as { [K in SettingKey]: Settings[K]["type"] };
/** The settings of the brand, which have a screen of their own; the page of settings has all others. */
export type BrandKey = { [K in SettingKey]: Settings[K]["group"] extends "brand" ? K : never }[SettingKey];

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

/** Whether a setting is of the brand. */
export function isBrandKey(key: string): key is BrandKey {
  return Object.hasOwn(settings, key) && settings[key as SettingKey].group === "brand";
}

function each<T>(part: (one: Settings[SettingKey]) => T): Record<string, T> {
  return Object.fromEntries(settingKeys.map((key) => [key, part(settings[key])]));
}

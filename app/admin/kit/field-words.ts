import type { TFunction } from "i18next";
import { languageNames } from "../../lib/formats.ts";
import type { writers } from "./format.ts";

/** The texts of fields, by the names that the audit log has them under. */
const labels: Record<string, string> = {
  title: "admin.movie.title",
  description: "admin.movie.description",
  originalLanguage: "admin.movie.originalLanguage",
  kind: "search.kind",
  year: "search.year",
  rating: "admin.movie.rating",
  ageRatings: "admin.movie.ageRatings",
  genres: "search.genre",
  tags: "admin.movie.tags",
  tag: "admin.movie.tag",
  hero: "admin.movie.hero",
  embeddable: "admin.movie.embeddable",
  credits: "admin.movie.people",
  access: "admin.movie.access",
  teaserS: "admin.movie.teaser",
  status: "admin.movie.state",
  state: "admin.movie.state",
  publishAt: "admin.movie.publishAt",
  hideAt: "admin.movie.hideAt",
  premiereOn: "admin.movie.premiere",
  introFromS: "admin.movie.intro",
  introToS: "admin.movie.introTo",
  creditsFromS: "admin.movie.credits",
  chapters: "admin.movie.chapters",
  poster: "admin.movie.poster",
  backdrop: "admin.movie.backdrop",
  subtitles: "admin.movie.subtitles",
  texts: "admin.movie.texts",
  collections: "admin.section.collections",
  movies: "admin.section.movies",
  rows: "admin.section.rows",
  codes: "admin.section.codes",
  people: "admin.section.users",
  action: "admin.audit.action",
  name: "login.name",
  email: "login.email",
  level: "admin.user.level",
  secondFactor: "security.factor",
  vip_until: "movie.vip",
  ban: "admin.user.suspension",
  reason: "admin.user.banReason",
  until: "admin.user.untilDate",
  days: "admin.user.days",
  reply: "admin.feedback.answer",
  closed: "admin.feedbackState.closed",
  amount: "admin.order.amount",
  prices: "admin.plan.prices",
  trialDays: "admin.plan.trialDays",
  duration: "admin.plan.count",
  streams: "admin.plan.streams",
  renews: "admin.plan.renewing",
  onSale: "admin.plan.onSale",
  code: "admin.target.code",
  value: "admin.coupon.value",
  plans: "admin.section.plans",
  startsAt: "admin.coupon.starts",
  endsAt: "admin.code.expires",
  endedAt: "admin.couponState.over",
  oncePerAccount: "admin.coupon.once",
  firstOnly: "admin.coupon.first",
  number: "admin.code.number",
  uses: "admin.code.uses",
  expiresAt: "admin.code.expires",
  revokedAt: "admin.codeState.revoked",
  permissions: "admin.key.permissions",
  hint: "admin.target.key",
  url: "admin.webhook.url",
  events: "admin.webhook.events",
  on: "admin.webhook.on",
  rotatedAt: "admin.action.webhook/rotate",
  infohash: "admin.magnet.infohash",
  files: "admin.magnet.files",
};

/** The packs' groups of texts for values that are one of a few words, by field. */
const choices: Record<string, readonly string[]> = {
  access: ["admin.accessLevel"],
  level: ["admin.level"],
  status: ["admin.movieState"],
  state: ["admin.encoding.state", "admin.magnet.state", "admin.orderState"],
  reason: ["admin.banReason"],
  kind: ["admin.movieBulk"],
};

/** The kinds of movies and of bulk actions whose texts are elsewhere. */
const kinds: Record<string, string> = {
  film: "search.aFilm",
  series: "search.series",
  access: "admin.movie.access",
  vip: "admin.bulk.vip",
  ban: "admin.bulk.ban",
  unban: "admin.bulk.unban",
  "level-none": "admin.bulk.levelNone",
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const day = /^\d{4}-\d\d-\d\d$/;

type Words = { t: TFunction; locale: string; write: ReturnType<typeof writers> };

/** A field of the audit log in the reader's words; one without words by its own name. */
export function fieldLabel(name: string, { t, locale }: Pick<Words, "t" | "locale">): string {
  const [first = "", language = "", part = ""] = name.split(".");
  if (first === "texts" && part)
    return `${fieldLabel(part, { t, locale })} (${languageOf(language, locale)})`;
  // Names come from the log, also those that every object has.
  if (name in Object.prototype) return name;
  const label = Object.hasOwn(labels, name) ? labels[name]! : `admin.setting.${name}`;
  return t(label, { defaultValue: name });
}

/** A field's value in the reader's words: what forms call it, and times in the reader's zone. */
export function fieldValue(name: string, value: unknown, words: Words): string {
  const { t, locale, write } = words;
  if (typeof value === "boolean") return t(value ? "profile.on" : "profile.off");
  if (typeof value === "number") return name.endsWith("S") ? write.seconds(value) : String(value);
  if (typeof value === "string") {
    if (instant.test(value)) return write.at(value);
    if (day.test(value)) return write.day(value);
    if (name === "originalLanguage") return languageOf(value, locale);
    return choiceOf(name, value, t) ?? value;
  }
  if (Array.isArray(value)) return value.map((one) => fieldValue(name, one, words)).join(", ");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value)
    .filter(([part, inner]) => !isNothing(inner) && !(name === "action" && part === "kind"))
    .map(([part, inner]) => `${partName(part, words)}: ${fieldValue(part, inner, words)}`);
  const { kind } = value as { kind?: unknown };
  const verb = name === "action" && !isNothing(kind) ? fieldValue("kind", kind, words) : null;
  // What an action does stands first, unless the field that it sets says so.
  if (verb !== null && !parts.some((part) => part.startsWith(`${verb}: `))) parts.unshift(verb);
  return parts.join("; ");
}

/** Whether a side of a change has nothing to show. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Stands for a text that the packs do not have. */
const unworded = "\u0000";

function choiceOf(name: string, value: string, t: TFunction): string | null {
  if (name === "kind" && Object.hasOwn(kinds, value)) return t(kinds[value]!, { defaultValue: value });
  if (!/^[\w-]{1,40}$/.test(value) || value in Object.prototype) return null;
  const own = Object.hasOwn(choices, name) ? choices[name]! : [];
  const groups = Object.hasOwn(labels, name) ? own : ["admin.choice"];
  for (const group of groups) {
    const text = t(`${group}.${value}`, { defaultValue: unworded });
    if (text !== unworded) return text;
  }
  return null;
}

/** The parts of a value have the names of fields, or of languages. */
function partName(name: string, { t, locale }: Words): string {
  const word = fieldLabel(name, { t, locale });
  return word === name && /^[a-z]{2}(-[a-z]{4})?$/i.test(name) ? languageOf(name, locale) : word;
}

function languageOf(tag: string, locale: string): string {
  try {
    return languageNames(locale).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

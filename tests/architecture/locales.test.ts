import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { codes } from "../../contract/codes.ts";
import { fieldReasons } from "../../contract/envelope.ts";
import { locales } from "../../contract/locales.ts";
import { root, sourcesBelow, walk } from "./source-files.ts";

type Tree = { [key: string]: string | Tree };

const plural = /_(zero|one|two|few|many|other)$/;

/** Files a language's texts are in; to code they are one (app/lib/packs.ts). */
const partsOf = (locale: string) =>
  readdirSync(join(root, "locales", locale))
    .filter((name) => name.endsWith(".json"))
    .sort();

function packOf(locale: string): Map<string, string> {
  const flat = new Map<string, string>();
  const flatten = (node: Tree, prefix: string) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === "string") flat.set(prefix + key, value);
      else flatten(value, `${prefix}${key}.`);
    }
  };
  for (const part of partsOf(locale))
    flatten(JSON.parse(readFileSync(join(root, "locales", locale, part), "utf8")) as Tree, "");
  return flat;
}

const baseOf = (key: string) => key.replace(plural, "");
const english = packOf("en");
const pluralBases = new Set([...english.keys()].filter((key) => plural.test(key)).map(baseOf));

/** The keys a pack must have: English's, with the plural forms of its own language. */
function keysFor(locale: string): string[] {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const single = [...english.keys()].filter((key) => !plural.test(key));
  return [...single, ...[...pluralBases].flatMap((base) => forms.map((form) => `${base}_${form}`))].sort();
}

/** Words that are rightly the same as in English: names, signs, and words the languages share. */
const sameEverywhere = [
  "app.name",
  "movie.vip",
  "movie.age",
  "about.android",
  "profiles.pin",
  "test.ms",
  "admin.choice.av1",
  "admin.choice.hevc",
  "admin.choice.vaapi",
  "admin.choice.nvenc",
  "admin.choice.qsv",
  "mail.notice.new-episode.title",
  "mail.notice.new-in-collection.title",
  "mail.notice.magnet-waiting.text",
  "mail.notice.encoding-failed.text",
];
const sameIn: Record<string, string[]> = {
  tr: ["admin.order.plan", "search.aFilm"],
  de: [
    "security.passkeys",
    "admin.cue.text",
    "profiles.name",
    "admin.movieState.trailer",
    "movie.trailer",
    "admin.setting.brandName",
    "admin.setting.brandWordmark",
    "admin.upload.tray",
    "login.code",
    "membership.codeLabel",
    "pay.methodVoucher",
    "admin.section.codes",
    "admin.payMethod.stripe",
    "admin.payMethod.voucher",
    "admin.section.genres",
    "admin.section.webhooks",
    "admin.analysis.device.tablet",
    "downloads.title",
    "feedback.heading",
    "about.desktop",
    "feedback.desktop",
    "errors.ok",
    "login.name",
    "controls.pause",
    "controls.normalRate",
    "search.genre",
    "search.aFilm",
    "about.version",
    "error.status",
    "notices.push",
    "player.shareLink",
  ],
  id: [
    "admin.movieState.trailer",
    "movie.trailer",
    "notices.push",
    "error.status",
    "movie.episode",
    "search.genre",
    "search.aFilm",
  ],
  ja: ["errors.ok"],
  ms: ["notices.push", "error.status", "home.popular", "errors.ok", "search.genre"],
  pt: [
    "admin.movieState.trailer",
    "movie.trailer",
    "admin.section.webhooks",
    "error.status",
    "pay.total",
    "admin.analysis.device.tablet",
    "downloads.title",
    "feedback.heading",
    "errors.ok",
    "movie.minutes_one",
    "movie.minutes_other",
    "notices.push",
    "notices.mail",
    "player.shareLink",
  ],
  vi: ["admin.movieState.trailer", "movie.trailer", "notices.mail"],
};

/** Texts of the spec that wait for the screens that show them. */
const waiting = [/^dialog\./, /^install\./];
/** Read by the server: by code and by reason, and for the page that a busy one answers with. */
const readByTheApi = [/^errors\./, /^mail\./, /^busy\.(title|page|form)$/];

/** Keys named in the app: whole strings that look like a key, and the fixed beginning of composed ones. */
function keysUsed(): { whole: Set<string>; beginnings: Set<string> } {
  const whole = new Set<string>();
  const beginnings = new Set<string>();
  for (const { source } of sourcesBelow("app")) {
    walk(source, (node) => {
      if (ts.isStringLiteralLike(node) && /^[a-z]\w*(\.\w+)+$/i.test(node.text)) whole.add(node.text);
      if (ts.isTemplateExpression(node) && /^[a-z]\w*(\.\w+)*\.$/i.test(node.head.text))
        beginnings.add(node.head.text);
    });
  }
  return { whole, beginnings };
}

describe("language packs", () => {
  it("exist for every language of the contract and for no other", () => {
    expect(readdirSync(join(root, "locales")).sort()).toEqual([...locales].sort());
  });

  it.each(locales)("%s has the same parts, with the same groups, and no group in two", (locale) => {
    const groups = (of: string) =>
      partsOf(of).map((part) => [
        part,
        Object.keys(JSON.parse(readFileSync(join(root, "locales", of, part), "utf8")) as Tree).sort(),
      ]);
    expect(groups(locale)).toEqual(groups("en"));
    const all = groups(locale).flatMap(([, names]) => names);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each(locales)("%s has every text, with its own plural forms, and nothing else", (locale) => {
    expect([...packOf(locale).keys()].sort()).toEqual(keysFor(locale));
  });

  it.each(locales)("%s has no empty text and the same placeholders as English", (locale) => {
    const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();
    for (const [key, text] of packOf(locale)) {
      expect(text.trim(), key).not.toBe("");
      const model = english.get(key) ?? english.get(`${baseOf(key)}_other`)!;
      // "One episode" may say its number in words.
      const allowed =
        plural.test(key) && key !== `${baseOf(key)}_other`
          ? [placeholders(model), []]
          : [placeholders(model)];
      expect(allowed, key).toContainEqual(placeholders(text));
    }
  });

  it.each(locales.filter((locale) => locale !== "en"))("%s is translated", (locale) => {
    const same = [...packOf(locale)].filter(([key, text]) => english.get(key) === text).map(([key]) => key);
    const expected = [...sameEverywhere, ...(sameIn[locale] ?? [])];
    expect(same.filter((key) => !expected.includes(key))).toEqual([]);
  });

  it("word every code and every reason of the contract", () => {
    const wanted = [
      ...Object.keys(codes).map((name) => `errors.${name}`),
      ...fieldReasons.map((reason) => `errors.field.${reason}`),
    ];
    expect([...english.keys()].filter((key) => key.startsWith("errors.")).sort()).toEqual(wanted.sort());
  });

  it("hold no text that nothing shows", () => {
    const { whole, beginnings } = keysUsed();
    const unused = [...english.keys()].filter((key) => {
      if ([...waiting, ...readByTheApi].some((pattern) => pattern.test(key))) return false;
      return !whole.has(baseOf(key)) && ![...beginnings].some((beginning) => key.startsWith(beginning));
    });
    expect(unused).toEqual([]);
  });

  it("keep the spec's English to the letter", () => {
    const said = Object.fromEntries(english);
    expect(said).toMatchObject({
      "error.heading": "Oops! Something went wrong.",
      "error.reload": "Reload",
      "start.failedConfig": "Initialization failed 1",
      "start.failedHost": "Initialization failed 2",
      "errors.server_error": "Server error",
      "errors.unauthorised": "Authentication Failure",
      "errors.forbidden": "Forbidden",
      "errors.not_found": "Page not found",
      "errors.invalid": "Invalid data",
      "dialog.title": "confirm",
      "dialog.cancel": "cancel",
      "dialog.ok": "ok",
      "install.offer": "add to desktop",
      "install.install": "install",
      "install.installing": "installing",
    });
  });
});

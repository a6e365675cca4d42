import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FieldRule } from "../../contract/field-rule.ts";
import type { Ban, CodeName, FieldReason } from "../../contract/index.ts";
import { defaultBrandName } from "../../contract/service/brand-facts.ts";
import { defaultLocale, type Locale } from "../../contract/locales.ts";

export type Messages = {
  /** The text of a code in a language. */
  code: (name: CodeName, locale: Locale) => string;
  /** The text of a refused field: the rule it broke, where it is known. */
  field: (reason: FieldReason, locale: Locale, rule?: FieldRule | null) => string;
  /** Why an account is suspended, and until when, in the reader's language and calendar. */
  ban: (ban: Ban, locale: Locale) => string;
  /** Any text of the packs by its dotted key, with its `{{values}}` filled in. */
  text: (key: string, locale: Locale, values?: Record<string, string>) => string;
};

type Tree = { [key: string]: string | Tree };
type Pack = Tree & { errors?: Record<string, string | Record<string, string>> };

/**
 * The API's texts, from the same packs the pages use (`errors.<code>`, `errors.field.<reason>`, `rule.<name>`); each
 * pack is read once.
 */
export function createMessages({
  localesDir,
  brand = () => undefined,
}: {
  localesDir: string;
  /** The operator's name; undefined before it is known. */
  brand?: () => string | undefined;
}): Messages {
  const packs = new Map<Locale, Pack>();

  function packOf(locale: Locale): Pack {
    let pack = packs.get(locale);
    if (!pack) {
      const parts = ["common", "mail"].map(
        (part) => JSON.parse(readFileSync(join(localesDir, locale, `${part}.json`), "utf8")) as Pack,
      );
      pack = Object.assign({}, ...parts) as Pack;
      packs.set(locale, pack);
    }
    return pack;
  }

  function find(locale: Locale, group: string | null, key: string): string | undefined {
    const errors = packOf(locale).errors ?? {};
    const entry = group === null ? errors[key] : (errors[group] as Record<string, string> | undefined)?.[key];
    return typeof entry === "string" ? entry : undefined;
  }

  const words = (locale: Locale, group: string | null, key: string) =>
    find(locale, group, key) ?? find(defaultLocale, group, key) ?? key;

  const text: Messages["text"] = (key, locale, values = {}) => {
    const found = [locale, defaultLocale].map((one) =>
      key.split(".").reduce<Tree | string | undefined>((at, part) => (at as Tree)?.[part], packOf(one)),
    );
    const text = found.find((one) => typeof one === "string") ?? key;
    const all: Record<string, string> = { brand: brand() ?? defaultBrandName, ...values };
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => all[name] ?? "");
  };

  return {
    code: (name, locale) => (name === "ok" ? "" : words(locale, null, name)),
    field: (reason, locale, rule) =>
      rule ? text(`rule.${rule.name}`, locale, { bound: rule.bound }) : words(locale, "field", reason),
    ban({ reason, until }, locale) {
      const values = { reason: text(`mail.ban.${reason}`, locale) };
      if (until === null) return text("mail.ban.forGood", locale, values);
      const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
      return text("mail.ban.until", locale, { ...values, until: `${day.format(new Date(until))} UTC` });
    },
    text,
  };
}

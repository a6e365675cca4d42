import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defaultBrand } from "../contract/service/brand-facts.ts";
import { locales } from "../contract/locales.ts";
import { chosenLocale, createBusyPages } from "./busy-page.ts";

let brand = defaultBrand;
const busyPage = createBusyPages({
  localesDir: join(import.meta.dirname, "../locales"),
  brand: () => brand,
  retryAfterS: 5,
});

it.each(locales)("%s: a page loads again by itself, a form says that nothing is lost", (locale) => {
  const [page, form] = [busyPage(locale, "page").body, busyPage(locale, "form").body];
  const direction = locale === "ar" ? "rtl" : "ltr";
  for (const body of [page, form]) {
    expect(body).toMatch(new RegExp(`^<!doctype html><html lang="${locale}" dir="${direction}">`));
    expect(body).not.toMatch(/busy\.|<script|<link|<img|url\(/);
    expect(body.length).toBeLessThan(1_000);
  }
  expect(page).toContain('<meta http-equiv="refresh" content="5">');
  // A browser would ask whether to send the form once more.
  expect(form).not.toContain("refresh");
  const textOf = (body: string) => /<p>(.+)<\/p>/.exec(body)![1];
  expect(textOf(form)).not.toBe(textOf(page));
});

it("its policy allows its own rules and nothing else", () => {
  const { body, headers } = busyPage("en", "form");
  const rules = /<style>(.*)<\/style>/s.exec(body)![1]!;
  const hash = createHash("sha256").update(rules).digest("base64");
  expect(headers["Content-Security-Policy"]).toBe(`default-src 'none'; style-src 'sha256-${hash}'`);
  // An attribute would need a hash of its own.
  expect(body).not.toContain("style=");
});

it.each([
  ["locale=ar; matinee=x", "de", "ar"],
  ["matinee=x; locale=zh-hant", undefined, "zh-hant"],
  ["xlocale=ar", "de-AT,en;q=0.5", "de"],
  ["locale=<script>", "tr", "tr"],
  [undefined, undefined, "en"],
])("the language the user chose, else the browser's: %s, %s", (cookie, accepted, locale) => {
  expect(chosenLocale({ cookie, "accept-language": accepted })).toBe(locale);
});

it("has the operator's name, and the new one after a change", () => {
  brand = { ...defaultBrand, name: 'Kino "<i>&', version: "a" };
  expect(busyPage("en", "page").body).toContain('<title>Kino "&lt;i&gt;&amp;</title>');
  brand = { ...defaultBrand, name: "سينما", version: "b" };
  expect(busyPage("en", "page").body).toContain('<b dir="auto">سينما</b>');
  brand = defaultBrand;
  expect(busyPage("en", "page").body).toContain(`<title>${defaultBrand.name}</title>`);
});

import { describe, expect, test } from "vitest";
import { inLanguage, requestLanguage, visitCookie, withoutLanguage } from "./request-language.ts";

const at = (path: string, cookie = "") =>
  new Request(`https://matinee.test${path}`, { headers: { Cookie: cookie, "Accept-Language": "ko" } });

describe("the language of a page", () => {
  test.each([
    ["/", "", "en"],
    ["/?lang=de", "", "de"],
    ["/?lang=de", "locale=ja", "de"],
    ["/", "locale=ja; lang=de", "ja"],
    ["/", "lang=de", "de"],
    ["/video/a-film/2?lang=zh", "", "zh-hans"],
    ["/page/search?list=new&lang=ar", "", "ar"],
    ["/?lang=tlh", "locale=ja", "ja"],
    ["/?lang=de-AT", "", "en"],
    ["/?lang=__proto__", "", "en"],
    ["/?lang=de&lang=ja", "", "de"],
    // An admin's form has a field of that name.
    ["/z/page/movie/detail/a-film?lang=de", "locale=ja", "ja"],
    ["/profile?lang=de", "", "en"],
  ])("%s with '%s' is %s", (path, cookie, locale) => {
    expect(requestLanguage(at(path, cookie))).toBe(locale);
  });

  test("is kept for the visit of who has chosen none, and of no one else", () => {
    expect(visitCookie(at("/?lang=de"), true)).toBe("lang=de; Path=/; SameSite=Lax; HttpOnly; Secure");
    expect(visitCookie(at("/?lang=de", "locale=ja"), true)).toBeNull();
    expect(visitCookie(at("/?lang=de%0d%0aX: y"), true)).toBeNull();
    expect(visitCookie(at("/profile?lang=de"), true)).toBeNull();
    expect(visitCookie(at("/"), true)).toBeNull();
  });
});

test("an address in a language, and without one", () => {
  expect(inLanguage("https://matinee.test/page/text?key=terms", "zh-hant")).toBe(
    "https://matinee.test/page/text?key=terms&lang=zh-hant",
  );
  expect(inLanguage("https://matinee.test/?lang=de", "en")).toBe("https://matinee.test/");
  expect(withoutLanguage("/page/text?lang=de&key=terms#top")).toBe("/page/text?key=terms#top");
  expect(withoutLanguage("/page/text?key=terms")).toBe("/page/text?key=terms");
});

test("of a service in another language, addresses without one are in that one", () => {
  expect(requestLanguage(at("/"), "de")).toBe("de");
  expect(requestLanguage(at("/?lang=en"), "de")).toBe("en");
  expect(requestLanguage(at("/", "locale=ja"), "de")).toBe("ja");
  expect(inLanguage("https://matinee.test/?lang=de", "de", "de")).toBe("https://matinee.test/");
  expect(inLanguage("https://matinee.test/", "en", "de")).toBe("https://matinee.test/?lang=en");
});

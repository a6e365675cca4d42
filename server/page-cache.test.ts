import { describe, expect, test } from "vitest";
import { createPageCache, sharedPageKey, type CachedPage } from "./page-cache.ts";

const page = (html: string): CachedPage => ({ status: 200, headers: [], html });

test("a page is rendered once for all who come within the time, then anew", async () => {
  let now = 0;
  let rendered = 0;
  const cache = createPageCache({ freshMs: 10, now: () => now });
  const get = () => cache.get("/", async () => page(String(++rendered)));
  expect((await Promise.all([get(), get()])).map((one) => one?.html)).toEqual(["1", "1"]);
  now = 9;
  expect((await get())?.html).toBe("1");
  now = 10;
  expect((await get())?.html).toBe("2");
});

test("what may not be shared, and what fails, is not kept", async () => {
  const cache = createPageCache();
  expect(await cache.get("/", async () => null)).toBeNull();
  await expect(cache.get("/", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect((await cache.get("/", async () => page("there")))?.html).toBe("there");
});

describe("a page is shared", () => {
  const key = (headers: Record<string, string> = {}, url = "https://matinee.test/", method = "GET") =>
    sharedPageKey(new Request(url, { method, headers }), {
      origin: "https://matinee.test",
      device: "mobile",
    });

  test("by visitors without a session, apart by language, device and host", () => {
    expect(key()).not.toBeNull();
    expect(key({ Cookie: "locale=de" })).not.toBe(key());
    expect(key({ Cookie: "locale=de; device=tablet" })).not.toBeNull();
    expect(key({ Cookie: "device=tablet", "Accept-Language": "de" })).not.toBe(
      key({ Cookie: "device=tablet" }),
    );
    // The page offers the browser's language, until one is chosen.
    expect(key({ "Accept-Language": "de" })).not.toBe(key());
    expect(key({ "Accept-Language": "de-AT,en;q=0.5" })).toBe(key({ "Accept-Language": "de" }));
    expect(key({ "Accept-Language": "en-GB,de;q=0.5" })).toBe(key());
    expect(key({ "Accept-Language": "tlh" })).toBe(key());
    expect(key({ "Accept-Language": "de", Cookie: "locale=en" })).toBe(key({ Cookie: "locale=en" }));
    expect(key()).not.toBe(
      sharedPageKey(new Request("https://matinee.test/"), {
        origin: "https://matinee.test",
        device: "desktop",
      }),
    );
  });

  test("apart by the language that an address names, and by no other value of it", () => {
    const at = (search: string, headers = {}) => key(headers, `https://matinee.test/${search}`);
    expect(at("?lang=de")).not.toBeNull();
    expect(at("?lang=de")).not.toBe(at(""));
    expect(at("?lang=de")).not.toBe(at("?lang=ja"));
    expect(at("", { Cookie: "lang=de" })).not.toBe(at("", { Cookie: "locale=de" }));
    for (const search of ["?lang=tlh", "?lang=DE", "?lang=de&x=1", "?lang=de&lang=ja", "?Lang=de", "?", "?x"])
      expect(at(search)).toBeNull();
  });

  test.each([
    ["a session", { Cookie: "matinee=abc" }],
    ["a session and a language", { Cookie: "locale=de; __Host-matinee=abc" }],
    ["a tablet's cookie and a session", { Cookie: "device=tablet; matinee=abc" }],
    ["any other cookie", { Cookie: "flash=hello" }],
    ["a token", { Authorization: "Bearer x" }],
  ])("never with %s", (_what, headers) => expect(key(headers)).toBeNull());

  test("never with a query, nor when something is written", () => {
    expect(key({}, "https://matinee.test/?_token=x")).toBeNull();
    expect(key({}, "https://matinee.test/?")).toBeNull();
    expect(key({}, "https://matinee.test/", "POST")).toBeNull();
  });
});

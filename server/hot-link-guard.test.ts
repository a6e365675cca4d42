import { describe, expect, it } from "vitest";
import { isHotLink } from "./hot-link-guard.ts";
import { sessionOf } from "./session-of.ts";

const origin = "https://matinee.example";
const token = "A".repeat(43);

describe("isHotLink", () => {
  it.each([
    ["a page of ours", { "sec-fetch-site": "same-origin" }, false],
    ["an address typed in", { "sec-fetch-site": "none" }, false],
    ["a page of the same domain", { "sec-fetch-site": "same-site" }, false],
    ["another site", { "sec-fetch-site": "cross-site" }, true],
    ["another site that hides its address", { "sec-fetch-site": "cross-site", referer: `${origin}/` }, true],
    ["an old browser on a page of ours", { referer: `${origin}/video/x` }, false],
    ["an old browser, told http by a proxy", { referer: "http://matinee.example/" }, false],
    ["an old browser on another site", { referer: "https://elsewhere.example/matinee.example" }, true],
    ["a page whose name begins like ours", { referer: "https://matinee.example.evil.test/" }, true],
    ["what is no address", { referer: "about:blank" }, true],
    ["no address", { referer: "" }, false],
    ["a player outside of browsers", {}, false],
  ] as [string, Record<string, string>, boolean][])("%s", (_who, headers, expected) => {
    expect(isHotLink({ path: "/media/1.v-.x/a/b", headers: new Headers(headers), origin })).toBe(expected);
  });

  it.each([
    ["/media/tk3q.cw-abc.signature/film/master.m3u8", false],
    ["/media/tk3q.cv-.signature/film/master.m3u8", false],
    ["/media/tk3q.w-abc.signature/film/master.m3u8", true],
    ["/media/tk3q.w-cw-abc.signature/film/master.m3u8", true],
    ["/media/a/b.cw-/master.m3u8", true],
    ["/play/cw-film/1", true],
  ])("lets the page of a receiver have %s: %s", (path, expected) => {
    const headers = new Headers({ "sec-fetch-site": "cross-site" });
    expect(isHotLink({ path, headers, origin })).toBe(expected);
  });
});

describe("sessionOf", () => {
  it.each([
    [`__Host-matinee=${token}`, origin, token],
    [`locale=de; __Host-matinee=${token}; x=y`, origin, token],
    [`matinee=${token}`, origin, null],
    [`matinee=${token}`, "http://127.0.0.1:3000", token],
    [`__Host-matinee=short`, origin, null],
    [`__Host-matinee-guest=${token}`, origin, token],
    [`matinee-guest=${"g".repeat(43)}; matinee=${token}`, "http://127.0.0.1:3000", token],
    [`x__Host-matinee=${token}`, origin, null],
    [null, origin, null],
  ])("%s on %s", (cookies, site, expected) => expect(sessionOf(cookies, site)).toBe(expected));
});

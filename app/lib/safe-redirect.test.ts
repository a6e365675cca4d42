import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

describe("safeRedirect", () => {
  it.each([
    ["/", "/"],
    ["/my-list", "/my-list"],
    ["/video/salt-road/2?from=home#top", "/video/salt-road/2?from=home#top"],
    ["/page/text?key=a%2Fb", "/page/text?key=a%2Fb"],
    ["/a/../b", "/b"],
  ])("keeps %s", (to, expected) => {
    expect(safeRedirect(to)).toBe(expected);
  });

  it.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "my-list",
    "",
    " /",
    `/${"a".repeat(3_000)}`,
    null,
    undefined,
    7,
  ])("refuses %j", (to) => {
    expect(safeRedirect(to, "/home")).toBe("/home");
  });

  it("never leaves the site, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `/${text}`),
          fc.webUrl(),
        ),
        (to) => {
          const target = new URL(safeRedirect(to), "https://matinee.example/page/login");
          expect(target.origin).toBe("https://matinee.example");
        },
      ),
    );
  });
});

import { describe, expect, it } from "vitest";
import { readCookie } from "./cookie.ts";
import { clearSession, commitSession, readSession } from "./session-cookie.server.ts";

const token = "abc_-".repeat(8) + "xyz";
const request = (cookie: string) => new Request("http://site.example/", { headers: { Cookie: cookie } });

describe("readCookie", () => {
  it.each([
    ["locale=de", "de"],
    ["a=1; locale=zh-hant; b=2", "zh-hant"],
    [" locale = ja ", "ja"],
    ["locale=%C3%A9", "é"],
    ["xlocale=de", undefined],
    ["locale", undefined],
    ["locale=%E0%A4%A", undefined],
    ["", undefined],
    [null, undefined],
  ])("reads %j", (header, expected) => {
    expect(readCookie(header, "locale")).toBe(expected);
  });
});

describe("session cookie", () => {
  it("is bound to the host over https", () => {
    expect(commitSession("https://m.example", token)).toBe(
      `__Host-matinee=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure`,
    );
    expect(commitSession("http://localhost:3000", token)).toBe(
      `matinee=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000`,
    );
    expect(clearSession("https://m.example")).toContain("__Host-matinee=; ");
    expect(clearSession("https://m.example")).toContain("Max-Age=0");
  });

  it("is read back under the name of its scheme alone", () => {
    expect(readSession(request(`matinee=${token}`), "http://localhost")).toBe(token);
    expect(readSession(request(`matinee=${token}`), "https://m.example")).toBeNull();
    expect(readSession(request(`__Host-matinee=${token}`), "https://m.example")).toBe(token);
  });

  it.each(["short", `${token}x`, `${token.slice(1)}!`, ""])("holds tokens only: %j", (value) => {
    expect(readSession(request(`matinee=${value}`), "http://localhost")).toBeNull();
    expect(() => commitSession("http://localhost", value)).toThrow(RangeError);
  });
});

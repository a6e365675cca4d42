import { describe, expect, it } from "vitest";
import { readCookie } from "./cookie.ts";
import { forgetSession, keepSession, readSession, sessionAfter } from "./session-cookie.server.ts";

const token = "abc_-".repeat(8) + "xyz";
const set = (write: (headers: Headers) => void) => {
  const headers = new Headers();
  write(headers);
  return headers.getSetCookie();
};
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
    expect(set((headers) => keepSession(headers, "https://m.example", { token, guest: false }))).toEqual([
      `__Host-matinee=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure`,
      `__Host-matinee-guest=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`,
    ]);
    expect(set((headers) => keepSession(headers, "http://localhost:3000", { token, guest: true }))).toEqual([
      `matinee-guest=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000`,
    ]);
    expect(set((headers) => forgetSession(headers, "https://m.example"))).toEqual([
      `__Host-matinee=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`,
      `__Host-matinee-guest=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`,
    ]);
  });

  it("of a member counts before a guest's, in what a browser sends and in what an answer leaves it with", () => {
    const [member, guest] = ["m".repeat(43), "g".repeat(43)];
    const both = request(`matinee-guest=${guest}; matinee=${member}`);
    expect(readSession(both, "http://localhost")).toBe(member);
    expect(readSession(request(`matinee-guest=${guest}`), "http://localhost")).toBe(guest);
    const late = new Headers();
    keepSession(late, "http://localhost", { token: guest, guest: true });
    expect(sessionAfter(request(`matinee=${member}`), "http://localhost", late).token).toBe(member);
    expect(sessionAfter(request(""), "http://localhost", late).token).toBe(guest);
    const out = new Headers();
    forgetSession(out, "http://localhost");
    expect(sessionAfter(both, "http://localhost", out).token).toBeNull();
  });

  it("is read back under the name of its scheme alone", () => {
    expect(readSession(request(`matinee=${token}`), "http://localhost")).toBe(token);
    expect(readSession(request(`matinee=${token}`), "https://m.example")).toBeNull();
    expect(readSession(request(`__Host-matinee=${token}`), "https://m.example")).toBe(token);
  });

  it.each(["short", `${token}x`, `${token.slice(1)}!`, ""])("holds tokens only: %j", (value) => {
    expect(readSession(request(`matinee=${value}`), "http://localhost")).toBeNull();
    expect(() => keepSession(new Headers(), "http://localhost", { token: value, guest: false })).toThrow(
      RangeError,
    );
  });
});

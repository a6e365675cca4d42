import { expect, test } from "vitest";
import { deviceOf, isTelevision, televisionCookie } from "./device.ts";

const of = (agent: string, { path = "/", cookie = "" } = {}) =>
  isTelevision({
    url: `https://matinee.example${path}`,
    headers: new Headers({ "User-Agent": agent, ...(cookie && { Cookie: cookie }) }),
  });

const desktop = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36";

test.each([
  "Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 Version/6.0 TV Safari/537.36",
  "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/108.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH2) AppleWebKit/537.36 Chrome/120.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 Silk/120 like Chrome/120 Safari/537.36",
  "Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 CrKey/1.56",
])("a television by its agent: %s", (agent) => expect(of(agent)).toBe(true));

test.each([
  desktop,
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1",
  "",
])("no television: %s", (agent) => expect(of(agent)).toBe(false));

test("the address decides before the cookie, and the cookie before the agent", () => {
  expect(of(desktop, { path: "/?tv=1" })).toBe(true);
  expect(of(desktop, { cookie: "locale=ar; tv=1" })).toBe(true);
  expect(of(desktop, { path: "/?tv=0", cookie: "tv=1" })).toBe(false);
  expect(of("CrKey", { cookie: "tv=0" })).toBe(false);
  expect(of(desktop, { path: "/?tv=2" })).toBe(false);
  expect(of(desktop, { path: "/page/search?q=tv=1" })).toBe(false);
});

test("the address's choice is remembered; another address has none", () => {
  expect(televisionCookie("https://matinee.example/?tv=1", true)).toBe(
    "tv=1; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure",
  );
  expect(televisionCookie("http://127.0.0.1/?tv=0", false)).toMatch(/^tv=0; (?!.*Secure)/);
  expect(televisionCookie("https://matinee.example/?tv=x%0d%0a", true)).toBeNull();
  expect(televisionCookie("https://matinee.example/", true)).toBeNull();
});

test("no more than the beginning of a long agent is read", () => {
  const long = " ".repeat(64 * 1024);
  expect(of(`x${long}CrKey`)).toBe(false);
  expect(deviceOf(new Headers({ "User-Agent": `x${long}iPhone` }))).toBe("desktop");
});

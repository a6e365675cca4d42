import { expect, test } from "vitest";
import { isKept, pageOfData, planFor, type Plan } from "./plan.ts";

const origin = "https://matinee.test";
type More = { method?: string; mode?: string; headers?: Record<string, string>; origin?: string };
const form = {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" },
};

test.each<[Plan, string, More]>([
  ["document", "/", { mode: "navigate" }],
  ["document", "/video/m1/2?t=3", { mode: "navigate" }],
  ["data", "/my-list.data", {}],
  ["data", "/_root.data?_routes=routes%2Fuser%2Fhome", {}],
  ["discovery", "/__manifest?p=%2Fmy-list&version=1", {}],
  ["build-file", "/assets/root-abc.js", {}],
  ["picture", "/artwork/m1/poster-240.webp?v=2", {}],
  ["write", "/session", { method: "POST", headers: { "Content-Type": "application/json" } }],
  ["write", "/profile.data", form],
  ["write", "/page/login", { ...form, mode: "navigate" }],
  [
    "pass",
    "/z/page/movie/detail/1",
    { method: "POST", headers: { "Content-Type": "multipart/form-data; boundary=x" } },
  ],
  ["pass", "/media/1.s-u.abc/m1-1/master.m3u8", {}],
  ["pass", "/media/1.s-u.abc/m1-1/240/1.m4s", {}],
  ["pass", "/play/m1/1", { mode: "navigate" }],
  ["pass", "/api/progress/save", { method: "POST", headers: { "Content-Type": "application/json" } }],
  ["pass", "/api/config", {}],
  ["pass", "/oss/form", {}],
  ["pass", "/readyz", { mode: "navigate" }],
  ["pass", "/assets/film.mp4", { headers: { Range: "bytes=0-1" } }],
  ["pass", "/artwork/m1/poster-240.webp", { headers: { Range: "bytes=0-1" } }],
  ["pass", "/entry.worker.js", {}],
  ["pass", "/assets/root-abc.js", { origin: "https://cdn.test" }],
])("%s: %s %o", (plan, path, { method = "GET", mode = "cors", headers = {}, origin: asked = origin }) => {
  const request = { url: asked + path, method, mode: mode as RequestMode, headers: new Headers(headers) };
  expect(planFor(request, origin)).toBe(plan);
});

test("a name that only begins like one that is passed is a page", () => {
  const request = {
    url: `${origin}/playlists`,
    method: "GET",
    mode: "navigate" as const,
    headers: new Headers(),
  };
  expect(planFor(request, origin)).toBe("document");
});

test.each([
  ["/_root.data", "/", true],
  ["/my-list.data", "/my-list", true],
  ["/my-list/history.data", "/my-list/history", true],
  ["/page/login.data", "/page/login", false],
  ["/video/m1.data", "/video/m1", false],
])("%s is the data of %s, kept: %s", (data, page, kept) => {
  expect(pageOfData(data)).toBe(page);
  expect(isKept(page)).toBe(kept);
});

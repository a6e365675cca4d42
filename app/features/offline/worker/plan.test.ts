import { expect, test } from "vitest";
import { keptPathOf, pageOfData, planFor, type Plan } from "./plan.ts";

const origin = "https://matinee.test";
type More = { method?: string; mode?: string; headers?: Record<string, string>; origin?: string };
const form = {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" },
};

test.each<[Plan, string, More]>([
  ["document", "/", { mode: "navigate" }],
  ["document", "/video/m1/2?t=3", { mode: "navigate" }],
  ["offline-copy", "/kept/AAAAAAAAAAAAAAAAAAAAAA/v240/seg_00000.m4s", { headers: { Range: "bytes=0-" } }],
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
  ["/_root.data", "/", "/"],
  ["/my-list.data", "/my-list", "/my-list"],
  ["/my-list.data?kind=film", "/my-list", "/my-list"],
  ["/my-list.data?list=downloads&_routes=x", "/my-list", "/my-list?list=downloads"],
  ["/my-list/history.data", "/my-list/history", "/my-list/history"],
  ["/page/login.data", "/page/login", null],
  ["/video/m1.data", "/video/m1", null],
])("%s is the data of %s, kept as %s", (data, page, kept) => {
  const url = new URL(data, origin);
  expect(pageOfData(url.pathname)).toBe(page);
  expect(keptPathOf(new URL(page + url.search, origin))).toBe(kept);
});

import { beforeEach, expect, test } from "vitest";
import type { CopyFiles } from "../copy-files.ts";
import { unknownTime, type LicenceClock } from "../licence-clock.ts";
import type { Download } from "../protocol.ts";
import type { DownloadStore } from "../store.ts";
import { createOfflineCopies } from "./offline-copies.ts";

const licence = "A".repeat(22);
const origin = "https://matinee.test";
const expiresAt = Date.UTC(2027, 0, 31);
let download: Download;
let clock: LicenceClock;
let deviceNow: number;
const files: Record<string, string> = {
  "page.html": "<p>the page",
  "page.data": "the data",
  "master.m3u8": "#EXTM3U",
  "v360/seg_00000.m4s": "0123456789",
  "poster.webp": "picture",
};
const copies = {
  read: async (asked: string, path: string) =>
    asked === licence && path in files ? new Response(files[path]) : undefined,
  licences: async () => [licence],
} as Partial<CopyFiles> as CopyFiles;
const store = {
  all: async () => [download],
  get: async (key: string) => (key === download.key ? download : undefined),
  clock: async () => clock,
  setClock: async (next: LicenceClock) => void (clock = next),
} as Partial<DownloadStore> as DownloadStore;
const kept = createOfflineCopies(store, copies, () => deviceNow);

beforeEach(() => {
  clock = unknownTime;
  deviceNow = Date.UTC(2027, 0, 1);
  download = {
    key: "film/1",
    licence,
    mark: "anna",
    state: "ready",
    expiresAt,
    path: "/video/film",
  } as Download;
});

const ask = (path: string, { mark = "anna" as string | null, headers = {}, method = "GET" } = {}) =>
  kept.file(new Request(`${origin}/kept/${path}`, { headers, method }), mark);
const segment = `${licence}/v360/seg_00000.m4s`;

test("files are answered whole, in parts, and by their length alone", async () => {
  const whole = await ask(segment);
  expect([whole.status, await whole.text(), whole.headers.get("Content-Length")]).toEqual([
    200,
    "0123456789",
    "10",
  ]);
  const part = await ask(segment, { headers: { Range: "bytes=2-4" } });
  expect([part.status, await part.text(), part.headers.get("Content-Range")]).toEqual([
    206,
    "234",
    "bytes 2-4/10",
  ]);
  const none = await ask(segment, { headers: { Range: "bytes=10-" } });
  expect([none.status, none.headers.get("Content-Range")]).toEqual([416, "bytes */10"]);
  const head = await ask(segment, { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("Content-Length")]).toEqual([200, "", "10"]);
});

test.each([
  ["another person", segment, { mark: "bert" }, 404],
  ["another profile of the session", segment, { mark: "anna.kim" }, 404],
  ["an unknown user", segment, { mark: null }, 404],
  ["a file there is not", `${licence}/v720/seg_00000.m4s`, {}, 404],
  ["another licence", `${"B".repeat(22)}/master.m3u8`, {}, 404],
  ["the page, which is answered at its own address", `${licence}/page.html`, {}, 404],
] as const)("%s: nothing", async (_what, path, options, status) => {
  expect((await ask(path, options)).status).toBe(status);
});

test("half a film can't be watched; its picture can be seen", async () => {
  download.state = "loading";
  expect((await ask(segment)).status).toBe(404);
  expect((await ask(`${licence}/poster.webp`)).status).toBe(200);
});

test("an expired licence plays nothing, also with the clock set back; one that has ended neither", async () => {
  const playlist = () => ask(`${licence}/master.m3u8`).then(({ status }) => status);
  expect(await playlist()).toBe(200);
  deviceNow = expiresAt;
  expect(await playlist()).toBe(403);
  deviceNow = Date.UTC(2026, 0, 1);
  expect(await playlist()).toBe(403);
  download.expiresAt += 86_400_000;
  expect(await playlist()).toBe(200);
  download.state = "ended";
  expect(await playlist()).toBe(403);
  expect((await ask(segment)).status).toBe(403);
});

test("the page and its data, to whom they belong, at the address they were made for", async () => {
  const page = async (path: string, mark: string | null = "anna") => {
    const answer = await kept.page(new URL(path, origin), mark);
    return answer && (answer.headers.get("Location") ?? (await answer.text()));
  };
  expect(await page("/video/film")).toBe("<p>the page");
  expect(await page("/video/film?kept=x&rendition=360p")).toBe("<p>the page");
  expect(await page("/video/film.data?_routes=x")).toBe("the data");
  expect(await page("/video/film/1")).toBe(`${origin}/video/film`);
  expect(await page("/video/film/2")).toBeUndefined();
  expect(await page("/video/film", "bert")).toBeUndefined();
  expect(await page("/video/film", "anna.kim")).toBeUndefined();
  expect(await page("/video/film", null)).toBeUndefined();
  expect(await page("/profile")).toBeUndefined();
  download.state = "paused";
  expect(await page("/video/film")).toBeUndefined();
});

import type { Location, Navigation } from "@remix-run/react";
import { expect, test } from "vitest";
import routes from "../routes.ts";
import { targetOf } from "./navigation-target.ts";
import { outlineOf, outlines, sharedShell } from "./pending-page.ts";

type Entry = { path?: string; index?: boolean; file: string; children?: Entry[] };

/** Paths of the pages below one of these files. */
function pathsBelow(entries: Entry[], base = ""): { path: string; file: string }[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${base}/${entry.path}` : base;
    return entry.children ? pathsBelow(entry.children, path) : [{ path: path || "/", file: entry.file }];
  });
}

test("each page of the user has an outline, and there is none for a page that does not exist", () => {
  const users = pathsBelow(routes as Entry[]).filter(
    ({ path, file }) => /^routes\/(user|page|video|test)/.test(file) && path !== "/*",
  );
  expect(Object.keys(outlines).sort()).toEqual(users.map(({ path }) => path).sort());
});

test("a page's outline is found by its address", () => {
  const shapeOf = (address: string) => outlineOf(new URL(address, "http://host"))?.shape;
  expect(shapeOf("/video/some-film")).toBe("watch");
  expect(shapeOf("/video/some-film/3")).toBe("watch");
  expect(shapeOf("/page/search?q=sea")).toBe("search");
  expect(shapeOf("/page/search?list=new")).toBe("list");
  expect(shapeOf("/my-list/history")).toBe("history");
  for (const none of ["/z", "/nowhere", "/video", "/video/a/2/b", "/page"])
    expect(shapeOf(none)).toBeUndefined();
});

test("an outline stands in the innermost shell of both pages", () => {
  const between = (from: string, to: string) => {
    const find = (pathname: string) => outlineOf({ pathname, search: "" });
    return sharedShell(find(from), find(to)!);
  };
  expect(between("/", "/profile")).toBe("user");
  expect(between("/my-list", "/my-list/history")).toBe("my-list");
  expect(between("/profile", "/my-list")).toBe("user");
  expect(between("/page/about", "/page/text")).toBe("page");
  expect(between("/", "/page/search")).toBeNull();
  expect(between("/video/a", "/video/b")).toBeNull();
  expect(between("/nowhere", "/")).toBeNull();
});

test("the target is a link's, until its page is on the screen; a form has none", () => {
  const location = (key: string) => ({ key, pathname: `/${key}` }) as Location;
  const state = (at: string, navigation: object) => ({
    location: location(at),
    navigation: navigation as Navigation,
  });
  const link = location("profile");
  const loading = { state: "loading", location: link };
  expect(targetOf(state("home", loading), null)).toBe(link);
  expect(targetOf(state("profile", { state: "idle" }), link)).toBe(link);
  expect(targetOf(state("home", { state: "idle" }), link)).toBeNull();
  expect(targetOf(state("home", { ...loading, formMethod: "POST" }), null)).toBeNull();
  expect(targetOf(state("home", { ...loading, formMethod: "GET" }), null)).toBeNull();
  expect(targetOf(state("home", { state: "submitting", formMethod: "POST" }), link)).toBeNull();
});

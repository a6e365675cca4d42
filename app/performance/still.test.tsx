import type { ContextType } from "react";
import type { UNSAFE_RouteContext as RouteContext } from "react-router-dom";
import { expect, test } from "vitest";
import { isSame } from "./still.tsx";

type Route = ContextType<typeof RouteContext>;
type Match = Route["matches"][number];

const routes = { root: { id: "root" }, video: { id: "video" } } as unknown as Record<string, Match["route"]>;
const match = (fields: Partial<Match> = {}): Match => ({
  route: routes.video!,
  pathname: "/video/comet/2",
  pathnameBase: "/video/comet/2",
  params: { id: "comet", index: "2" },
  ...fields,
});
const root = match({ route: routes.root!, pathname: "/", pathnameBase: "/" });
const routeOf = (...matches: Match[]): Route => ({ outlet: null, matches, isDataRoute: true });

test("another state of the router for the same page is the same to its links", () => {
  const outlet = { type: "p", props: {}, key: null };
  expect(isSame(routeOf(root, match()), { ...routeOf({ ...root }, match()), outlet })).toBe(true);
});

test.each<[string, Route]>([
  ["another route", routeOf(root, match({ route: routes.root! }))],
  ["another path", routeOf(root, match({ pathname: "/video/comet/3" }))],
  ["another base", routeOf(root, match({ pathnameBase: "/video" }))],
  ["another parameter", routeOf(root, match({ params: { id: "comet", index: "3" } }))],
  ["a parameter less", routeOf(root, match({ params: { id: "comet" } }))],
  ["a parameter more", routeOf(root, match({ params: { id: "comet", index: "2", part: "x" } }))],
  ["a match less", routeOf(root)],
  ["a router without data", { ...routeOf(root, match()), isDataRoute: false }],
])("%s is not", (_what, other) => {
  expect(isSame(routeOf(root, match()), other)).toBe(false);
  expect(isSame(other, routeOf(root, match()))).toBe(false);
});

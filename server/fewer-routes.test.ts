import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { createPageHandler, createRouteChoice } from "./fewer-routes.ts";

const routes = {
  root: { id: "root", path: "" },
  shell: { id: "shell", parentId: "root" },
  home: { id: "home", parentId: "shell", index: true },
  video: { id: "video", parentId: "root", path: "video/:id" },
  episode: { id: "episode", parentId: "video", path: ":index" },
  z: { id: "z", parentId: "root", path: "z/page" },
  users: { id: "users", parentId: "z", path: "user" },
  user: { id: "user", parentId: "z", path: "user/:uid" },
  rest: { id: "rest", parentId: "root", path: "*" },
} as unknown as ServerBuild["routes"];

test.each([
  ["/", ["root", "shell", "home"]],
  // The catch-all route answers /z, which is a parent too.
  ["/z/page/user/1", ["root", "z", "user", "shell", "home", "users", "rest"]],
  ["/video/a/2", ["root", "video", "episode", "shell", "home", "rest"]],
  ["/nowhere", ["root", "rest", "shell", "home"]],
  ["/%E0%A4%A", ["root", "rest", "shell", "home"]],
  [`/${"long/".repeat(100)}`, ["root", "rest", "shell", "home"]],
])("%s has the routes of its matches and of its parents", (path, left) => {
  const choose = createRouteChoice(routes);
  expect(choose(path)?.toSorted()).toEqual(left.toSorted());
  expect(choose(path)?.toSorted()).toEqual(left.toSorted());
});

test("a path without a route has none", () => {
  const { rest: _rest, ...others } = routes;
  expect(createRouteChoice(others)("/nowhere/at/all")).toBeNull();
});

const answering = {
  mode: "production",
  future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
  assets: { version: "1", routes: { root: { id: "root" }, one: { id: "one" }, two: { id: "two" } } },
  entry: { module: {} },
  routes: {
    root: { id: "root", path: "", module: {} },
    one: { id: "one", parentId: "root", path: "one", module: { loader: () => new Response("first") } },
    two: { id: "two", parentId: "root", path: "two", module: { loader: () => new Response("second") } },
  },
} as unknown as ServerBuild;

test("each path is answered by its route, and the manifest names routes of any path", async () => {
  const handle = createPageHandler(answering, "production");
  const ask = (path: string) => handle(new Request(`http://127.0.0.1${path}`));
  expect(await (await ask("/one")).text()).toBe("first");
  expect(await (await ask("/two?x=1")).text()).toBe("second");
  expect(await (await ask("/one")).text()).toBe("first");
  const manifest = await ask("/__manifest?version=1&p=/one&p=/two");
  expect(Object.keys((await manifest.json()) as object)).toEqual(expect.arrayContaining(["one", "two"]));
});

import type { EntryContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { withFewerRoutes } from "./fewer-routes.ts";

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
};

/** The names of the routes that are left for a page with these matches. */
function leftFor(pathname: string, matched: string[]): string[] {
  const manifest = { version: "1", routes };
  const matches = matched.map((id) => ({ route: { id } }));
  const entry = { manifest, staticHandlerContext: { matches, location: { pathname } } };
  const fewer = withFewerRoutes(entry as unknown as EntryContext);
  expect(fewer.staticHandlerContext).toBe(entry.staticHandlerContext);
  expect(fewer.manifest.version).toBe("1");
  return Object.keys(fewer.manifest.routes);
}

test.each([
  ["/", ["root", "shell", "home"], ["root", "shell", "home"]],
  // The catch-all route answers /z, which is a parent too.
  ["/z/page/user/1", ["root", "z", "user"], ["root", "shell", "home", "z", "users", "user", "rest"]],
  ["/video/a/2", ["root", "video", "episode"], ["root", "shell", "home", "video", "episode", "rest"]],
  ["/nowhere", ["root", "rest"], ["root", "shell", "home", "rest"]],
  ["/%E0%A4%A", ["root"], ["root", "shell", "home"]],
])("%s keeps the routes of its matches and of its parents", (path, matched, left) => {
  expect(leftFor(path, matched)).toEqual(left);
  expect(leftFor(path, matched)).toEqual(left);
});

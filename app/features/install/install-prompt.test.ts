import { expect, test } from "vitest";
import { next, type InstallEvent, type InstallState } from "./install-prompt.ts";

test.each<[string, InstallState, InstallEvent, InstallState]>([
  ["hidden, to offer shown on the install prompt event", 0, "offered", 1],
  ["offer shown, to installing on acceptance", 1, "accepted", 2],
  ["offer shown, to hidden on cancel", 1, "cancelled", 0],
  ["offer shown, to hidden when the app is installed another way", 1, "installed", 0],
  ["installing, to hidden when the app is installed", 2, "installed", 0],
  ["installing, to hidden on cancel", 2, "cancelled", 0],
  ["hidden stays hidden on acceptance", 0, "accepted", 0],
  ["hidden stays hidden on cancel", 0, "cancelled", 0],
  ["hidden stays hidden when the app is installed", 0, "installed", 0],
  ["offer shown stays on another prompt event", 1, "offered", 1],
  ["installing stays on another prompt event", 2, "offered", 2],
  ["installing stays on a second acceptance", 2, "accepted", 2],
])("%s", (_, before, event, after) => {
  expect(next(before, event)).toBe(after);
});

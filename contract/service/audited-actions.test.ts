import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { calls } from "../index.ts";
import { locales } from "../locales.ts";
import { auditedActions } from "./audited-actions.ts";

/** Writes that change nothing an admin would look for: uploads and checks of files, tests, questions to a provider. */
const unaudited =
  /^z\/(upload\/|import\/(begin|check)$|settings\/test$|brand\/picture$|order\/check$|webhook\/(test|redeliver)$)/;

test("every write of the admin area is an action of the audit log", () => {
  const writes = Object.entries(calls)
    .filter(([name, { method }]) => name.startsWith("z/") && method === "POST" && !unaudited.test(name))
    .map(([name]) => name);
  expect(writes.filter((name) => !(auditedActions as readonly string[]).includes(name))).toEqual([]);
  const known = new Set([...Object.keys(calls), "console"]);
  expect(auditedActions.filter((name) => !known.has(name))).toEqual([]);
});

test.each(locales)("every action has words in %s", (locale) => {
  const pack = JSON.parse(readFileSync(`locales/${locale}/admin.json`, "utf8")) as {
    admin: { action: Record<string, string> };
  };
  expect(Object.keys(pack.admin.action).sort()).toEqual(
    auditedActions.map((name) => name.replace(/^z\//, "")).sort(),
  );
});

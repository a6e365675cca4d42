import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { settingDefaults, settingFields, settingGroups, settingKeys, settingValues } from "./settings.ts";

const { admin } = JSON.parse(readFileSync("locales/en/admin.json", "utf8")) as {
  admin: Record<string, Record<string, string>>;
};

test("every default is valid", () => {
  expect(settingValues.parse(settingDefaults)).toEqual(settingDefaults);
});

test("every setting is in one group, and has its texts", () => {
  expect(settingGroups.flatMap(([, keys]) => keys)).toEqual(settingKeys);
  const options = Object.values<z.ZodType>(settingFields).flatMap((field) =>
    field instanceof z.ZodEnum ? field.options.map(String) : [],
  );
  const named = (group: string) => Object.keys(admin[group]!).sort();
  expect(named("setting")).toEqual([...settingKeys].sort());
  expect(named("settingHint")).toEqual([...settingKeys].sort());
  expect(named("settingGroup")).toEqual(settingGroups.map(([group]) => group).sort());
  expect(named("choice")).toEqual([...new Set(options)].sort());
});

test("the manual names the default of downloads", () => {
  const manual = readFileSync("docs/operations.md", "utf8");
  expect(manual).toContain(`\`${settingDefaults.downloads}\` (the default)`);
});

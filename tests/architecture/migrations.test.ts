import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const folder = join(root, "api/db/migrations");
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const { entries } = JSON.parse(read("meta/_journal.json")) as { entries: { tag: string }[] };

test("every migration has its file and its entry", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  expect(files.sort()).toEqual(entries.map(({ tag }) => `${tag}.sql`));
});

test("one snapshot is kept, that of the newest migration, in one line for each table", () => {
  const snapshots = readdirSync(join(folder, "meta")).filter((name) => name.endsWith("_snapshot.json"));
  expect(snapshots, "run `npm run migration`").toEqual([`${entries.at(-1)!.tag.slice(0, 4)}_snapshot.json`]);
  const text = read(`meta/${snapshots[0]}`);
  const { tables } = JSON.parse(text) as { tables: object };
  expect(text.trimEnd().split("\n")).toHaveLength(Object.keys(tables).length + 2);
});

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes the next migration: `npm run migration -- --name <what-for>`, with `--custom` for hand-written SQL. drizzle-kit
 * compares the schema with the snapshot of the newest migration. The older ones have no reader and are removed, and the
 * newest gets one line for each table.
 */
const folder = "api/db/migrations/meta";

const { status } = spawnSync("npx", ["drizzle-kit", "generate", ...process.argv.slice(2)], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

const snapshots = readdirSync(folder)
  .filter((name) => name.endsWith("_snapshot.json"))
  .sort();
for (const name of snapshots.slice(0, -1)) rmSync(join(folder, name));

const newest = join(folder, snapshots.at(-1)!);
const { tables, ...rest } = JSON.parse(readFileSync(newest, "utf8")) as { tables: Record<string, unknown> };
const lines = Object.entries(tables).map(
  ([name, table]) => `${JSON.stringify(name)}:${JSON.stringify(table)}`,
);
writeFileSync(newest, `${JSON.stringify(rest).slice(0, -1)},"tables":{\n${lines.join(",\n")}\n}}\n`);

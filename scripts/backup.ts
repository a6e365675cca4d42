import { parseArgs } from "node:util";
import { CannotStart } from "../server/cannot-start.ts";
import { parseEnv } from "../server/env.ts";
import { makeBackup } from "./backup/make-backup.ts";
import { runCommand } from "./run-command.ts";

/** Backs up the database and the files to a new folder: `npm run backup -- <folder>`. */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) throw new CannotStart("npm run backup -- <new folder>");
  const env = parseEnv(process.env);
  // pg_dump and psql need a session of their own, which a pooler does not keep.
  const DATABASE_URL = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  const { files, bytes, removed } = await makeBackup({ ...env, DATABASE_URL }, folder);
  console.log(`Backed up ${files} files, ${(bytes / 1e6).toFixed(1)} MB, to ${folder}.`);
  if (removed > 0)
    console.log(
      `${removed} files were removed by the service before they could be copied: this file system has no links.`,
    );
}

await runCommand(main, "stop it to make a backup, or set DATABASE_URL.");

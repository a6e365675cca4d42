import { parseArgs } from "node:util";
import { CannotStart } from "../server/cannot-start.ts";
import { parseEnv } from "../server/env.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { runCommand } from "./run-command.ts";

const usage = "npm run restore -- <folder of a backup> [--replace]";

/** Restores a backup: `npm run restore -- <folder>`. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: "boolean", default: false } },
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) throw new CannotStart(usage);
  const env = parseEnv(process.env);
  const DATABASE_URL = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
  const { files, bytes, olderSchema, secret } = await restoreBackup(
    { ...env, DATABASE_URL },
    { folder, ...values },
  );
  console.log(`Restored ${files} files, ${(bytes / 1e6).toFixed(1)} MB, from ${folder}.`);
  if (olderSchema) console.log("Its schema is of an older version: the next start migrates it.");
  if (!secret && !env.SESSION_SECRET)
    console.log("The backup has no secret: set the SESSION_SECRET that it was made with.");
}

await runCommand(main, "stop it to restore a backup.");

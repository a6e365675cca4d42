import { openDatabase } from "../api/db/client.ts";
import { parseEnv } from "../server/env.ts";
import { runCommand } from "./run-command.ts";

/** Migrates the database to this version's schema, and says what it did: `npm run migrate`. */
async function main(): Promise<void> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATA_DIR: dataDir } = parseEnv(process.env);
  let count = 0;
  const onMigrated = (tag: string) => {
    count += 1;
    console.log(`Applied ${tag}.`);
  };
  const database = await openDatabase({ url, directUrl, dataDir, onWait: console.error, onMigrated });
  await database.close();
  if (count === 0) console.log("The schema is up to date.");
}

await runCommand(main, "stop it to migrate.");

import { openDatabase } from "../api/db/client.ts";
import { DirectoryInUse } from "../api/db/directory-lock.ts";
import { explainStart } from "../server/cannot-start.ts";
import { parseEnv } from "../server/env.ts";

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

try {
  await main();
  process.exit(0);
} catch (error) {
  const why =
    error instanceof DirectoryInUse
      ? "The embedded database belongs to the running server: stop it to migrate."
      : explainStart(error);
  process.stderr.write(`matinee: ${why}\n`);
  process.exit(1);
}

import { parseArgs } from "node:util";
import { DirectoryInUse } from "../api/db/directory-lock.ts";
import { moveDatabase } from "../api/db/move/move-database.ts";
import { isDatabaseAway } from "../api/db/fault.ts";
import { CannotStart, explainStart } from "../server/cannot-start.ts";
import { parseEnv } from "../server/env.ts";

/** Copies the embedded database to PostgreSQL: `npm run db:move -- --to postgres://…`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { to: { type: "string" } } });
  const { DATA_DIR: dataDir, DATABASE_URL, DATABASE_DIRECT_URL } = parseEnv(process.env);
  const url = values.to ?? DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (!url || !/^postgres(ql)?:\/\//.test(url))
    throw new CannotStart("npm run db:move -- --to postgres://…, or with DATABASE_URL");
  let sum = 0;
  const onTable = (name: string, rows: number) => {
    sum += rows;
    if (rows > 0) console.log(`${name}: ${rows} rows, the same in both`);
  };
  await moveDatabase({ dataDir, url, onTable, onWait: console.error });
  console.log(`Moved ${sum} rows. Set DATABASE_URL and start; the files stay in ${dataDir}.`);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  let why = explainStart(error);
  if (error instanceof DirectoryInUse)
    why = "The embedded database belongs to the running server: stop it to move the database.";
  else if (isDatabaseAway(error))
    why = "The connection to the target was lost: nothing was moved. Run it again.";
  process.stderr.write(`matinee: ${why}\n`);
  process.exit(1);
}

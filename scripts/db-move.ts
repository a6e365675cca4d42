import { parseArgs } from "node:util";
import { moveDatabase } from "../api/db/move/move-database.ts";
import { isDatabaseAway } from "../api/db/fault.ts";
import { CannotStart, explainStart } from "../server/cannot-start.ts";
import { parseEnv } from "../server/env.ts";
import { runCommand } from "./run-command.ts";

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

await runCommand(main, "stop it to move the database.", (error) =>
  isDatabaseAway(error)
    ? "The connection to the target was lost: nothing was moved. Run it again."
    : explainStart(error),
);

import { openDatabase } from "../../../api/db/client.ts";
import { withPatience } from "../../../api/db/with-patience.ts";
import { rollUp } from "../../../api/domain/analysis/roll-up.ts";

// A process that brings the daily sums up to date, to be killed: <url> <day>.
const [, , url = "", day = ""] = process.argv;
const database = await openDatabase({ url });
await withPatience(database, (db) => rollUp(db, new Date(`${day}T12:00:00Z`)));
await database.close();

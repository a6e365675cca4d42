import { lockDirectory } from "../../api/db/directory-lock.ts";

/** Takes the folder it is told and keeps it until it is ended: writes `held`, or why it was refused. */
const [folder = "", at = "0"] = process.argv.slice(2);
// Processes that are told the same moment try at the same time.
while (Date.now() < Number(at));
try {
  const release = await lockDirectory(folder);
  process.stdout.write("held\n");
  process.on("SIGTERM", () => void release().then(() => process.exit(0)));
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`refused ${(error as Error).message}\n`);
}

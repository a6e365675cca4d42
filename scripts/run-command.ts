import { DirectoryInUse } from "../api/db/directory-lock.ts";
import { explainStart } from "../server/cannot-start.ts";

/**
 * Runs a command to its end, and ends the process: with 0, or with 1 and one line that says why.
 * @param inUse what to do while a server holds the embedded database
 */
export async function runCommand(
  main: () => Promise<void>,
  inUse: string,
  explain: (error: unknown) => string = explainStart,
): Promise<never> {
  try {
    await main();
    process.exit(0);
  } catch (error) {
    const held = `The embedded database belongs to the running server: ${inUse}`;
    process.stderr.write(`matinee: ${error instanceof DirectoryInUse ? held : explain(error)}\n`);
    process.exit(1);
  }
}

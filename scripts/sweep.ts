import { parseArgs } from "node:util";
import type { Orphan } from "../api/domain/ingest/orphans/orphan.ts";
import { parseEnv } from "../server/env.ts";
import { openBackend } from "../server/open-backend.ts";
import { runCommand } from "./run-command.ts";

/**
 * Lists files that nothing refers to, and removes them only on request: `npm run sweep`, `npm run sweep -- --delete`.
 */
const { values } = parseArgs({ options: { delete: { type: "boolean", default: false } } });
const what: Record<Orphan["kind"], string> = {
  upload: "stored, and nothing was made of it",
  stray: "among the stored files, without a known sender",
  arrival: "sent to the bucket, and never asked for",
  film: "an asset of no episode",
  work: "an encoding that was begun and is not continued",
  piece: "half of an upload",
  magnet: "downloaded for a magnet that is gone",
  picture: "of no movie or user",
};

async function main(): Promise<void> {
  const { backend, database } = await openBackend(parseEnv(process.env), "sweep", {
    onWait: console.error,
    onBug: (error) => console.error(error),
  });
  try {
    const sum = { found: 0, bytes: 0, removed: 0, freed: 0 };
    for await (const orphan of backend.orphans()) {
      sum.found += 1;
      sum.bytes += orphan.bytes;
      const gone = values.delete && (await orphan.remove());
      if (gone) {
        sum.removed += 1;
        sum.freed += orphan.bytes;
      }
      const fate = gone ? "removed  " : values.delete ? "kept     " : "";
      const { name, bytes, changedAt, kind } = orphan;
      console.log(
        `${fate}${sizeOf(bytes).padStart(9)}  ${ageOf(changedAt).padStart(9)}  ${name}  (${what[kind]})`,
      );
    }
    if (sum.found === 0) console.log("Nothing is left over.");
    else if (values.delete)
      console.log(`Removed ${sum.removed} of ${sum.found}: ${sizeOf(sum.freed)} are free.`);
    else
      console.log(
        `${sum.found}, ${sizeOf(sum.bytes)}. Nothing was removed: npm run sweep -- --delete does that.`,
      );
  } finally {
    await database.close();
  }
}

function sizeOf(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]!}`;
}

function ageOf(at: Date): string {
  const hours = Math.floor((Date.now() - at.getTime()) / 3_600_000);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

await runCommand(main, "stop it to sweep, or set DATABASE_URL.");

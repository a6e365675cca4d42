import { parseArgs } from "node:util";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../api/db/client.ts";
import { DirectoryInUse } from "../api/db/directory-lock.ts";
import { users } from "../api/db/schema.ts";
import { Failure } from "../api/domain/kernel/failure.ts";
import { removeFactor } from "../api/domain/accounts/factors/remove-factor.ts";
import { changeLevel } from "../api/domain/accounts/users/change-level.ts";
import { adminLevelNames, type AdminLevel } from "../contract/accounts/permissions.ts";
import { explainStart } from "../server/cannot-start.ts";
import { parseEnv } from "../server/env.ts";
import { openBackend } from "../server/open-backend.ts";

const usage = `npm run admin -- --email <address> [--level ${[...adminLevelNames].reverse().join("|")} | --factor off]`;

/** A problem the operator can fix: one line, and exit code 1. */
class Refused extends Error {}

const refusals: Partial<Record<string, string>> = {
  forbidden: "This is a guest's account: it has no way to sign in again.",
  last_owner: "This is the last owner. Make another user an owner first.",
};

/** Makes an account an admin of a level (owner by default), or removes the level; or removes its second factor. */
async function main(args: string[]): Promise<void> {
  const { email, level, factor } = read(args);
  const { database } = await openBackend(parseEnv(process.env), "admin", {
    onWait: console.error,
    onBug: (error) => console.error(error),
  });
  try {
    const uid = await find(database.db, email);
    const actor = { uid: null, name: "console" };
    if (factor) {
      const had = await removeFactor(database.db, { uid, actor, action: "console", now: new Date() });
      const state = had ? "has no second factor any more" : "had no second factor";
      console.log(`${email} ${state}: the password alone signs in.`);
      return;
    }
    const change = { uid, level, actor, action: "console", now: new Date() };
    const before = await changeLevel(database.db, change);
    console.log(
      before === level ? `${email} is ${level} already.` : `${email} was ${before}, and is ${level} now.`,
    );
  } finally {
    await database.close();
  }
}

function read(args: string[]): { email: string; level: AdminLevel; factor: boolean } {
  const options = {
    email: { type: "string" },
    level: { type: "string", default: "owner" },
    factor: { type: "string" },
  } as const;
  let values: { email?: string; level: string; factor?: string };
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new Refused(`${(error as Error).message}\n${usage}`);
  }
  const { email, level, factor } = values;
  if (!email) throw new Refused(usage);
  if (!(adminLevelNames as readonly string[]).includes(level))
    throw new Refused(`There is no level ${level}.\n${usage}`);
  if (factor !== undefined && factor !== "off") throw new Refused(usage);
  return { email, level: level as AdminLevel, factor: factor === "off" };
}

async function find(db: Db, email: string): Promise<string> {
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.normalize("NFKC").toLowerCase()))
    .limit(2);
  if (rows.length === 0) throw new Refused(`No account has the address ${email}. Sign up with it first.`);
  if (rows.length > 1) throw new Refused(`More than one account has the address ${email}.`);
  return rows[0]!.uid;
}

function explain(error: unknown): string {
  if (error instanceof DirectoryInUse)
    return `${error.message}\nA server that is running holds the embedded database: stop it, then run this again. With PostgreSQL (DATABASE_URL) both can run.`;
  if (error instanceof Failure) return refusals[error.code] ?? error.code;
  return error instanceof Refused ? error.message : explainStart(error);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

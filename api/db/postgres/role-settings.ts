import postgres, { type Sql } from "postgres";
import { DatabaseUnusable } from "../database-unusable.ts";

/** Settings of a session, by name. */
export type SessionSettings = Record<string, string>;

/** Times that several processes, starting together, try to write the same settings. */
const tries = 5;

/**
 * Makes settings the default of this role in this database. A pooler such as pgbouncer refuses or forgets what a client
 * sets for its session, but every new session of the role begins with its defaults.
 * @param url of the server itself
 */
export async function setForRole(url: string, settings: SessionSettings): Promise<void> {
  for (let left = tries; ; left--) {
    const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
    try {
      if ((await differing(client, settings)).length === 0) return;
      // Loads the library whose setting it is: only a superuser may set what the server does not know.
      await client`select show_limit()`;
      for (const [name, value] of Object.entries(settings)) await client.unsafe(alterRole(name, value));
      return;
    } catch (error) {
      if (left === 0 || !/concurrently updated/.test((error as Error).message)) throw error;
    } finally {
      await client.end({ timeout: 1 });
    }
  }
}

/** @throws DatabaseUnusable when sessions behind the pooler have other settings */
export async function requireForRole(client: Sql, settings: SessionSettings): Promise<void> {
  const names = await differing(client, settings);
  if (names.length > 0)
    throw new DatabaseUnusable(
      `DATABASE_URL: sessions of the pooler do not have ${names.join(" and ")} of the role. Check that DATABASE_DIRECT_URL names the same database and role, then run RECONNECT in the pooler's console and start again.`,
    );
}

async function differing(client: Sql, settings: SessionSettings): Promise<string[]> {
  const names: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const [row] = await client<{ now: string | null }[]>`select current_setting(${name}, true) as now`;
    if (row!.now !== value) names.push(name);
  }
  return names;
}

function alterRole(name: string, value: string): string {
  return `do $$ begin execute format(
    'alter role %I in database %I set ${name} = %L', current_user, current_database(), '${value}'); end $$`;
}

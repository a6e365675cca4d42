import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Db } from "./client.ts";

/** What has changed in the database, by any process. */
export type Changes = { catalogue: boolean; settings: boolean; users: ReadonlySet<string> | "all" };

const channel = "matinee";
/** Milliseconds that changes are collected for, and between two reports: an import changes hundreds of rows. */
const collectMs = 20;
const reportEveryMs = 250;

export type ListenOptions = {
  db: Db;
  /** Of the database's server: a pooler in transaction mode passes no messages on. */
  url: string;
  onChange: (changes: Changes) => void;
  /** Called when messages stop to arrive, and when they arrive again. */
  notice: (message: string) => void;
  /** Milliseconds between two checks of the connection, and that one may take. */
  checkEveryMs?: number;
  checkMs?: number;
};

/**
 * Listens to what triggers of the database tell of changes (migration 0003), on a connection of its own. Messages can be
 * lost, so each new connection reports that everything may have changed, and a message that this process sends to
 * itself checks the connection. Without messages, caches live as long as they do without this.
 * @returns a function that ends it
 */
export function listenForChanges(options: ListenOptions): () => Promise<void> {
  const { db, url, onChange, notice, checkEveryMs = 10_000, checkMs = 5_000 } = options;
  const collect = createCollector(onChange);
  const echo = `echo ${randomUUID()}`;
  let client: postgres.Sql | null = null;
  let hears = true;
  let heard = () => {};
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  function connect(): void {
    client = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
    const receive = (message: string) =>
      message.startsWith("echo ") ? message === echo && heard() : collect(message);
    // A failed attempt is repeated by the next check.
    client.listen(channel, receive, () => collect("all")).catch(() => {});
  }

  async function check(): Promise<void> {
    const arrived = new Promise<boolean>((resolve) => {
      heard = () => resolve(true);
      setTimeout(resolve, checkMs, false).unref();
    });
    // While the database is away nothing changes, and everything else reports it.
    const isSent = await db.execute(sql`select pg_notify(${channel}, ${echo})`).then(
      () => true,
      () => false,
    );
    const isHeard = isSent ? await arrived : false;
    if (ended) return;
    if (isSent && isHeard !== hears) {
      hears = isHeard;
      notice(
        hears
          ? "Changes by other processes arrive at once again"
          : "Changes by other processes arrive late: LISTEN does not work on this connection to the database. Behind a pooler in transaction mode set DATABASE_DIRECT_URL",
      );
    }
    if (!isHeard) {
      await client?.end({ timeout: 0 }).catch(() => {});
      if (!ended) connect();
    }
    schedule();
  }

  function schedule(): void {
    if (!ended) timer = setTimeout(() => void check(), checkEveryMs).unref();
  }

  connect();
  schedule();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end({ timeout: 0 }).catch(() => {});
  };
}

/** Collects messages for a moment, and reports what they mean together. */
function createCollector(onChange: (changes: Changes) => void): (message: string) => void {
  let messages = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let reportedAt = -Infinity;

  function report(): void {
    const told = messages;
    messages = new Set();
    timer = undefined;
    reportedAt = performance.now();
    const all = told.has("all");
    const users = [...told].filter((one) => one.startsWith("user ")).map((one) => one.slice("user ".length));
    onChange({
      catalogue: all || told.has("catalogue"),
      settings: all || told.has("settings"),
      users: all ? "all" : new Set(users),
    });
  }

  return (message) => {
    messages.add(message);
    const dueMs = Math.max(collectMs, reportedAt + reportEveryMs - performance.now());
    timer ??= setTimeout(report, dueMs).unref();
  };
}

import postgres from "postgres";
import { isDatabaseAway, isOutOfConnections } from "../fault.ts";
import { createSockets, type Sockets } from "./sockets.ts";

/** The database does not answer. It is refused at once, until it does. */
export class DatabaseAway extends Error {
  readonly code = "CONNECTION_AWAY";
}

/** Milliseconds between two looks at statements that wait. */
const lookMs = 500;
/** Milliseconds without an answer after which the database is probed, and between two probes. */
const doubtMs = 2_000;
const probeEachMs = 1_000;
/** Milliseconds a probe may take. */
const probeMs = 3_000;

/**
 * Watches the statements that wait for an answer. One that waits longer than any may is lost, and its connection with
 * it. While any waits for some seconds, or after an error of a connection, a connection of its own asks whether the
 * database answers: until it does, nothing else is sent.
 */
export type Watch = {
  /** A statement has been sent. @returns to be called when it is answered; `lost` is called when it never will be */
  begin: (lost: (error: DatabaseAway) => void) => () => void;
  /** Looks into an error that a statement ended with. */
  heed: (error: unknown) => void;
  /** @throws DatabaseAway */
  requireHere: () => void;
  /** Asks now. @throws when the database does not answer */
  ask: () => Promise<void>;
  stop: () => void;
};

/**
 * @param sockets of the client whose statements are watched
 * @param lostMs milliseconds after which an answer no longer comes: more than the server lets a statement take
 */
export function createWatch(url: string, { sockets, lostMs }: { sockets: Sockets; lostMs: number }): Watch {
  const waiting = new Map<object, { at: number; lost: (error: DatabaseAway) => void }>();
  let away = false;
  let doubted = false;
  let probing = false;
  let nextProbe = 0;

  async function probe(): Promise<void> {
    if (probing || performance.now() < nextProbe) return;
    probing = true;
    nextProbe = performance.now() + probeEachMs;
    try {
      await askOnce(url);
      away = doubted = false;
    } catch {
      away = true;
      sockets.dropQuiet(doubtMs);
    } finally {
      probing = false;
    }
  }

  function look(): void {
    sockets.look();
    const now = performance.now();
    const overdue = [...waiting.values()].filter(({ at }) => now - at >= lostMs);
    if (overdue.length > 0) sockets.dropQuiet(lostMs);
    for (const { lost } of overdue) lost(new DatabaseAway("The database did not answer in time"));
    // The oldest comes first.
    const [oldest] = waiting.values();
    if (away || doubted || (oldest && now - oldest.at >= doubtMs)) void probe();
  }
  // After a pause of this process, what has arrived meanwhile is read before anything is judged.
  const timer = setInterval(() => setImmediate(look), lookMs).unref();

  return {
    begin(lost) {
      const statement = {};
      waiting.set(statement, { at: performance.now(), lost });
      return () => void waiting.delete(statement);
    },
    heed(error) {
      if (error instanceof DatabaseAway || !isDatabaseAway(error) || isOutOfConnections(error)) return;
      doubted = true;
      void probe();
    },
    requireHere() {
      if (away) throw new DatabaseAway("The database does not answer");
    },
    ask: () => askOnce(url),
    stop: () => clearInterval(timer),
  };
}

/** Asks over a connection of its own. A server that has no connection left does answer. */
async function askOnce(url: string): Promise<void> {
  const sockets = createSockets();
  const client = postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: probeMs / 1000,
    onnotice: () => {},
    connection: { application_name: "matinee probe" },
    socket: sockets.open,
  } as object);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => setImmediate(() => late.reject(new Error("The database does not answer"))),
    probeMs,
  );
  try {
    await Promise.race([client`select 1`, late.promise]);
  } catch (error) {
    if (!isOutOfConnections(error)) throw error;
  } finally {
    clearTimeout(timer);
    await client.end({ timeout: 0 });
    sockets.dropQuiet(0);
  }
}

import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import type { Ask } from "../apply-migrations.ts";
import { DatabaseStopped, whyUnusable } from "./embedded-faults.ts";

/**
 * Minimum similarity, from 0 to 1, before two words are compared letter by letter. Two swapped letters in a short word
 * score 0.2.
 */
export const typoThreshold = 0.2;

/** Starts the embedded database of a folder, in this thread; without a folder one in memory, from a dump if there is one. */
export async function startEmbedded(dataDir: string | undefined, from?: Blob): Promise<PGlite> {
  // When V8 frees WebAssembly code it can end the process (nodejs/node#64500), so what is replaced is kept: about 1 MB.
  setFlagsFromString("--no-wasm-code-gc");
  // V8 compiles what runs often a second time, to run faster. One function of PostgreSQL is so large that this takes
  // 600 MB and seconds of a processor, at every start. So what runs while it opens stays as it is.
  setFlagsFromString("--wasm-tier-up-filter=0");
  try {
    return await PGlite.create({
      ...(dataDir ? { dataDir: join(dataDir, "pg") } : {}),
      ...(from && { loadDataDir: from }),
      extensions: { pg_trgm, unaccent },
      // The default of 128 MB would be memory of this process. The operating system's file cache is shared and free.
      postgresqlconf: ["shared_buffers=16MB", `pg_trgm.similarity_threshold=${typoThreshold}`],
    });
  } finally {
    setFlagsFromString("--wasm-tier-up-filter=-1");
  }
}

/**
 * Starts the embedded database of a folder that is locked, or one in memory.
 * @throws DatabaseUnusable when it does not open
 */
export async function createEmbedded(dataDir: string | undefined, from?: Blob): Promise<PGlite> {
  return startEmbedded(dataDir, from).catch((error: unknown) => {
    throw whyUnusable(error, dataDir);
  });
}

/** Runs SQL on an embedded database. */
export function askEmbedded(client: Pick<PGlite, "exec">): Ask {
  return async (statements) => (await client.exec(statements)).at(-1)?.rows ?? [];
}

/**
 * After a PANIC, such as a journal without space, the embedded database runs an endless loop on its next query and
 * blocks its thread. So no further query is sent to it.
 */
export function watchPanic(client: PGlite): Promise<DatabaseStopped> {
  let stopped: DatabaseStopped | null = null;
  const { promise, resolve } = Promise.withResolvers<DatabaseStopped>();
  const ask = client.execProtocolStream.bind(client);
  client.execProtocolStream = async (...question) => {
    if (stopped) throw stopped;
    return ask(...question).catch((error: Error & { severity?: string }) => {
      if (error.severity === "PANIC") resolve((stopped = new DatabaseStopped(error)));
      throw error;
    });
  };
  return promise;
}

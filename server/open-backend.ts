import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createBackend, type Backend, type WorkOptions } from "../api/compose/create-backend.ts";
import { followDatabase } from "../api/db/database-clock.ts";
import type { Clock } from "../api/ports/clock.ts";
import { openDatabase, type Database } from "../api/db/client.ts";
import type { Opening } from "../api/db/embedded/open-folder.ts";
import type { Count } from "../api/ports/meter.ts";
import type { Tracer } from "../api/db/tracer.ts";
import type { EnvironmentFact } from "../api/http/service.ts";
import { CannotStart } from "./cannot-start.ts";
import type { Env } from "./env.ts";
import { loadSecret } from "./secret.ts";
import { requireNoUnfinishedRestore } from "./unfinished-restore.ts";

/** What a process is for: answering requests, long work alone, or one command of the operator. */
export type Role = "server" | "worker" | "sweep" | "admin";

export type OpenOptions = {
  onBug: (error: unknown, where: string) => void;
  /** Called when work failed and will be retried; without it, the failure is reported as a bug. */
  onPutOff?: (error: unknown, what: string) => void;
  /** Called when a service that processes share has gone, and when it is back. */
  notice?: (message: string, error?: Error) => void;
  /** undefined = no traces are sent. */
  trace?: Tracer | undefined;
  /** Counts what happens, for the metrics. */
  count?: Count;
  /** Called when the database makes this process wait. */
  onWait: (what: string) => void;
  /** Environment variables shown to admins. */
  environment?: EnvironmentFact[];
  work?: WorkOptions;
  /** The embedded database, where its start has begun already. */
  opening?: Opening | undefined;
};

/** A backend on its database, which the caller closes, and the database's clock. */
export type Opened = { backend: Backend; database: Database; clock: Clock };

const root = join(import.meta.dirname, "..");
export const localesDir = join(root, "locales");
/** The product's version. */
export const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
};

/**
 * Opens the database and wires the backend on it.
 * @throws CannotStart, and the errors of `openDatabase`, for problems the operator can fix
 */
export async function openBackend(env: Env, role: Role, options: OpenOptions): Promise<Opened> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = env;
  const { onWait, opening, ...rest } = options;
  // Two processes on one embedded database would lose what they write.
  if (role === "worker" && !url)
    throw new CannotStart(
      "The embedded database belongs to its server alone, which does this work itself: set DATABASE_URL to run workers beside it.",
    );
  requireNoUnfinishedRestore(dataDir);
  const { DATABASE_DIRECT_URL: directUrl, DATABASE_POOL: pool, DATABASE_QUEUE_POOL: queuePool } = env;
  const migrate = env.MIGRATE === "on";
  const { trace } = options;
  const connection = { url, directUrl, pool, queuePool, dataDir, opening };
  const database = await openDatabase({ ...connection, onWait, migrate, trace });
  try {
    const clock = await followDatabase(database);
    const backend = createBackend({
      database,
      dataDir,
      localesDir,
      version,
      storage: env.storage ?? undefined,
      secret: await loadSecret({ given: env.SESSION_SECRET, dataDir }),
      ffmpegPath: env.FFMPEG_PATH,
      captions: env.captions,
      joinedRenditions: env.MEDIA_FILES === "renditions",
      oidcPrivate: env.OIDC_PRIVATE_ADDRESSES,
      magnetsPrivate: env.MAGNET_PRIVATE_ADDRESSES,
      clock,
      checkAnswers: env.NODE_ENV !== "production",
      ...(role === "server" && forRequests(env)),
      ...rest,
    });
    return { backend, database, clock };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Options of a process that answers requests. */
function forRequests(env: Env) {
  const { mail } = env;
  return {
    publicOrigin: env.publicOrigin,
    nativeHostSecret: env.NATIVE_HOST_SECRET,
    firebase: env.firebase,
    mediaAccel: env.MEDIA_ACCEL,
    mediaOrigin: env.mediaOrigin,
    mail: mail && {
      linkBase: mail.linkBase,
      // Mails in a terminal are read by the operator, not by the user who signs up.
      confirmsAddresses: mail.smtp !== null,
      by: mail.smtp ? { smtp: mail.smtp } : { terminal: process.stdout },
    },
    demo: env.DEMO,
    payment: env.payment,
    sharedLimits: { valkeyUrl: env.VALKEY_URL },
    diagnostics: env.DIAGNOSTICS,
  };
}

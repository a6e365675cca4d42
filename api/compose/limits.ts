import { createValkeyTokens } from "../adapters/valkey-tokens/valkey-tokens.ts";
import { createPostgresTokens } from "../adapters/postgres-tokens/postgres-tokens.ts";
import { guardStore } from "../http/limit/guard-store.ts";
import { createLimiter, type Limiter } from "../http/limit/limiter.ts";
import type { BackgroundTask } from "../worker/background-tasks.ts";
import { minuteMs, type Kernel } from "./kernel.ts";

/** How long a call waits for the counts of all processes, before those of this process decide. Milliseconds. */
const valkeyMs = 100;
/** The database is often the slowest part of the call itself, which fails without it. */
const databaseMs = 1_000;

export type Limits = { limiter: Limiter; tasks: BackgroundTask[]; close: () => Promise<void> };

/** Chooses where calls are counted: in Valkey, in PostgreSQL, or in this process alone. */
export function composeLimits({ options, db, alone }: Kernel): Limits {
  const { sharedLimits, notice = () => {} } = options;
  if (!sharedLimits || (alone && !sharedLimits.valkeyUrl))
    return { limiter: createLimiter(), tasks: [], close: async () => {} };
  const { valkeyUrl } = sharedLimits;
  const place = valkeyUrl ? "Valkey" : "the database";
  const guard = {
    timeoutMs: valkeyUrl ? valkeyMs : databaseMs,
    onAway: (error: Error) => notice(`${place} is away: each process counts its rate limits alone`, error),
    onBack: () => notice(`${place} is back: all processes share their rate limits again`),
  };
  const secret = `${options.secret}.limit`;
  if (valkeyUrl) {
    const store = guardStore(createValkeyTokens(valkeyUrl), guard);
    return { limiter: createLimiter({ shared: { store, secret } }), tasks: [], close: store.close };
  }
  const tokens = createPostgresTokens(db);
  const store = guardStore(tokens, guard);
  return {
    limiter: createLimiter({ shared: { store, secret } }),
    tasks: [{ name: "sweep-limits", run: tokens.sweep, firstMs: 0, everyMs: 5 * minuteMs }],
    close: store.close,
  };
}

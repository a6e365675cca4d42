import type { StoredBucket, TokenStore } from "../../ports/token-store.ts";

/**
 * A key holds the second at which its bucket is full again, and ends with it: a full bucket equals a missing one. A
 * script runs as a whole, by the clock of the server.
 */
const take = `
local time = redis.call("TIME")
local now = time[1] + time[2] / 1000000
local wait, full = 0, {}
for i, key in ipairs(KEYS) do
  local burst, every = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  full[i] = math.min(math.max(tonumber(redis.call("GET", key) or 0), now), now + burst * every)
  local missing = (full[i] - now) / every + 1 - burst
  if missing > 0.01 then wait = math.max(wait, missing * every) end
end
if wait > 0 then return tostring(wait) end
for i, key in ipairs(KEYS) do
  full[i] = full[i] + tonumber(ARGV[2 * i])
  redis.call("SET", key, string.format("%.6f", full[i]), "PX", math.ceil((full[i] - now) * 1000))
end
return "0"`;

const giveBack = `
for i, key in ipairs(KEYS) do
  local full = redis.call("GET", key)
  if full then redis.call("SET", key, string.format("%.6f", full - ARGV[i]), "KEEPTTL") end
end`;

type Scripts = {
  takeTokens: (keys: number, ...rest: (string | number)[]) => Promise<string>;
  giveBackTokens: (keys: number, ...rest: (string | number)[]) => Promise<null>;
};

/** Longest pause between two attempts to reach a server that is away. Milliseconds. */
const longestPauseMs = 1_000;

/**
 * Shared buckets in Valkey, or in Redis 6 or later. Connects in the background, again and again while the server is
 * away. Without a connection a call fails at once. Its client is loaded here: a process without Valkey needs none of it.
 * @param url `redis://…` or `rediss://…`, with user, password and number of the database if needed
 */
export function createValkeyTokens(url: string): TokenStore {
  const client = connect(url);
  // Each call tells it.
  client.catch(() => {});
  const scripts = async () => (await client) as unknown as Scripts;
  const keys = (buckets: StoredBucket[]) => buckets.map(({ slot }) => `{matinee}:limit:${slot}`);
  return {
    async take(buckets) {
      const rates = buckets.flatMap(({ burst, everyS }) => [burst, everyS]);
      return Number(await (await scripts()).takeTokens(buckets.length, ...keys(buckets), ...rates));
    },
    async giveBack(buckets) {
      const rates = buckets.map(({ everyS }) => everyS);
      await (await scripts()).giveBackTokens(buckets.length, ...keys(buckets), ...rates);
    },
    close: async () => (await client).disconnect(),
  };
}

async function connect(url: string) {
  const { Redis } = await import("iovalkey");
  const client = new Redis(url, {
    enableOfflineQueue: false,
    // A command whose connection was lost may have been executed: it is not repeated.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 2_000,
    retryStrategy: (attempts) => Math.min(attempts * 100, longestPauseMs),
    scripts: { takeTokens: { lua: take }, giveBackTokens: { lua: giveBack } },
  });
  // Each call that fails for it reports it; without a listener the client prints every attempt.
  client.on("error", () => {});
  return client;
}

import { clientCodes } from "../../../contract/codes.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import { entryOf, isPlace, merge, type Entry, type Write } from "./entry.ts";
import type { OutboxStore } from "./store.ts";
import { post } from "./post.ts";

type Sender = Pick<ApiClient, "post">;

const quiet = { loading: false, toast: false };

/** Whether a later retry makes sense: unreachable, rate-limited, or a server error. */
function isPassing({ c }: { c: number }): boolean {
  const unreached = c === clientCodes.network || c === clientCodes.timeout;
  return unreached || c === 429 || (c >= 500 && c < 600);
}

/**
 * Stores a write for later.
 * @returns whether it was stored: an invalid position is not
 */
export async function keepForLater(
  store: OutboxStore,
  token: string,
  write: Write,
  now = new Date(),
): Promise<boolean> {
  if (write.call === "progress/save" && !isPlace(write.input)) return false;
  const entry = entryOf(token, dated(write, now));
  return store
    .update(entry.key, (waiting) => merge(waiting, entry))
    .then(
      () => true,
      () => false,
    );
}

/**
 * Sends the outbox, each entry for the session that made it. Sending twice does no harm, so an entry is removed only
 * after the server has taken or refused it: it would refuse it again.
 * @param clientFor an API client with a session's token; null for a session that has ended: its entries are discarded
 * @returns how many were sent
 */
export async function sendAll(
  store: OutboxStore,
  clientFor: (token: string) => Sender | null,
): Promise<number> {
  let sent = 0;
  for (const entry of await store.all()) {
    const api = clientFor(entry.token);
    if (api && !(await send(api, entry))) break;
    if (api) sent += 1;
    // A newer write may have replaced it while it was in flight.
    await store.update(entry.key, (now) => (now && !isSame(now, entry) ? now : undefined));
  }
  return sent;
}

/**
 * Adds to a position or a report the time at which it was true: another device may have continued in the meantime, and
 * the server decides.
 */
function dated(write: Write, now: Date): Write {
  const at = now.toISOString();
  if (write.call === "progress/save") return { ...write, input: { ...write.input, at } };
  return write.call === "playback/quality" ? { ...write, input: { ...write.input, at } } : write;
}

/** @returns false if it has to be retried later */
async function send(api: Sender, entry: Entry): Promise<boolean> {
  return !isPassing(await post(api, entry, quiet));
}

function isSame(a: Entry, b: Entry): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

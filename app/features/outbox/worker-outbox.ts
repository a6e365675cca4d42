import { createClient } from "../../api-client/create-client.ts";
import { sendAll } from "./outbox.ts";
import { openOutbox } from "./store.ts";

/**
 * Sends the outbox from the service worker, possibly without an open page. Each entry names its session.
 * @returns how many were sent
 */
export async function sendOutbox(): Promise<number> {
  const clientFor = (token: string) =>
    createClient({
      fetch: (request) => fetch(request),
      base: self.location.origin,
      token: () => token,
      locale: () => "en",
      text: (key) => key,
    });
  return sendAll(openOutbox(), clientFor);
}

/** Empties the outbox: another user has the browser now. */
export async function clearOutbox(): Promise<void> {
  await openOutbox().clear();
}

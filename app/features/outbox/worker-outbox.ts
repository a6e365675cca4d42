import { createClient } from "../../api-client/create-client.ts";
import { sendAll } from "./outbox.ts";
import { openOutbox } from "./store.ts";

/** Sends what waits from the service worker, where no page may be open. The session is the one each entry names. @returns how many were sent */
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

/** Forgets what waits: another person has the browser now. */
export async function clearOutbox(): Promise<void> {
  await openOutbox().clear();
}

import { clientCodes } from "../../../contract/codes.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { Write } from "./entry.ts";
import { post } from "./post.ts";

/** Whose write it is. */
export type Writer = {
  api: Pick<ApiClient, "post">;
  /** Resolves to whether there is a session, making one if need be. */
  ensureSession: () => Promise<boolean>;
  /** Of the session this browser has, or null. */
  token: () => string | null;
};

export type WriteOptions = {
  /** Lets the write outlive its page. */
  keepalive?: boolean;
  /** Is told why a write was neither sent nor kept. */
  onFailed?: (message: string) => void;
};

/**
 * Writes; what can't reach the server now is kept and sent later. The code that keeps is fetched when the page is at
 * rest, so that it is there when the network is not.
 * @returns whether it was written or kept
 */
export async function writeOrKeep(
  { api, ensureSession, token }: Writer,
  write: Write,
  { keepalive, onFailed }: WriteOptions = {},
): Promise<boolean> {
  // A page that is going away would not live to learn that sending fails.
  if (!navigator.onLine && (await keep(token(), write))) return true;
  if (!(await ensureSession())) return keep(token(), write);
  const options = { loading: false, toast: false, keepalive };
  const answer = await post(api, write, options);
  if (answer.c === 0) return true;
  const unsent = answer.c === clientCodes.network || answer.c === clientCodes.timeout;
  if (unsent && (await keep(token(), write))) return true;
  onFailed?.(answer.m);
  return false;
}

async function keep(token: string | null, write: Write): Promise<boolean> {
  if (token === null) return false;
  try {
    const [{ keepForLater }, { openOutbox }] = await Promise.all([
      import("./outbox.ts"),
      import("./store.ts"),
    ]);
    return await keepForLater(openOutbox(), token, write);
  } catch {
    return false;
  }
}

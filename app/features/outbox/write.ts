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
  if (isUnsent(answer) && (await keep(token(), write))) return true;
  onFailed?.(answer.m);
  return false;
}

/**
 * The same client, but for reports of how a film plays: those that can't be sent wait as well. They are nobody's, so none
 * of them makes a session.
 */
export function keepingReports<A extends Pick<ApiClient, "post">>(api: A, token: Writer["token"]): A {
  const post = async (call: string, input: object, options?: object) => {
    const write = { call, input } as Write;
    const isReport = call === "playback/quality";
    if (isReport && !navigator.onLine && (await keep(token(), write))) return { c: 0, m: "", d: {} };
    const answer = await api.post(call as "stat", input as never, options);
    if (isReport && isUnsent(answer)) await keep(token(), write);
    return answer;
  };
  return { ...api, post: post as A["post"] };
}

function isUnsent({ c }: { c: number }): boolean {
  return c === clientCodes.network || c === clientCodes.timeout;
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

import { clientCodes } from "../../../contract/codes.ts";
import type { ApiClient } from "../../api-client/create-client.ts";
import type { Write } from "./entry.ts";
import { post } from "./post.ts";

/** The session of a write. */
export type Writer = {
  api: Pick<ApiClient, "post">;
  /** Resolves to whether there is a session, after creating one if needed. */
  ensureSession: () => Promise<boolean>;
  /** Token of this browser's session, or null. */
  token: () => string | null;
};

export type WriteOptions = {
  /** Lets the write outlive its page. */
  keepalive?: boolean;
  /** Called with the reason if a write was neither sent nor stored. */
  onFailed?: (message: string) => void;
};

/**
 * Writes to the server; if it can't be reached, stores the write to send it later. The code that stores it loads when
 * the page is idle, so that it is present without a network.
 * @returns whether it was sent or stored
 */
export async function writeOrKeep(
  { api, ensureSession, token }: Writer,
  write: Write,
  { keepalive, onFailed }: WriteOptions = {},
): Promise<boolean> {
  // A page that is being closed would not live to see the request fail.
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
 * The same client, except for reports of playback quality: those that can't be sent wait as well. They belong to no
 * user, so none of them creates a session.
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

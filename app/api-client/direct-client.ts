import type { CallName, Envelope, InputOf, OutputOf } from "../../contract/index.ts";
import type { Locale } from "../../contract/locales.ts";
import { worded, type ApiClient, type ClientOptions } from "./create-client.ts";

/** Sends a call to the API of this process. The data of the answer may be shared: they are only read. */
export type SendDirect = (call: {
  name: CallName;
  input: object;
  token: string | null;
  locale: Locale;
  userAgent: string;
}) => Promise<{ status: number; envelope: Envelope<unknown>; headers?: Record<string, string> }>;

export type DirectOptions = Pick<ClientOptions, "text"> & {
  send: SendDirect;
  token: () => string | null;
  locale: Locale;
  userAgent: string;
  /** Called with the Retry-After of each answer, null without one. */
  onRetryAfter: (value: string | null) => void;
  /** The server refused the token. */
  onUnauthorised: () => void;
};

/**
 * The client for pages in the process of the API: the answers are those of `createClient`, without a Request, a Response
 * and JSON between them.
 */
export function createDirectClient(options: DirectOptions): ApiClient {
  const { send, locale, userAgent, text } = options;
  const call = async <N extends CallName>(name: N, input: InputOf<N>): Promise<Envelope<OutputOf<N>>> => {
    const answer = await send({ name, input, token: options.token(), locale, userAgent });
    options.onRetryAfter(answer.headers?.["Retry-After"] ?? null);
    if (answer.status === 401) options.onUnauthorised();
    return worded(answer.envelope as Envelope<OutputOf<N>>, answer.status, { text });
  };
  return { get: call, post: call };
}

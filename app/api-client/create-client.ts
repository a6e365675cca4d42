// Values come from codes.ts alone: contract/index.ts would bring every schema, and zod, into the browser's bundle.
import { clientCodes } from "../../contract/codes.ts";
import type { CallName, Envelope, Failure, InputOf, NamesOf, OutputOf } from "../../contract/index.ts";

/** Milliseconds a call may take before it is given up (spec, section 9). */
export const timeoutMs = 30_000;

/** The failures that are worded by the caller, not by the server (spec, section 8). */
export type StatusText = "server_error" | "unauthorised" | "forbidden" | "not_found" | "invalid";

export type ClientOptions = {
  fetch: (request: Request) => Promise<Response>;
  /** Absolute URL that `/api/<call>` is resolved against. */
  base: string;
  /** Read at each call, so that a change of either needs no new client. */
  token: () => string | null | undefined;
  locale: () => string;
  /** The words for a failed status, in the reader's language. */
  text: (key: StatusText) => string;
  /** Turns the loading overlay on and off; called in pairs. */
  onLoading?: (change: 1 | -1) => void;
  /** Shows an error to the user. */
  onError?: (message: string) => void;
  /** The server refused this token: forget it, the session is not signed. Null = the call had none. */
  onUnauthorised?: (token: string | null) => void;
  /** Further headers that go with every call, such as a request id. */
  headers?: Record<string, string>;
};

export type CallOptions = {
  /** false: no loading overlay for this call. */
  loading?: boolean;
  /** false: the caller shows the failure itself. */
  toast?: boolean;
  /** Ends the call early; the envelope then carries the abort's message and no toast appears. */
  signal?: AbortSignal;
  /** Lets the call outlive its page (progress at leaving). */
  keepalive?: boolean;
};

export type ApiClient = {
  get<N extends NamesOf<"GET">>(
    name: N,
    input: InputOf<N>,
    options?: CallOptions,
  ): Promise<Envelope<OutputOf<N>>>;
  post<N extends NamesOf<"POST">>(
    name: N,
    input: InputOf<N>,
    options?: CallOptions,
  ): Promise<Envelope<OutputOf<N>>>;
};

/**
 * The one helper for all calls, on the server and in the browser (spec, section 7). GET: the payload becomes query
 * parameters. POST: a JSON body. HTTP errors do not throw: every outcome is an envelope. An answer that is not JSON is
 * a file: success with a Blob as `d`.
 */
export function createClient(options: ClientOptions): ApiClient {
  async function call<N extends CallName>(
    method: "GET" | "POST",
    name: N,
    input: InputOf<N>,
    { loading = true, toast = true, signal, keepalive }: CallOptions = {},
  ): Promise<Envelope<OutputOf<N>>> {
    if (loading) options.onLoading?.(1);
    try {
      const request = requestOf(options, method, name, input, keepalive, signal);
      const response = await options.fetch(request);
      if (response.status === 401) options.onUnauthorised?.(tokenOf(request));
      const envelope = await read<OutputOf<N>>(response, options);
      if (envelope.c !== 0 && toast) options.onError?.(envelope.m);
      return envelope;
    } catch (error) {
      if (signal?.aborted) return { c: clientCodes.network, m: String(signal.reason), d: null };
      const { name: kind, message } = error as Error;
      if (toast) options.onError?.(kind);
      return { c: kind === "TimeoutError" ? clientCodes.timeout : clientCodes.network, m: message, d: null };
    } finally {
      if (loading) options.onLoading?.(-1);
    }
  }
  return {
    get: (name, input, callOptions) => call("GET", name, input, callOptions),
    post: (name, input, callOptions) => call("POST", name, input, callOptions),
  };
}

function requestOf(
  options: ClientOptions,
  method: "GET" | "POST",
  name: string,
  input: object,
  keepalive: boolean | undefined,
  signal: AbortSignal | undefined,
): Request {
  const url = new URL(`/api/${name}`, options.base);
  const headers = new Headers(options.headers);
  const token = options.token();
  if (token) headers.set("Authorization", `Bearer ${token}`);
  headers.set("Accept-Language", options.locale());
  headers.set("Accept", "application/json");
  headers.set("X-Platform", "web");
  const timeout = AbortSignal.timeout(timeoutMs);
  const init: RequestInit = {
    method,
    headers,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  if (method === "GET") {
    for (const [key, value] of Object.entries(input)) {
      if (value !== undefined && value !== null) url.searchParams.append(key, String(value));
    }
  } else {
    headers.set("Content-Type", "application/json");
    init.body = JSON.stringify(input);
    if (keepalive) init.keepalive = true;
  }
  return new Request(url, init);
}

function tokenOf(request: Request): string | null {
  return request.headers.get("Authorization")?.slice("Bearer ".length) ?? null;
}

async function read<D>(response: Response, options: ClientOptions): Promise<Envelope<D>> {
  if (!isJson(response)) {
    if (response.ok) return { c: 0, m: "", d: (await response.blob()) as D };
    await response.body?.cancel();
    return { c: response.status, m: textOf(response.status, options), d: null };
  }
  const body: unknown = await response.json().catch(() => null);
  if (!isEnvelope(body)) {
    return {
      c: response.ok ? clientCodes.malformed : response.status,
      m: textOf(response.status, options),
      d: null,
    };
  }
  return worded(body as Envelope<D>, response.status, options);
}

/** Codes of failures that say no more than their status, with which they are worded here. */
const wordedByStatus = [401, 403, 404, 422, 500];

/** Words a failure by its status, unless the server did. */
export function worded<D>(
  envelope: Envelope<D>,
  status: number,
  options: Pick<ClientOptions, "text">,
): Envelope<D> {
  if (envelope.c === 0 || hasOwnText(envelope)) return envelope;
  return { ...(envelope as Failure), m: textOf(status, options) };
}

/** A generic failure (its code is its status) is worded here, a specific one by the server that knows the reason. */
function hasOwnText(envelope: Envelope<unknown>): boolean {
  return envelope.c > 999 || (envelope.m !== "" && !wordedByStatus.includes(envelope.c));
}

function textOf(status: number, { text }: Pick<ClientOptions, "text">): string {
  if (status === 401) return text("unauthorised");
  if (status === 403) return text("forbidden");
  if (status === 404) return text("not_found");
  if (status === 422) return text("invalid");
  return text("server_error");
}

function isJson(response: Response): boolean {
  return /^application\/([\w.+-]+\+)?json\b/i.test(response.headers.get("Content-Type") ?? "");
}

function isEnvelope(body: unknown): body is Envelope<unknown> {
  return (
    typeof body === "object" &&
    body !== null &&
    typeof (body as { c?: unknown }).c === "number" &&
    typeof (body as { m?: unknown }).m === "string" &&
    "d" in body
  );
}

import { getPath } from "hono/utils/url";
import { calls, type Access, type CallName } from "../../contract/index.ts";
import { localeOf, type Locale } from "../../contract/locales.ts";
import { isPermitted, type Permission } from "../../contract/accounts/permissions.ts";
import type { Db } from "../db/client.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { findSession, type Session } from "../domain/accounts/identity/session.ts";
import type { Clock } from "../ports/clock.ts";
import { fail, succeed, translate } from "./answer.ts";
import { decodeBody, decodeQuery } from "./decode.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import type { Messages } from "./messages.ts";
import { openApiDocument } from "./openapi.ts";
import { Prepared } from "./prepared.ts";

export type ApiOptions = {
  db: Db;
  handlers: Handlers;
  messages: Messages;
  clock: Clock;
  version: string;
  onBug: (error: unknown, call: string) => void;
  /** Milliseconds a call may take: an unreachable database may never report an error. */
  deadlineMs: number;
  /** Check answers against the contract too: in tests and development, where speed does not matter. */
  checkAnswers: boolean;
  /** Rejects while nothing can be written. */
  requireRoom?: () => Promise<void>;
};

/** Reads one header by its lower-case name; null when it was not sent. */
type HeaderReader = (name: string) => string | null;

/**
 * The edge's data about the caller: no header is read for the address. `header` reads the call's own headers if the
 * edge has parsed them; otherwise the request is read.
 */
export type Caller = { address?: string; header?: HeaderReader };

/** Answers a request to `/api/…`, without a promise when it waits for nothing. Never throws. */
export type Api = (request: Request, caller?: Caller) => Response | Promise<Response>;

const prefix = "/api/";

/**
 * The API below `/api`: one path for each call of the contract, and `openapi.json` made from the contract. Every answer
 * is an envelope, also a 404. A call's name is its path, so routing is one lookup.
 */
export function createApi(options: ApiOptions): Api {
  const document = JSON.stringify(openApiDocument(options.version));
  const route = (request: Request, caller: Caller): Response | Promise<Response> => {
    const name = getPath(request).slice(prefix.length);
    const header = caller.header ?? ((name: string) => request.headers.get(name));
    if (Object.hasOwn(calls, name))
      return answer(name as CallName, { request, header, address: caller.address ?? "" }, options);
    if (name === "openapi.json" && isReading(request))
      return new Response(document, { headers: { "Content-Type": "application/json; charset=utf-8" } });
    return fail("not_found", { messages: options.messages, locale: localeFrom(header) });
  };
  return (request, caller = {}) => {
    const response = route(request, caller);
    if (request.method !== "HEAD") return response;
    return response instanceof Promise ? response.then(headOf) : headOf(response);
  };
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function localeFrom(header: HeaderReader): Locale {
  return localeOf(header("accept-language"));
}

function headOf(response: Response): Response {
  return new Response(null, response);
}

type Arrival = { request: Request; header: HeaderReader; address: string };

function answer(name: CallName, arrival: Arrival, options: ApiOptions): Response | Promise<Response> {
  const { messages } = options;
  const { request, header } = arrival;
  const locale = localeFrom(header);
  const call = calls[name];
  if (call.method === "GET" ? !isReading(request) : request.method !== "POST") {
    const headers = { Allow: call.method === "GET" ? "GET, HEAD" : "POST" };
    return fail("method_not_allowed", { messages, locale, headers });
  }
  const failed = (error: unknown) =>
    translate(error, { messages, locale, onBug: (bug) => options.onBug(bug, name) });
  try {
    const work = perform(name, arrival, locale, options);
    if (!(work instanceof Promise)) return succeed(work);
    return inTime(work, options.deadlineMs).then(succeed, failed);
  } catch (error) {
    return failed(error);
  }
}

/** @throws Failure unavailable when the work takes too long; the work itself is not cancelled */
function inTime<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Failure("unavailable")), deadlineMs);
    const done = () => clearTimeout(timer);
    work.then(resolve, reject).then(done);
  });
}

/**
 * Runs the call's handler. Returns a promise only when the answer has to be waited for: most answers for public pages
 * are the same for everyone and are already prepared.
 * @throws Failure when the caller or the input is refused
 */
function perform(
  name: CallName,
  { request, header, address }: Arrival,
  locale: Locale,
  options: ApiOptions,
): unknown {
  const { clock, db } = options;
  const { access, input, method, output, permission } = calls[name];
  const now = clock.now();
  const bearer = bearerOf(header("authorization"));
  const userAgent = header("user-agent") ?? "";
  // The record of handlers is typed by name; TypeScript cannot follow one name through both records.
  const handler = options.handlers[name] as (input: unknown, context: CallContext) => unknown;
  const handle = (session: Session | null, payload: unknown) => {
    const data = handler(payload, { session, bearer, locale, now, userAgent, address });
    return options.checkAnswers ? checked(data, output) : data;
  };
  const decode = () =>
    method === "GET" ? decodeQuery(input, queryOf(request.url)) : decodeBody(input, request);

  if (access === "public" || (access === "optional" && bearer === null)) {
    const payload = decode();
    if (!(payload instanceof Promise)) return handle(null, payload);
    return payload.then(async (body) => {
      await options.requireRoom?.();
      return handle(null, body);
    });
  }
  return (async () => {
    const session = await authorise({ access, permission }, { db, bearer, now });
    const payload = await decode();
    if (method === "POST") await options.requireRoom?.();
    return handle(session, payload);
  })();
}

/** @throws ZodError when the answer does not match the contract */
async function checked(data: unknown, output: (typeof calls)[CallName]["output"]): Promise<unknown> {
  const answered = await data;
  output.parse(answered instanceof Prepared ? answered.data : answered);
  return answered;
}

/**
 * The permission of an admin's call and the table of levels decide; a call without a permission is refused for
 * everyone.
 * @returns the caller's session
 * @throws Failure unauthorised without a valid token · forbidden for a session without the right
 */
async function authorise(
  { access, permission }: { access: Access; permission?: Permission | undefined },
  { db, bearer, now }: { db: Db; bearer: string | null; now: Date },
): Promise<Session> {
  const session = bearer ? await findSession(db, { token: bearer, now }) : null;
  if (!session) throw new Failure("unauthorised");
  if (access === "admin" && !(permission && isPermitted(session.user.admin, permission)))
    throw new Failure("forbidden");
  return session;
}

function bearerOf(header: string | null): string | null {
  if (header === null) return null;
  return /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(header)?.[1] ?? "";
}

/** The query as sent; URL would silently repair a malformed one. */
function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at).split("#")[0]!;
}

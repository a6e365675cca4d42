import { getPath } from "hono/utils/url";
import { calls, type Access, type CallName } from "../../contract/index.ts";
import { localeOf, type Locale } from "../../contract/locales.ts";
import { isPermitted, type Permission } from "../../contract/accounts/permissions.ts";
import type { Db } from "../db/client.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { findSession, type Session } from "../domain/accounts/identity/session.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { Tracer } from "../db/tracer.ts";
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
  /** undefined = no traces are sent. */
  trace?: Tracer | undefined;
};

/** The edge's data about the caller: no header is read for the address. */
export type Caller = { address?: string };

/** Answers a request to `/api/…`. Never rejects. */
export type Api = (request: Request, caller?: Caller) => Promise<Response>;

const prefix = "/api/";

/**
 * The API below `/api`: one path for each call of the contract, and `openapi.json` made from the contract. Every answer
 * is an envelope, also a 404. A call's name is its path, so routing is one lookup.
 */
export function createApi(options: ApiOptions): Api {
  const document = JSON.stringify(openApiDocument(options.version));
  const route = async (request: Request, address: string): Promise<Response> => {
    const name = getPath(request).slice(prefix.length);
    if (Object.hasOwn(calls, name)) return answer(name as CallName, { request, address }, options);
    if (name === "openapi.json" && isReading(request))
      return new Response(document, { headers: { "Content-Type": "application/json; charset=utf-8" } });
    return fail("not_found", { messages: options.messages, locale: localeFrom(request) });
  };
  return async (request, { address = "" } = {}) => {
    const response = await route(request, address);
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function localeFrom({ headers }: Request): Locale {
  return localeOf(headers.get("Accept-Language"));
}

type Arrival = { request: Request; address: string };

async function answer(name: CallName, arrival: Arrival, options: ApiOptions): Promise<Response> {
  const { messages } = options;
  const { request } = arrival;
  const locale = localeFrom(request);
  const call = calls[name];
  if (call.method === "GET" ? !isReading(request) : request.method !== "POST") {
    const headers = { Allow: call.method === "GET" ? "GET, HEAD" : "POST" };
    return fail("method_not_allowed", { messages, locale, headers });
  }
  try {
    const work = () => perform(name, arrival, locale, options);
    const done = options.trace ? options.trace({ kind: "call", name }, work) : work();
    return succeed(await inTime(done, options.deadlineMs));
  } catch (error) {
    return translate(error, { messages, locale, onBug: (bug) => options.onBug(bug, name) });
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
 * Runs the call's handler.
 * @throws Failure when the caller or the input is refused · ZodError when the answer does not match the contract
 */
async function perform(
  name: CallName,
  { request, address }: Arrival,
  locale: Locale,
  { clock, db, handlers, requireRoom, checkAnswers }: ApiOptions,
): Promise<unknown> {
  const { access, input, method, output, permission } = calls[name];
  const now = clock.now();
  const bearer = bearerOf(request.headers.get("Authorization"));
  const userAgent = request.headers.get("User-Agent") ?? "";
  const isOpen = access === "public" || (access === "optional" && bearer === null);
  const session = isOpen ? null : await authorise({ access, permission }, { db, bearer, now });
  const isGet = method === "GET";
  const payload = isGet ? decodeQuery(input, queryOf(request.url)) : await decodeBody(input, request);
  if (!isGet) await requireRoom?.();
  // The record of handlers is typed by name; TypeScript cannot follow one name through both records.
  const handler = handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
  const data = await handler(payload, { session, bearer, locale, now, userAgent, address });
  if (checkAnswers) output.parse(data instanceof Prepared ? data.data : data);
  return data;
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

/** The same handlers; each first checks that the known settings are current. */
export function withFreshSettings(handlers: Handlers, settings: SettingsStore): Handlers {
  // As in `perform`, TypeScript cannot follow one name through both records.
  type Perform = (input: object, context: CallContext) => Promise<unknown>;
  const fresh = Object.entries(handlers as Record<string, Perform>).map(([name, perform]) => [
    name,
    async (input: object, context: CallContext) => {
      await settings.fresh();
      return perform(input, context);
    },
  ]);
  return Object.fromEntries(fresh) as Handlers;
}

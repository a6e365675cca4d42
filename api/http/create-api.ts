import { getPath } from "hono/utils/url";
import { calls, type Access, type CallName } from "../../contract/index.ts";
import { localeOf, type Locale } from "../../contract/locales.ts";
import type { Permission } from "../../contract/accounts/permissions.ts";
import type { Db } from "../db/client.ts";
import { findKey, isApiKey } from "../domain/accounts/keys/find-key.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { mayDo } from "../domain/kernel/user.ts";
import type { Session } from "../domain/accounts/identity/session.ts";
import type { SettingsStore } from "../domain/service/settings/settings-store.ts";
import type { Clock } from "../ports/clock.ts";
import type { Tracer } from "../db/tracer.ts";
import { explain, failure, respond, success, type Answer } from "./answer.ts";
import { decodeBody, decodeQuery, decodeText } from "./decode.ts";
import type { CallContext, Handlers } from "./call-context.ts";
import type { Messages } from "./messages.ts";
import { openApiDocument } from "./openapi.ts";
import { Prepared } from "./prepared.ts";
import { isLimited, requireProfile } from "./restricted-calls.ts";
import { createSessionFinder, type SessionFinder } from "./session-finder.ts";

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

/** A call of a page in this process. */
export type DirectCall = {
  name: CallName;
  input: object;
  token: string | null;
  locale: Locale;
  userAgent: string;
};

/** The same for all calls of one page that is being rendered. */
export type Visitor = { address: string; visit: object };

/** Answers a request to `/api/…`. Never rejects. */
export type Api = ((request: Request, caller?: Caller) => Promise<Response>) & {
  /**
   * Answers a page in this process: the same checks, without HTTP. What the answer holds may be shared with others, so
   * it is only read. Never rejects.
   */
  direct: (call: DirectCall, visitor: Visitor) => Promise<Answer>;
};

const prefix = "/api/";

/**
 * The API below `/api`: one path for each call of the contract, and `openapi.json` made from the contract. Every answer
 * is an envelope, also a 404. A call's name is its path, so routing is one lookup.
 */
export function createApi(options: ApiOptions): Api {
  // Made when it is first asked for: it takes a tenth of the processor time of a start.
  let document: string | null = null;
  const sessions = createSessionFinder(options.db);
  const answerTo = (arrival: Arrival) => answer(arrival, options, sessions);
  const route = async (request: Request, address: string): Promise<Response> => {
    const name = getPath(request).slice(prefix.length);
    const locale = localeOf(request.headers.get("Accept-Language"));
    const { messages } = options;
    if (Object.hasOwn(calls, name)) {
      const { method } = calls[name as CallName];
      if (method === "GET" ? isReading(request) : request.method === "POST")
        return respond(await answerTo(arrivalOf(name as CallName, { request, address, locale })));
      const headers = { Allow: method === "GET" ? "GET, HEAD" : "POST" };
      return respond(failure("method_not_allowed", { messages, locale, headers }));
    }
    if (name === "openapi.json" && isReading(request))
      return new Response((document ??= JSON.stringify(openApiDocument(options.version))), {
        headers: { "Content-Type": "application/json; charset=utf-8" },
      });
    return respond(failure("not_found", { messages, locale }));
  };
  const fetch = async (request: Request, { address = "" }: Caller = {}): Promise<Response> => {
    const response = await route(request, address);
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
  const direct: Api["direct"] = ({ input, token, ...call }, visitor) =>
    answerTo({
      ...call,
      ...visitor,
      bearer: token,
      read: ({ method, input: schema }) =>
        method === "GET" ? decodeQuery(schema, queryFrom(input)) : decodeText(schema, JSON.stringify(input)),
    });
  return Object.assign(fetch, { direct });
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

type AnyCall = (typeof calls)[CallName];

/** A call on its way to its handler, by HTTP or from a page. */
type Arrival = {
  name: CallName;
  bearer: string | null;
  locale: Locale;
  userAgent: string;
  address: string;
  visit?: object;
  /** @throws Failure invalid with the refused fields */
  read: (call: AnyCall) => unknown;
};

function arrivalOf(
  name: CallName,
  { request, address, locale }: { request: Request; address: string; locale: Locale },
): Arrival {
  return {
    name,
    locale,
    address,
    bearer: bearerOf(request.headers.get("Authorization")),
    userAgent: request.headers.get("User-Agent") ?? "",
    read: (call) =>
      call.method === "GET" ? decodeQuery(call.input, queryOf(request.url)) : decodeBody(call.input, request),
  };
}

async function answer(arrival: Arrival, options: ApiOptions, sessions: SessionFinder): Promise<Answer> {
  const { messages } = options;
  const { name, locale } = arrival;
  try {
    const work = () => perform(arrival, options, sessions);
    const done = options.trace ? options.trace({ kind: "call", name }, work) : work();
    return success(await inTime(done, options.deadlineMs));
  } catch (error) {
    return explain(error, { messages, locale, onBug: (bug) => options.onBug(bug, name) });
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
  arrival: Arrival,
  { db, clock, handlers, requireRoom, checkAnswers }: ApiOptions,
  sessions: SessionFinder,
): Promise<unknown> {
  const { name, read, bearer, visit, ...caller } = arrival;
  const call = calls[name];
  const { access, permission } = call;
  const now = clock.now();
  // A token is sent in a body, so that no log holds it: the call reads.
  const writes = call.method === "POST" && name !== "login/token";
  const sessionOf = (token: string) => sessions.find({ token, now, visit: writes ? undefined : visit });
  // A key is for an admin's calls over HTTP alone: no page is rendered by one, and no user's call made.
  const callerOf = (token: string) =>
    access === "admin" && !visit && isApiKey(token) ? findKey(db, { token, now }) : sessionOf(token);
  const work = async () => {
    const isOpen = access === "public" || (access === "optional" && bearer === null);
    const session = isOpen ? null : authorise({ access, permission }, bearer ? await callerOf(bearer) : null);
    requireProfile({ name, access }, session?.profile ?? null);
    // A token that opens nothing is none to a public call.
    const reader = isOpen && bearer && isLimited(name) ? await sessionOf(bearer) : session;
    const ageLimit = reader?.profile?.ageLimit ?? null;
    const payload = await read(call);
    if (writes) await requireRoom?.();
    // The record of handlers is typed by name; TypeScript cannot follow one name through both records.
    const handler = handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
    return handler(payload, { ...caller, session, ageLimit, bearer, now, sessionOf });
  };
  const data = writes ? await sessions.writing(visit, work) : await work();
  if (checkAnswers) call.output.parse(data instanceof Prepared ? data.data : data);
  return data;
}

/**
 * The permission of an admin's call decides, by the table of levels and by the key that is used; a call without a permission is refused for
 * everyone.
 * @returns the caller's session
 * @throws Failure unauthorised without a session · forbidden for a session without the right
 */
function authorise(
  { access, permission }: { access: Access; permission?: Permission | undefined },
  session: Session | null,
): Session {
  if (!session) throw new Failure("unauthorised");
  if (access === "admin" && !(permission && mayDo(session.user, permission))) throw new Failure("forbidden");
  return session;
}

function bearerOf(header: string | null): string | null {
  if (header === null) return null;
  return /^Bearer ((?:mk_)?[A-Za-z0-9_-]{43})$/i.exec(header)?.[1] ?? "";
}

/** The query as sent; URL would silently repair a malformed one. */
function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at).split("#")[0]!;
}

/** A payload as the query that a client over HTTP would send. */
function queryFrom(input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
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

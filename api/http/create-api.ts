import { Hono } from "hono";
import { calls, type CallName } from "../../contract/index.ts";
import { localeOf, type Locale } from "../../contract/locales.ts";
import type { Db } from "../db/client.ts";
import { Failure } from "../domain/failure.ts";
import { findSession, type Session } from "../domain/identity/session.ts";
import type { Clock } from "../ports/clock.ts";
import { fail, succeed, translate } from "./answer.ts";
import { decodeBody, decodeQuery } from "./decode.ts";
import type { CallContext, Handlers } from "./handlers.ts";
import type { Messages } from "./messages.ts";
import { openApiDocument } from "./openapi.ts";

export type ApiOptions = {
  db: Db;
  handlers: Handlers;
  messages: Messages;
  clock: Clock;
  version: string;
  onBug: (error: unknown, call: string) => void;
  /** Milliseconds a call may take: a database that can't be reached may never say so. */
  deadlineMs: number;
  /** Answers are held against the contract too: in tests and in development, where the time does not matter. */
  checkAnswers: boolean;
};

/**
 * The API below `/api`: one route a call, made from the contract; `openapi.json` from the same. Every answer is
 * an envelope, also for what is not there.
 */
export function createApi(options: ApiOptions): Hono {
  const { messages } = options;
  const api = new Hono();
  const document = JSON.stringify(openApiDocument(options.version));

  for (const name of Object.keys(calls) as CallName[]) {
    const { method } = calls[name];
    api.on(method, `/${name}`, (c) => answer(name, c.req.raw, options));
    api.all(`/${name}`, (c) => {
      const locale = localeOf(c.req.header("Accept-Language"));
      return fail("method_not_allowed", {
        messages,
        locale,
        headers: { Allow: method === "GET" ? "GET, HEAD" : "POST" },
      });
    });
  }
  api.get("/openapi.json", (c) =>
    c.body(document, 200, { "Content-Type": "application/json; charset=utf-8" }),
  );
  // A route, not notFound(): that would be lost where this app is mounted below another.
  api.all("*", (c) => fail("not_found", { messages, locale: localeOf(c.req.header("Accept-Language")) }));
  api.onError((error, c) => {
    const locale = localeOf(c.req.header("Accept-Language"));
    return translate(error, { messages, locale, onBug: (bug) => options.onBug(bug, c.req.path) });
  });
  return api;
}

async function answer(name: CallName, request: Request, options: ApiOptions): Promise<Response> {
  const { messages } = options;
  const locale = localeOf(request.headers.get("Accept-Language"));
  try {
    return succeed(await inTime(perform(name, request, locale, options), options.deadlineMs));
  } catch (error) {
    return translate(error, { messages, locale, onBug: (bug) => options.onBug(bug, name) });
  }
}

/** @throws Failure unavailable when the work takes longer than that; the work itself can't be called back */
async function inTime<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Failure("unavailable")), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

async function perform(
  name: CallName,
  request: Request,
  locale: Locale,
  options: ApiOptions,
): Promise<unknown> {
  const { clock, db } = options;
  const call = calls[name];
  const now = clock.now();
  const bearer = bearerOf(request);
  const session = await authorise(call.access, { db, bearer, now });
  const input =
    call.method === "GET"
      ? decodeQuery(call.input, queryOf(request.url))
      : await decodeBody(call.input, request);
  const userAgent = request.headers.get("User-Agent") ?? "";
  const context: CallContext = { session, bearer, locale, now, userAgent };
  // The record of handlers is typed by name; TypeScript can't follow one name through both records.
  const handler = options.handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
  const data = await handler(input, context);
  if (options.checkAnswers) call.output.parse(data);
  return data;
}

/**
 * @returns the session, or null where the call needs none
 * @throws Failure unauthorised without a valid token · forbidden for a session without the right
 */
async function authorise(
  access: (typeof calls)[CallName]["access"],
  { db, bearer, now }: { db: Db; bearer: string | null; now: Date },
): Promise<Session | null> {
  if (access === "public" || (access === "optional" && bearer === null)) return null;
  const session = bearer ? await findSession(db, { token: bearer, now }) : null;
  if (!session) throw new Failure("unauthorised");
  if (access === "admin" && session.user.admin <= 0) throw new Failure("forbidden");
  return session;
}

function bearerOf(request: Request): string | null {
  const header = request.headers.get("Authorization");
  if (header === null) return null;
  return /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(header)?.[1] ?? "";
}

/** The query as it was sent; URL would quietly mend what is malformed. */
function queryOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at).split("#")[0]!;
}

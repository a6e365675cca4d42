import { data, redirect, type AppLoadContext } from "@remix-run/node";
import type { TFunction } from "i18next";
import { codeName, codes } from "../../contract/codes.ts";
import type { Envelope } from "../../contract/index.ts";
import type { Locale } from "../../contract/locales.ts";
import { createClient, type ApiClient } from "../api-client/create-client.ts";
import { createDirectClient, type DirectOptions } from "../api-client/direct-client.ts";
import { localeOfRequest, translatorOf } from "./i18n.server.ts";
import { forgetSession, readSession } from "./session-cookie.server.ts";

/** The data of a failed call for the error screen. */
export type Failed = { message: string; requestId: string };

/** The API on behalf of one request's user. */
export type ServerApi = {
  api: ApiClient;
  locale: Locale;
  t: TFunction;
  /** The session's token, from the cookie. */
  token: string | null;
  /** Makes this request's further calls with another token: of a session that was just opened. */
  adopt: (token: string) => void;
  /** There is a session and no call has refused it yet. */
  signed: () => boolean;
  /**
   * The data of a success. Anything else is thrown as an error response with the failure's status and its text, which
   * the route's error screen shows.
   */
  unwrap: <D>(envelope: Envelope<D>) => D;
};

type Session = {
  token: string | null;
  refused: boolean;
  /** The API's Retry-After, if it refused a call for now. */
  retryAfter: string | null;
};

/** What both clients are given. */
type Shared = Omit<DirectOptions, "send" | "locale">;

// Loaders of one request run in parallel; a finding about the session applies to all of them.
const sessions = new WeakMap<AppLoadContext, Session>();

function sessionOf(request: Request, context: AppLoadContext): Session {
  const known = sessions.get(context);
  if (known) return known;
  const session: Session = {
    token: readSession(request, context.origin),
    refused: false,
    retryAfter: null,
  };
  sessions.set(context, session);
  return session;
}

/** The API for a loader or an action: the session of the cookie, the language of the request, no socket. */
export async function serverApi(request: Request, context: AppLoadContext): Promise<ServerApi> {
  const session = sessionOf(request, context);
  const locale = await localeOfRequest(request, context);
  const t = translatorOf(locale, context).getFixedT(locale);
  const shared: Shared = {
    token: () => session.token,
    text: (key) => t(`errors.${key}`),
    // A session's device is named after the user's browser, not after this server.
    userAgent: request.headers.get("User-Agent") ?? "",
    onUnauthorised: () => {
      session.token = null;
      session.refused = true;
    },
    onRetryAfter: (value) => (session.retryAfter = value ?? session.retryAfter),
  };
  const { direct } = context;
  const api = direct
    ? createDirectClient({ ...shared, send: direct, locale })
    : remoteClient(context, { ...shared, locale });
  return {
    api: askingToConfirm(api, request),
    locale,
    t,
    token: session.token,
    adopt: (token) => {
      session.token = token;
      session.refused = false;
    },
    signed: () => session.token !== null,
    unwrap: (envelope) => {
      if (envelope.c === 0) return envelope.d as never;
      const failed: Failed = { message: envelope.m, requestId: context.requestId };
      throw data(failed, { status: statusOf(envelope.c) });
    },
  };
}

/**
 * The same client. Where a call wants the user to confirm who they are, it throws the way to the page that asks: that
 * page gets the form as it was sent (307), and sends it here again. Where the open profile may not make a call, it throws
 * the way to the choice of another one.
 */
function askingToConfirm(api: ApiClient, request: Request): ApiClient {
  const checked = <E extends Envelope<unknown>>(answer: E): E => {
    if (answer.c !== codes.confirm_required.c && answer.c !== codes.profile_needed.c) return answer;
    const { pathname, searchParams } = new URL(request.url);
    searchParams.delete("_routes");
    const path = pathname.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
    const to = path + (searchParams.size > 0 ? `?${searchParams}` : "");
    if (answer.c === codes.profile_needed.c)
      throw redirect(`/page/profiles?${new URLSearchParams({ to })}`, { status: 303 });
    throw redirect(`/page/confirm?${new URLSearchParams({ to })}`, {
      status: request.method === "POST" ? 307 : 303,
    });
  };
  return {
    get: async (...call) => checked(await api.get(...call)),
    post: async (...call) => checked(await api.post(...call)),
  };
}

/** The API as everyone may call it, without a session, in a language. */
export function publicApi(request: Request, context: AppLoadContext, locale: Locale): ApiClient {
  const t = translatorOf(locale, context).getFixedT(locale);
  const shared: Shared = {
    token: () => null,
    text: (key) => t(`errors.${key}`),
    userAgent: request.headers.get("User-Agent") ?? "",
    onUnauthorised: () => {},
    onRetryAfter: () => {},
  };
  const { direct } = context;
  return direct
    ? createDirectClient({ ...shared, send: direct, locale })
    : remoteClient(context, { ...shared, locale });
}

/** The API of another process (API_URL). */
function remoteClient(
  { apiFetch, origin, requestId }: AppLoadContext,
  { locale, userAgent, onRetryAfter, ...shared }: Shared & { locale: Locale },
): ApiClient {
  return createClient({
    ...shared,
    fetch: async (call) => {
      const answer = await apiFetch(call);
      onRetryAfter(answer.headers.get("Retry-After"));
      return answer;
    },
    base: origin,
    locale: () => locale,
    headers: { "X-Request-Id": requestId, "User-Agent": userAgent },
  });
}

/**
 * If a call of this request was answered 401, tells the browser to clear the session's cookie. entry.server.tsx calls
 * it for every document and data answer, so no loader has to.
 */
export function forgetRefusedSession(context: AppLoadContext, headers: Headers): void {
  if (sessions.get(context)?.refused) forgetSession(headers, context.origin);
}

/** Sets Retry-After on a page that is refused for now, as the call behind it did. */
export function setRetryAfter(context: AppLoadContext, status: number, headers: Headers): void {
  const retryAfter = sessions.get(context)?.retryAfter;
  if (retryAfter && (status === 429 || status === 503)) headers.set("Retry-After", retryAfter);
}

function statusOf(code: number): number {
  const name = codeName(code);
  if (name) return codes[name].status;
  // The client's own codes: the API could not be reached.
  return code < 0 ? 503 : 500;
}

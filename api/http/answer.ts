import { codes, type CodeName, type Envelope } from "../../contract/index.ts";
import type { Locale } from "../../contract/locales.ts";
import { isDatabaseAway, isDiskFull, isEndedForAnother } from "../db/fault.ts";
import { Failure, type RefusedField } from "../domain/kernel/failure.ts";
import { isStorageFailure } from "../domain/service/files/storage-failure.ts";
import type { Messages } from "./messages.ts";
import { Prepared } from "./prepared.ts";

const base = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** What a call is answered, before it is written as JSON. */
export type Answer = {
  status: number;
  envelope: Envelope<unknown>;
  headers?: Record<string, string>;
  /** The envelope as JSON, where it is ready. */
  text?: string;
};

/** A success: the data in its envelope. */
export function success(data: unknown): Answer {
  if (data instanceof Prepared)
    return { status: 200, envelope: { c: 0, m: "", d: data.data }, text: data.text };
  return { status: 200, envelope: { c: 0, m: "", d: data } };
}

/** An answer as HTTP. */
export function respond({ status, envelope, headers, text = JSON.stringify(envelope) }: Answer): Response {
  return new Response(text, { status, headers: { ...base, ...headers } });
}

/** The HTTP answer of a success. */
export function succeed(data: unknown): Response {
  return respond(success(data));
}

/** A failure by its code: the envelope in the caller's language, with the code's HTTP status. */
export function failure(
  code: CodeName,
  {
    messages,
    locale,
    issues = [],
    headers = {},
    details = {},
  }: {
    messages: Messages;
    locale: Locale;
    issues?: RefusedField[];
    headers?: Record<string, string>;
    details?: Failure["details"];
  },
): Answer {
  const { c, status } = codes[code];
  const worded = issues.map(({ field, reason, rule }) => ({
    field,
    reason,
    message: messages.field(reason, locale, rule),
  }));
  const data = { ...(worded.length > 0 && { issues: worded }), ...details };
  const envelope: Envelope<never> = {
    c,
    m: details.ban ? messages.ban(details.ban, locale) : messages.code(code, locale),
    d: Object.keys(data).length > 0 ? data : null,
  };
  return { status, envelope, headers };
}

type FailureContext = { messages: Messages; locale: Locale; onBug: (error: unknown) => void };

/**
 * The only translator of errors from use-cases. An expected failure keeps its code; a full disk, an unreachable
 * database, an unreachable storage or a deadlock becomes 503; any other error is a bug, reported to `onBug` and answered
 * as 500 without details.
 */
export function explain(error: unknown, context: FailureContext): Answer {
  if (error instanceof Failure) {
    const { code, issues, retryAfterS, details } = error;
    const headers = retryAfterS === undefined ? undefined : { "Retry-After": String(retryAfterS) };
    return failure(code, { ...context, issues, details, headers });
  }
  context.onBug(error);
  if (isDiskFull(error)) return failure("disk_full", { ...context, headers: { "Retry-After": "60" } });
  if (isDatabaseAway(error) || isStorageFailure(error))
    return failure("unavailable", { ...context, headers: { "Retry-After": "5" } });
  if (isEndedForAnother(error))
    return failure("unavailable", { ...context, headers: { "Retry-After": "1" } });
  return failure("server_error", context);
}

/** The HTTP answer of a failure. */
export function translate(error: unknown, context: FailureContext): Response {
  return respond(explain(error, context));
}

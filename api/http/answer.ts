import { codes, type CodeName, type Envelope, type FieldIssue } from "../../contract/index.ts";
import type { Locale } from "../../contract/locales.ts";
import { isDatabaseAway, isDiskFull, isEndedForAnother } from "../db/fault.ts";
import { Failure } from "../domain/kernel/failure.ts";
import { isStorageFailure } from "../domain/service/files/storage-failure.ts";
import type { Messages } from "./messages.ts";
import { Prepared, successText } from "./prepared.ts";

const base = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/** A success: the data in its envelope. */
export function succeed(data: unknown): Response {
  return new Response(data instanceof Prepared ? data.text : successText(data), { headers: base });
}

/** A failure by its code: the envelope in the caller's language, with the code's HTTP status. */
export function fail(
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
    issues?: Omit<FieldIssue, "message">[];
    headers?: Record<string, string>;
    details?: Failure["details"];
  },
): Response {
  const { c, status } = codes[code];
  const worded = issues.map((issue) => ({ ...issue, message: messages.field(issue.reason, locale) }));
  const data = { ...(worded.length > 0 && { issues: worded }), ...details };
  const envelope: Envelope<never> = {
    c,
    m: details.ban ? messages.ban(details.ban, locale) : messages.code(code, locale),
    d: Object.keys(data).length > 0 ? data : null,
  };
  return new Response(JSON.stringify(envelope), { status, headers: { ...base, ...headers } });
}

/**
 * The only translator of errors from use-cases. An expected failure keeps its code; a full disk, an unreachable
 * database, an unreachable storage or a deadlock becomes 503; any other error is a bug, reported to `onBug` and answered
 * as 500 without details.
 */
export function translate(
  error: unknown,
  context: { messages: Messages; locale: Locale; onBug: (error: unknown) => void },
): Response {
  if (error instanceof Failure) {
    const { code, issues, retryAfterS, details } = error;
    const headers = retryAfterS === undefined ? undefined : { "Retry-After": String(retryAfterS) };
    return fail(code, { ...context, issues, details, headers });
  }
  context.onBug(error);
  if (isDiskFull(error)) return fail("disk_full", { ...context, headers: { "Retry-After": "60" } });
  if (isDatabaseAway(error) || isStorageFailure(error))
    return fail("unavailable", { ...context, headers: { "Retry-After": "5" } });
  if (isEndedForAnother(error)) return fail("unavailable", { ...context, headers: { "Retry-After": "1" } });
  return fail("server_error", context);
}

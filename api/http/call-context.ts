import type { CallName, OutputOf, ParsedOf } from "../../contract/index.ts";
import type { Locale } from "../../contract/locales.ts";
import type { Session } from "../domain/accounts/identity/session.ts";
import type { AgeLimit } from "../domain/kernel/age-limit.ts";
import type { Prepared } from "./prepared.ts";

/** Everything a handler may know about the request. */
export type CallContext = {
  /** Null on public calls, and on optional ones without a token. */
  session: Session | null;
  /** What the caller may see of the catalogue: the limit of a kids profile; null = everything. */
  ageLimit: AgeLimit;
  /** The bearer token as sent, unverified; for the login calls, which replace it. */
  bearer: string | null;
  /** Looks up the session of a token. */
  sessionOf: (token: string) => Promise<Session | null>;
  locale: Locale;
  now: Date;
  userAgent: string;
  /** The caller's address from the edge; empty when unknown. Rate limits use it. */
  address: string;
};

/** One handler for each call. An answer that many callers get is `Prepared`. */
export type Handlers = {
  [N in CallName]: (input: ParsedOf<N>, context: CallContext) => Promise<OutputOf<N> | Prepared<OutputOf<N>>>;
};

import type { CallName, OutputOf, ParsedOf } from "../../contract/index.ts";
import type { Locale } from "../../contract/locales.ts";
import type { Session } from "../domain/accounts/identity/session.ts";
import type { Prepared } from "./prepared.ts";

/** Who calls, and how: all a handler may know of the request. */
export type CallContext = {
  /** Null on public calls, and on optional ones without a token. */
  session: Session | null;
  /** The bearer token as sent, unverified; for the login calls, which replace it. */
  bearer: string | null;
  locale: Locale;
  now: Date;
  userAgent: string;
  /** The caller's, as the edge knows it; empty where nobody said. What is limited is limited by it. */
  address: string;
};

/** What a handler gives back: at once where nothing has to be waited for, prepared where many are given the same. */
type Answer<T> = T | Prepared<T> | Promise<T | Prepared<T>>;

export type Handlers = {
  [N in CallName]: (input: ParsedOf<N>, context: CallContext) => Answer<OutputOf<N>>;
};

import type { oidcCalls } from "../../contract/accounts/oidc.ts";
import {
  beginOidc,
  enterByOidc,
  linkOidc,
  listLinked,
  mayLink,
  unlinkOidc,
} from "../domain/accounts/oidc/sign-in-by-oidc.ts";
import { Failure } from "../domain/kernel/failure.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { Handlers } from "./call-context.ts";
import { confirmed, signedIn } from "./callers.ts";
import { identityOf } from "./sign-in-ways.ts";

/** Signing in at the operator's OpenID Connect provider, and the identities of the caller there. */
export function createOidcHandlers(deps: AccountsDeps): Pick<Handlers, keyof typeof oidcCalls> {
  const settings = () => deps.store.known().values;
  return {
    "oidc/begin": async ({ for: purpose }, context) => {
      const { session, now } = context;
      const values = settings();
      if (purpose === "link") {
        const { user } = confirmed(context);
        if (!mayLink(user)) throw new Failure("forbidden");
        return beginOidc(deps, { user, fresh: true, values, now });
      }
      // Who holds a member's session may confirm it this way.
      const fresh = session?.user.anonymous === false;
      return beginOidc(deps, { user: null, fresh, values, now });
    },
    "identity/oidc": async (input, { now }) =>
      identityOf(await enterByOidc(deps, { ...input, values: settings(), now })),
    "oidc/link": async (input, context) => {
      const { user } = signedIn(context);
      await linkOidc(deps, {
        ...input,
        user,
        values: settings(),
        locale: context.locale,
        now: context.now,
      });
      return {};
    },
    "oidc/list": (_input, context) => listLinked(deps, { user: signedIn(context).user, values: settings() }),
    "oidc/unlink": async (input, context) => {
      await unlinkOidc(deps, { ...input, user: confirmed(context).user, locale: context.locale });
      return {};
    },
  };
}

import type { Identity, signInCalls } from "../../contract/accounts/sign-in.ts";
import { enterByLink, mailSignInLink } from "../domain/accounts/identity/sign-in-link.ts";
import type { ProvenIdentity } from "../ports/identity.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import type { Handlers } from "./call-context.ts";

/** Ways to sign in without a password. Each ends in a proof, which `login/uid` judges. */
export function createSignInHandlers(deps: AccountsDeps): Pick<Handlers, keyof typeof signInCalls> {
  return {
    "identity/link": async ({ email }, { locale }) => {
      mailSignInLink(deps, { email, locale });
      return {};
    },
    "identity/link-enter": async ({ code }) => identityOf(await enterByLink(deps, code)),
  };
}

/** An identity and its proof, as the contract has them. */
export function identityOf({ state, proof }: ProvenIdentity): Identity {
  return { uid: state.uid, proof, name: state.name, avatar: state.avatar };
}

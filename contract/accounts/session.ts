import { z } from "zod";
import { post } from "../call.ts";
import { identity } from "./sign-in.ts";
import { longestPassword } from "./values.ts";
import { email, password, proof, token, uid, userName } from "../fields.ts";
import { userInfo } from "../models.ts";
import { unseen } from "../service/notices.ts";

/** Makes a mailed code valid for one address. */
export const signUpTicket = z.string().regex(/^\d{10}\.[\w-]{22}\.[\w-]{43}$/);
export const mailedCode = z.string().regex(/^\d{6}$/);

export const sessionCalls = {
  "login/uid": post({
    access: "public",
    summary:
      "Exchanges a proven uid of the identity provider for a token and the user's info. An account with a second factor is answered `factor_required`, with the ticket for `login/factor`.",
    input: z.strictObject({ uid, proof: proof.optional() }),
    output: z.strictObject({ token, info: userInfo }),
  }),
  "login/token": post({
    access: "public",
    summary: "The user info of a token, and how many notices of the user are unseen.",
    input: z.strictObject({ token }),
    output: userInfo.extend({
      unseen,
      /** The operator requires a second factor of admins, and the caller has none yet: admin calls are refused. */
      factor_needed: z.boolean(),
    }),
  }),
  "session/end": post({
    access: "session",
    summary: "Revokes the token the call was made with.",
    input: z.strictObject({}),
    output: z.strictObject({}),
  }),
  "identity/anonymous": post({
    access: "public",
    summary:
      "A new anonymous identity, for callers that can't make one with the identity provider themselves.",
    input: z.strictObject({}),
    output: identity,
  }),
  "identity/sign-in": post({
    access: "public",
    summary: "E-mail and password for a proof. The same answer for a wrong password and an unknown account.",
    input: z.strictObject({ email, password: z.string().min(1).max(longestPassword) }),
    output: identity,
  }),
  "identity/sign-up-code": post({
    access: "public",
    summary:
      "Mails a code that proves an address, or, to who has an account, that there is one. The same answer either way. Only where `config` says that addresses are confirmed.",
    input: z.strictObject({ email }),
    /** Send it along with the code. It is valid for half an hour and does not reveal the code. */
    output: z.strictObject({ ticket: signUpTicket }),
  }),
  "identity/sign-up": post({
    access: "optional",
    summary:
      "A new account; made from a guest's session it keeps the guest's uid. Wants ticket and code where addresses are confirmed.",
    input: z.strictObject({
      email,
      password,
      ticket: signUpTicket.optional(),
      code: mailedCode.optional(),
      name: userName.optional(),
      /** A proof of the guest's identity, if the browser made one with the identity provider. */
      guestProof: proof.optional(),
    }),
    output: identity,
  }),
};

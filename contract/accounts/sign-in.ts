import { z } from "zod";
import { post } from "../call.ts";
import { email, proof, uid } from "../fields.ts";

/** A user of the identity provider, and a proof that the caller is that user. */
export const identity = z.strictObject({
  uid,
  proof,
  name: z.string().nullable(),
  avatar: z.string().nullable(),
});
export type Identity = z.infer<typeof identity>;

export const signInCalls = {
  "identity/link": post({
    access: "public",
    summary:
      "Mails a link that signs in, valid once and for a quarter of an hour. The same answer whether or not there is such an account. Only where `config` says so.",
    input: z.strictObject({ email }),
    output: z.strictObject({}),
  }),
  "identity/link-enter": post({
    access: "public",
    summary: "The code of such a link for a proof. It is used up.",
    input: z.strictObject({ code: z.string().regex(/^[\w-]{43}$/) }),
    output: identity,
  }),
};

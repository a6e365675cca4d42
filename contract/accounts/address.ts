import { z } from "zod";
import { get, post } from "../call.ts";
import { email } from "../fields.ts";
import { mailedCode, signUpTicket } from "./session.ts";

/** An account's e-mail address: its proof by a mailed code, and another one in its place. */
export const addressCalls = {
  "address/state": get({
    access: "session",
    summary: "The account's e-mail address, and whether its user has proven it.",
    input: z.strictObject({}),
    output: z.strictObject({
      /** Null for a guest. */
      email: z.string().nullable(),
      /** Null where that is not known here: the identity provider confirms addresses itself. */
      confirmed: z.boolean().nullable(),
      /** Whether this service mails codes, so that the address can be confirmed and changed. */
      possible: z.boolean(),
    }),
  }),
  "address/send": post({
    access: "session",
    summary:
      "Mails a code that proves an address: the account's own, or with `email` the one that shall take its place. To who has an account already goes a notice; the answer is the same.",
    input: z.strictObject({ email: email.optional() }),
    /** Send it along with the code. It is valid for half an hour and does not reveal the code. */
    output: z.strictObject({ ticket: signUpTicket }),
  }),
  "address/confirm": post({
    access: "session",
    summary: "Proves the account's own address by the mailed code.",
    input: z.strictObject({ ticket: signUpTicket, code: mailedCode }),
    output: z.strictObject({}),
  }),
  "address/change": post({
    access: "session",
    summary:
      "Puts another address, proven by the mailed code, in place of the account's. Both are told, and other sessions end. Takes a confirmed session.",
    input: z.strictObject({ email, ticket: signUpTicket, code: mailedCode }),
    output: z.strictObject({}),
  }),
};

import { z } from "zod";
import { post, get } from "../call.ts";
import { iso, proof, token } from "../fields.ts";
import { userInfo } from "../models.ts";
import { passkey, passkeyAnswer, signInTicket } from "./passkeys.ts";
import { longestPassword } from "./values.ts";

/** Six digits of the app, or a recovery code as it was typed. */
const factorCode = z.string().min(1).max(64);

/** The secret of a set-up, sealed: only this server reads it, and only for the caller. */
const setUpTicket = z.string().regex(/^[\w-]{1,400}$/);

const recoveryCodes = z.strictObject({
  /** Shown once: only their digests are stored. */
  codes: z.array(z.string().regex(/^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/)),
});

const nothing = z.strictObject({});

export const factorCalls = {
  "login/factor": post({
    access: "public",
    summary:
      "Finishes a sign-in that waits for its second factor: the ticket of `factor_required`, and a code of the app, a recovery code, or the answer of a passkey.",
    input: z.strictObject({
      ticket: signInTicket,
      code: factorCode.optional(),
      passkey: passkeyAnswer.optional(),
    }),
    output: z.strictObject({ token, info: userInfo }),
  }),
  "session/confirm": post({
    access: "session",
    summary:
      "Confirms the caller by the password, a code of the second factor, a passkey or a fresh proof. For ten minutes the session may then do what answers `confirm_required` otherwise.",
    input: z.strictObject({
      password: z.string().min(1).max(longestPassword).optional(),
      code: factorCode.optional(),
      proof: proof.optional(),
      passkey: passkeyAnswer.optional(),
    }),
    output: nothing,
  }),
  "factor/state": get({
    access: "session",
    summary: "The caller's second factors.",
    input: nothing,
    output: z.strictObject({
      /** Whether this account can have codes of an app: it has a password here. */
      possible: z.boolean(),
      /** When they were turned on; null = they are off. */
      since: iso.nullable(),
      /** Recovery codes that are still unused. */
      recoveryLeft: z.int(),
      /** The operator requires one of the caller, who has none yet. */
      needed: z.boolean(),
      /** Whether this account can have passkeys. */
      passkeysPossible: z.boolean(),
      passkeys: z.array(passkey),
    }),
  }),
  "factor/begin": post({
    access: "session",
    summary:
      "A new secret for an authenticator app. Nothing changes until `factor/turn-on`. With the ticket of an earlier answer, that answer again.",
    input: z.strictObject({ ticket: setUpTicket.optional() }),
    output: z.strictObject({
      ticket: setUpTicket,
      /** Base32, for typing. */
      secret: z.string(),
      /** `otpauth://totp/…`, for a QR code or a link. */
      uri: z.string(),
    }),
  }),
  "factor/turn-on": post({
    access: "session",
    summary: "Turns the second factor on by the first code of the app. Answers the recovery codes, once.",
    input: z.strictObject({ ticket: setUpTicket, code: factorCode }),
    output: recoveryCodes,
  }),
  "factor/renew-codes": post({
    access: "session",
    summary: "Ten new recovery codes; the old ones open nothing any more.",
    input: nothing,
    output: recoveryCodes,
  }),
  "factor/turn-off": post({
    access: "session",
    summary: "Removes the second factor and its recovery codes.",
    input: nothing,
    output: nothing,
  }),
};

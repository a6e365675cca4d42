import { z } from "zod";
import { get, post } from "../call.ts";
import { email, password, proof, token, uid } from "../fields.ts";
import { firebaseSettings } from "./firebase.ts";
import { userInfo } from "../models.ts";
import { passwordPolicy } from "./password-policy.ts";
import { downloadPolicy } from "../service/settings.ts";

const signUpTicket = z.string().regex(/^\d{10}\.[\w-]{22}\.[\w-]{43}$/);

const identity = z.strictObject({
  uid,
  proof,
  name: z.string().nullable(),
  avatar: z.string().nullable(),
});
export type Identity = z.infer<typeof identity>;

export const sessionCalls = {
  config: get({
    access: "public",
    summary: "The public configuration, the first thing a client asks for.",
    input: z.strictObject({}),
    output: z.strictObject({
      name: z.string(),
      version: z.string(),
      locales: z.array(z.string()),
      identity: z.strictObject({
        provider: z.enum(["local", "firebase"]),
        minPasswordLength: z.int(),
        password: passwordPolicy,
        /** Whether a forgotten password can be reset: false when no mail can be sent. */
        reset: z.boolean(),
        /** Whether an account opens only with a code mailed to its address: false when mails reach no one. */
        confirm: z.boolean(),
        /** Settings for the browser's part of the provider; null when it has none. */
        firebase: firebaseSettings.nullable(),
      }),
      upload: z.strictObject({ maxBytes: z.int(), pictureMaxBytes: z.int() }),
      progress: z.strictObject({ everyS: z.int() }),
      /** Which users may download movies for offline use. */
      downloads: downloadPolicy,
      /** closed: no new accounts; existing members and guests stay. */
      signUp: z.enum(["open", "closed"]),
      /** Whether people can watch without an account. */
      guestWatching: z.boolean(),
      /** Contact address for users. */
      contact: z.string().nullable(),
      /** Whether the page /test exists. */
      diagnostics: z.boolean(),
      demo: z.boolean(),
    }),
  }),
  "login/uid": post({
    access: "public",
    summary: "Exchanges a proven uid of the identity provider for a token and the user's info.",
    input: z.strictObject({ uid, proof: proof.optional() }),
    output: z.strictObject({ token, info: userInfo }),
  }),
  "login/token": post({
    access: "public",
    summary: "The user info of a token.",
    input: z.strictObject({ token }),
    output: userInfo,
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
    input: z.strictObject({ email, password: z.string().min(1).max(256) }),
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
      code: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
      name: z.string().trim().min(1).max(80).optional(),
      /** A proof of the guest's identity, if the browser made one with the identity provider. */
      guestProof: proof.optional(),
    }),
    output: identity,
  }),
  stat: post({
    access: "optional",
    summary: "Records one event, such as where a visitor came from.",
    input: z.strictObject({
      action: z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/),
      target: z.int().min(0).max(2_147_483_647),
      remark: z.string().max(256),
    }),
    output: z.strictObject({}),
  }),
  "oss/form": get({
    access: "session",
    summary:
      "A presigned POST policy: the fields to send along with a file, and where to. Where they have a key, its ${filename} stands for the file's name: the SHA-256 and the extension. Anybody may send a picture, whoever may change the catalogue all else that is stored.",
    input: z.strictObject({ purpose: z.enum(["picture"]).optional() }),
    output: z.strictObject({ form: z.record(z.string(), z.string()), url: z.string() }),
  }),
};

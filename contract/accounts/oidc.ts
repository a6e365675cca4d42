import { z } from "zod";
import { post, get } from "../call.ts";
import { iso } from "../fields.ts";
import { identity } from "./sign-in.ts";

/** Finishes what began in this browser: 256 bits, base64url. */
const ticket = z.string().regex(/^[\w-]{43}$/);
/** The query of the address that the provider sent the browser back to. */
const callback = z.string().max(8_192);

const key = { issuer: z.string().min(1).max(500), subject: z.string().min(1).max(255) };
const nothing = z.strictObject({});

export const oidcCalls = {
  "oidc/begin": post({
    access: "optional",
    summary:
      "Begins a sign-in at the operator's OpenID Connect provider, or links an identity there to the caller's account. Only where `config` names one.",
    input: z.strictObject({ for: z.enum(["sign-in", "link"]) }),
    output: z.strictObject({
      /** Where the browser goes. */
      url: z.string(),
      /** Only for the browser that begins: keep it in a cookie that scripts can't read. */
      ticket,
      label: z.string(),
    }),
  }),
  "identity/oidc": post({
    access: "public",
    summary:
      "What a browser came back with from the provider for a proof; a new account where there is none.",
    input: z.strictObject({ ticket, callback }),
    output: identity,
  }),
  "oidc/link": post({
    access: "session",
    summary: "Links what the browser came back with to the caller's account.",
    input: z.strictObject({ ticket, callback }),
    output: nothing,
  }),
  "oidc/list": get({
    access: "session",
    summary: "The identities that are linked to the caller's account.",
    input: nothing,
    output: z.strictObject({
      /** Name of the provider at which another one can be linked; null = none. */
      label: z.string().nullable(),
      items: z.array(z.strictObject({ ...key, label: z.string().nullable(), createdAt: iso })),
    }),
  }),
  "oidc/unlink": post({
    access: "session",
    summary: "Takes an identity from the caller's account, unless it is the only way to open it.",
    input: z.strictObject(key),
    output: nothing,
  }),
};

import { z } from "zod";
import { post } from "../call.ts";
import { iso, token } from "../fields.ts";
import { userInfo } from "../models.ts";
import { longestPasskeyName } from "./values.ts";

const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/);
const credentialId = bytes(1_400).min(1);
const transport = z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

/** Opens a sign-in that waits for its second factor: 256 bits, base64url. */
export const signInTicket = z.string().regex(/^[\w-]{43}$/);

/** What `navigator.credentials.get` answers, as `toJSON` writes it. What we do not need of it is not read. */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(8_192),
    userHandle: bytes(128).nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** What `navigator.credentials.create` answers, as `toJSON` writes it. */
export const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(32_768),
    transports: z.array(z.string().max(32)).max(10).default([]),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

const descriptor = z.strictObject({
  id: credentialId,
  type: z.literal("public-key"),
  transports: z.array(transport),
});
export type PasskeyDescriptor = z.infer<typeof descriptor>;
export type PasskeyTransport = z.infer<typeof transport>;
export const passkeyTransports = transport.options;

const requestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.int(),
  userVerification: z.enum(["required", "preferred"]),
  /** Empty = whichever the user chooses. */
  allowCredentials: z.array(descriptor),
});
export type PasskeyRequest = z.infer<typeof requestOptions>;

const creationOptions = z.strictObject({
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type PasskeyCreation = z.infer<typeof creationOptions>;

/** A passkey as its owner sees it. */
export const passkey = z.strictObject({
  id: credentialId,
  name: z.string(),
  createdAt: iso,
  /** Null = not used yet. */
  usedAt: iso.nullable(),
  /** Whether its provider keeps a copy, which other devices of the owner have too. */
  backedUp: z.boolean(),
});

const name = z.string().trim().min(1).max(longestPasskeyName);
const nothing = z.strictObject({});

export const passkeyCalls = {
  "passkey/begin": post({
    access: "optional",
    summary:
      "What a browser asks the user's passkey to sign, once and within five minutes: to sign in, as the second factor of a sign-in that waits (with its ticket), or to confirm the caller's session.",
    input: z.strictObject({
      for: z.enum(["sign-in", "factor", "confirm"]),
      ticket: signInTicket.optional(),
    }),
    output: requestOptions,
  }),
  "login/passkey": post({
    access: "public",
    summary:
      "Exchanges the answer of a passkey for a token and the user's info. It stands for the password and the second factor, so the authenticator has to have verified its user.",
    input: z.strictObject({ passkey: passkeyAnswer }),
    output: z.strictObject({ token, info: userInfo }),
  }),
  "passkey/begin-add": post({
    access: "session",
    summary: "What a browser makes a new passkey of the caller's from.",
    input: nothing,
    output: creationOptions,
  }),
  "passkey/add": post({
    access: "session",
    summary:
      "Adds a passkey. From then on sign-ins by another way ask for a second factor. Where it is the first one, the answer has the recovery codes, once.",
    input: z.strictObject({ name, passkey: newPasskey }),
    output: z.strictObject({ codes: z.array(z.string()).nullable() }),
  }),
  "passkey/rename": post({
    access: "session",
    summary: "Names one of the caller's passkeys.",
    input: z.strictObject({ id: credentialId, name }),
    output: nothing,
  }),
  "passkey/remove": post({
    access: "session",
    summary: "Removes one of the caller's passkeys; with the last second factor its recovery codes too.",
    input: z.strictObject({ id: credentialId }),
    output: nothing,
  }),
};

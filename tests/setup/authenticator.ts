import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import type { PasskeyCreation, PasskeyRequest } from "../../contract/accounts/passkeys.ts";
import type { TestBackend } from "./backend.ts";

/** Where the backend of tests is, as browsers know it. */
const home = "https://matinee.test";

/** An authenticator with one passkey, as its owner and as a thief can make it answer. */
export type Authenticator = {
  id: string;
  counter: number;
  privateKey: KeyObject;
  publicKey: { x: Buffer; y: Buffer };
  userHandle: string | null;
};

type Twist = {
  origin?: string;
  rpId?: string;
  /** The authenticator has verified its user; default true. */
  verified?: boolean;
  type?: string;
  userHandle?: string | null;
};

export function newAuthenticator(counter = 0): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const [bytesX, bytesY] = [x!, y!].map((part) => Buffer.from(part, "base64url"));
  return {
    id: randomBytes(32).toString("base64url"),
    counter,
    privateKey,
    publicKey: { x: bytesX!, y: bytesY! },
    userHandle: null,
  };
}

/** What a browser would answer to a request for a new passkey. */
export function registered(
  authenticator: Authenticator,
  { challenge, user }: PasskeyCreation,
  { origin = home, rpId = "matinee.test", verified = true, type = "webauthn.create" }: Twist = {},
) {
  const id = Buffer.from(authenticator.id, "base64url");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(id.length);
  const authData = Buffer.concat([
    authDataOf(authenticator, { rpId, flags: 0x41 | (verified ? 4 : 0) }),
    Buffer.alloc(16),
    length,
    id,
    coseKey(authenticator.publicKey),
  ]);
  // {"fmt": "none", "attStmt": {}, "authData": …}
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    cborText("fmt"),
    cborText("none"),
    cborText("attStmt"),
    Buffer.from([0xa0]),
    cborText("authData"),
    cborBytes(authData),
  ]);
  authenticator.userHandle = user.id;
  return {
    id: authenticator.id,
    rawId: authenticator.id,
    type: "public-key",
    response: {
      clientDataJSON: clientData({ type, challenge, origin }),
      attestationObject: attestationObject.toString("base64url"),
      transports: ["internal"],
    },
  };
}

/** What a browser would answer to a request for a passkey. */
export function answered(
  authenticator: Authenticator,
  { challenge }: PasskeyRequest,
  {
    origin = home,
    rpId = "matinee.test",
    verified = true,
    type = "webauthn.get",
    userHandle = authenticator.userHandle,
  }: Twist = {},
) {
  const clientDataJSON = clientData({ type, challenge, origin });
  const data = authDataOf(authenticator, { rpId, flags: 1 | (verified ? 4 : 0) });
  const hashed = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
  const signature = sign("sha256", Buffer.concat([data, hashed]), authenticator.privateKey);
  return {
    id: authenticator.id,
    rawId: authenticator.id,
    type: "public-key",
    response: {
      clientDataJSON,
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
      userHandle,
    },
  };
}

/** Adds a passkey to an account, as its page does. */
export async function addPasskey(
  backend: TestBackend,
  token: string,
  { name = "Phone", counter = 0 }: { name?: string; counter?: number } = {},
): Promise<Authenticator & { codes: string[] | null }> {
  const authenticator = newAuthenticator(counter);
  const { d: creation } = await backend.post("passkey/begin-add", {}, { token });
  const passkey = registered(authenticator, creation);
  const { d } = await backend.post("passkey/add", { name, passkey }, { token });
  return Object.assign(authenticator, { codes: d.codes as string[] | null });
}

function clientData(data: { type: string; challenge: string; origin: string }): string {
  return Buffer.from(JSON.stringify({ ...data, crossOrigin: false })).toString("base64url");
}

function authDataOf({ counter }: Authenticator, { rpId, flags }: { rpId: string; flags: number }): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
}

/** An ES256 key (RFC 9053). */
function coseKey({ x, y }: { x: Buffer; y: Buffer }): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(x),
    Buffer.from([0x22]),
    cborBytes(y),
  ]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head = bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from(head), bytes]);
}

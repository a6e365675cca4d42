import type { PasskeyCreation, PasskeyDescriptor, PasskeyRequest } from "../../contract/accounts/passkeys.ts";

/** Whether this browser has passkeys for a domain on this page: not on a bare address, nor under another name. */
export function hasPasskeys(rpId: string): boolean {
  const { hostname } = window.location;
  return "PublicKeyCredential" in window && (hostname === rpId || hostname.endsWith(`.${rpId}`));
}

/**
 * Has the user answer with a passkey.
 * @returns the answer as `passkeyAnswer` of the contract has it, as JSON
 * @throws DOMException when the user cancels, or has none
 */
export async function answerWithPasskey(request: PasskeyRequest): Promise<string> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      ...request,
      challenge: bytesOf(request.challenge),
      allowCredentials: request.allowCredentials.map(descriptorOf),
    },
  })) as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse;
  return written(credential, {
    clientDataJSON: textOf(clientDataJSON),
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    userHandle: userHandle && textOf(userHandle),
  });
}

/**
 * Has the user make a passkey.
 * @returns it as `newPasskey` of the contract has it, as JSON
 * @throws DOMException when the user cancels, or has one on that device already
 */
export async function makePasskey({ user, ...creation }: PasskeyCreation): Promise<string> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      ...creation,
      user: { ...user, id: bytesOf(user.id) },
      challenge: bytesOf(creation.challenge),
      excludeCredentials: creation.excludeCredentials.map(descriptorOf),
    },
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return written(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    // Older browsers do not tell.
    transports: response.getTransports?.() ?? [],
  });
}

function written({ rawId, type }: PublicKeyCredential, response: object): string {
  const id = textOf(rawId);
  return JSON.stringify({ id, rawId: id, type, response });
}

function descriptorOf({ id, type, transports }: PasskeyDescriptor): PublicKeyCredentialDescriptor {
  // The type of the DOM's library knows fewer than browsers do.
  return { id: bytesOf(id), type, transports: transports as AuthenticatorTransport[] };
}

/** Base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

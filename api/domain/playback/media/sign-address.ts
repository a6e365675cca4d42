import { createHash, createHmac, createSign } from "node:crypto";

/** How a CDN checks the addresses it answers. `nginx` and `fastly` share a secret with this server. */
export type AddressSigning =
  | { scheme: "nginx" | "fastly"; key: string }
  /** `key`: the private key as PEM; `keyId`: CloudFront's id of its public key. */
  | { scheme: "cloudfront"; key: string; keyId: string };

/**
 * @param scope an absolute URL: of one file, or of a folder, which ends in a slash and opens every file below it
 * @returns a query without its question mark. It names no viewer: all who may fetch the same until the same second have
 *   the same one
 */
export type SignAddress = (scope: string, expiresAt: Date) => string;

/**
 * - `nginx`: secure_link's MD5 of expiry, path and secret, in base64url.
 * - `fastly`: an HMAC-SHA-256 of path and expiry, in hexadecimal.
 * - `cloudfront`: a custom policy, signed with RSA and SHA-1.
 *
 * The first two add `only=1` to the address of one file, so that the CDN knows which path was signed.
 */
export function createAddressSigner(signing: AddressSigning): SignAddress {
  const { key } = signing;
  switch (signing.scheme) {
    case "nginx":
      return (scope, expiresAt) => {
        const { path, seconds, only } = partsOf(scope, expiresAt);
        const md5 = createHash("md5").update(`${seconds}${path} ${key}`).digest("base64url");
        return `md5=${md5}&expires=${seconds}${only}`;
      };
    case "fastly":
      return (scope, expiresAt) => {
        const { path, seconds, only } = partsOf(scope, expiresAt);
        const signature = createHmac("sha256", key).update(`${path}${seconds}`).digest("hex");
        return `token=${seconds}_${signature}${only}`;
      };
    case "cloudfront":
      return (scope, expiresAt) => {
        const { seconds } = partsOf(scope, expiresAt);
        const Resource = scope.endsWith("/") ? `${scope}*` : scope;
        const Condition = { DateLessThan: { "AWS:EpochTime": seconds } };
        const policy = Buffer.from(JSON.stringify({ Statement: [{ Resource, Condition }] }));
        const signature = createSign("RSA-SHA1").update(policy).sign(key);
        return `Policy=${forUrl(policy)}&Signature=${forUrl(signature)}&Key-Pair-Id=${signing.keyId}`;
      };
  }
}

function partsOf(scope: string, expiresAt: Date) {
  const seconds = Math.floor(expiresAt.getTime() / 1000);
  return { path: new URL(scope).pathname, seconds, only: scope.endsWith("/") ? "" : "&only=1" };
}

/** CloudFront's own spelling of base64 in a query. */
function forUrl(bytes: Buffer): string {
  const letters: Record<string, string> = { "+": "-", "=": "_", "/": "~" };
  return bytes.toString("base64").replace(/[+=/]/g, (letter) => letters[letter]!);
}

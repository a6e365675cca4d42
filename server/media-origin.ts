import { createPrivateKey } from "node:crypto";
import type { MediaOriginSettings } from "../api/compose/backend.ts";
import type { StorageSettings } from "../api/compose/storage.ts";
import { bucketOrigin } from "./storage-url.ts";

/** As the environment names them. */
export type MediaOriginVariables = {
  MEDIA_ORIGIN?: string | undefined;
  MEDIA_ORIGIN_SIGNING: "nginx" | "cloudfront" | "fastly";
  MEDIA_ORIGIN_KEY?: string | undefined;
  MEDIA_ORIGIN_KEY_ID?: string | undefined;
};

/** Where media of movies are fetched. `source`: scheme and host, for the pages' content policy. */
export type MediaOriginEnv = MediaOriginSettings & { source: string };

const leastKey = 32;

/**
 * Reads a CDN's address and how it checks signatures, or `bucket`.
 * @param isLoopback whether a host is this machine, where a test's CDN needs no TLS
 * @returns null for this server itself
 * @throws Error whose message begins with the variable's name, without a secret
 */
export function readMediaOrigin(
  variables: MediaOriginVariables,
  { storage, isLoopback }: { storage: StorageSettings | null; isLoopback: (host: string) => boolean },
): MediaOriginEnv | null {
  const { MEDIA_ORIGIN: origin, MEDIA_ORIGIN_KEY: key, MEDIA_ORIGIN_KEY_ID: keyId } = variables;
  if (!origin) {
    if (key || keyId) throw new Error("MEDIA_ORIGIN: must be set where MEDIA_ORIGIN_KEY is");
    return null;
  }
  if (origin === "bucket") {
    if (storage?.kind !== "bucket") throw new Error("MEDIA_ORIGIN: bucket needs a bucket in STORAGE_URL");
    if (key || keyId) throw new Error("MEDIA_ORIGIN_KEY: can't be used with bucket, whose key signs");
    return { kind: "bucket", source: bucketOrigin(storage.bucket) };
  }
  const url = URL.canParse(origin) ? new URL(origin) : null;
  const safe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (!url || !safe) throw new Error("MEDIA_ORIGIN: must begin with https://, or be the word bucket");
  // A signature covers the path as it is written here.
  if (url.username || url.search || url.hash || !/^[\w./-]*$/.test(url.pathname))
    throw new Error("MEDIA_ORIGIN: must be a host and a plain path");
  const signing = signingOf(variables);
  return { kind: "cdn", url: url.origin + url.pathname, signing, source: url.origin };
}

function signingOf({
  MEDIA_ORIGIN_SIGNING: scheme,
  MEDIA_ORIGIN_KEY: key,
  MEDIA_ORIGIN_KEY_ID: keyId,
}: MediaOriginVariables): (MediaOriginSettings & { kind: "cdn" })["signing"] {
  if (!key) throw new Error("MEDIA_ORIGIN_KEY: must be set where MEDIA_ORIGIN is");
  if (scheme !== "cloudfront") {
    if (keyId) throw new Error(`MEDIA_ORIGIN_KEY_ID: can't be used with ${scheme}`);
    if (key.length < leastKey || /[^\x21-\x7e]/.test(key))
      throw new Error(`MEDIA_ORIGIN_KEY: must have ${leastKey} characters or more, without spaces`);
    return { scheme, key };
  }
  if (!keyId || !/^[A-Z0-9]{6,40}$/.test(keyId))
    throw new Error("MEDIA_ORIGIN_KEY_ID: must be the id of CloudFront's public key");
  // A line of a file of variables holds no line break.
  const pem = key.replaceAll("\\n", "\n");
  try {
    if (createPrivateKey(pem).asymmetricKeyType === "rsa") return { scheme, key: pem, keyId };
  } catch {
    // Reported below.
  }
  throw new Error("MEDIA_ORIGIN_KEY: must be an RSA private key as PEM");
}

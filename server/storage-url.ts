import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { StorageSettings } from "../api/compose/storage.ts";
import type { BucketSettings } from "../api/ports/storage.ts";

/** As the environment names them. */
export type AwsKeys = {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
  AWS_REGION?: string | undefined;
};

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const known = new Set(["endpoint", "region", "forcePathStyle"]);

/**
 * Reads `file:`, `file:///srv/films` or `s3://bucket/prefix?endpoint=https://…&region=…&forcePathStyle=1`.
 * @returns null for the default folder
 * @throws Error whose message states the problem in one line
 */
export function readStorageUrl(text: string, keys: AwsKeys): StorageSettings | null {
  const url = parse(text);
  if (url.protocol === "file:") return folderOf(url, text);
  if (url.protocol !== "s3:") throw new Error("must begin with file: or s3://");
  if (url.username || url.password || keysIn(url))
    throw new Error("must hold no key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  for (const name of url.searchParams.keys())
    if (!known.has(name)) throw new Error(`has no option ${name.slice(0, 30)}`);
  if (!bucketName.test(url.hostname)) throw new Error("must name a bucket, as in s3://films/matinee");
  const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, "");
  if (!/^[\w./-]*$/.test(prefix) || prefix.split("/").includes(".."))
    throw new Error("must have a plain path behind the bucket");
  const endpoint = endpointOf(url.searchParams.get("endpoint"));
  const region = url.searchParams.get("region") ?? keys.AWS_REGION ?? (endpoint ? "us-east-1" : "");
  if (!/^[a-z0-9-]{2,40}$/.test(region)) throw new Error("needs a region, as in ?region=eu-central-1");
  return {
    kind: "bucket",
    bucket: {
      bucket: url.hostname,
      prefix: prefix && `${prefix}/`,
      region,
      endpoint,
      forcePathStyle: ["1", "true"].includes(url.searchParams.get("forcePathStyle") ?? ""),
      credentials: credentialsOf(keys),
    },
  };
}

/** Where browsers post files to: the origin of the URL that the SDK presigns. */
export function bucketOrigin({ bucket, region, endpoint, forcePathStyle }: BucketSettings): string {
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.${amazonDomain(region)}`);
  // A certificate covers one label before the host, and an address can have none.
  const inPath = forcePathStyle || bucket.includes(".") || /^[\d.:[\]]+$/.test(host);
  return `${protocol}//${inPath ? "" : `${bucket}.`}${host}`;
}

const amazonDomain = (region: string) => (region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com");

function parse(text: string): URL {
  try {
    return new URL(text === "file:" ? "file:///" : text);
  } catch {
    throw new Error("must be an address that begins with file: or s3://");
  }
}

function folderOf(url: URL, text: string): StorageSettings | null {
  if (text === "file:" || text === "file://") return null;
  if (url.host !== "" || !text.startsWith("file:///"))
    throw new Error("must name a folder, as in file:///srv/films");
  return { kind: "folder", path: resolve(fileURLToPath(url)) };
}

function keysIn({ searchParams }: URL): boolean {
  return [...searchParams.keys()].some((name) => /key|secret|token|password/i.test(name));
}

function endpointOf(text: string | null): string | null {
  if (text === null) return null;
  try {
    const { protocol, origin, pathname, username } = new URL(text);
    if (/^https?:$/.test(protocol) && pathname === "/" && !username) return origin;
  } catch {
    // Reported below.
  }
  throw new Error("needs an endpoint such as https://s3.example.com");
}

/** Both or neither: without them the SDK uses the role of the machine. */
function credentialsOf({
  AWS_ACCESS_KEY_ID: id,
  AWS_SECRET_ACCESS_KEY: secret,
  AWS_SESSION_TOKEN: token,
}: AwsKeys) {
  if (!id && !secret) return null;
  if (!id || !secret) throw new Error("needs both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither");
  return { accessKeyId: id, secretAccessKey: secret, sessionToken: token };
}

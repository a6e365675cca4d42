import { createHmac, timingSafeEqual } from "node:crypto";

/** A media grant: one subject (a user, or a guest's session) may read one asset until a moment. */
export type MediaGrant = { asset: string; subject: string; expiresAt: Date };

export type GrantRefusal = "malformed" | "signature" | "expired";

export type GrantVerdict = { ok: true; grant: MediaGrant } | { ok: false; reason: GrantRefusal };

const ASSET = /^[A-Za-z0-9_-]{1,128}$/;
const SUBJECT = /^[A-Za-z0-9_-]{1,200}$/;
/** `<expiry>.<subject>.<signature>`: no leading zero, so that every expiry is written in one way only. */
const PREFIX = /^([1-9a-z][0-9a-z]{0,7})\.([A-Za-z0-9_-]{1,200})\.([A-Za-z0-9_-]{24})$/;
const PREFIX_MAX_LENGTH = 8 + 1 + 200 + 1 + 24;
/**
 * 144 bits. A multiple of three bytes fills its base64url characters exactly. With 16 bytes the last character would
 * have four unchecked bits, and one signature would have several spellings.
 */
const SIGNATURE_BYTES = 18;
/** The last second a `Date` can hold (ECMA-262, time values); eight base36 digits exceed it. */
const LAST_SECOND = 8.64e12;

/** Whether a text may name an asset: 1 to 128 of `A-Z a-z 0-9 _ -`. */
export function isAssetId(text: string): boolean {
  return ASSET.test(text);
}

/**
 * The path prefix that opens one asset: `/media/<prefix>/<asset>/master.m3u8`. It is part of the path, not of the
 * query, so that relative URLs in playlists inherit it.
 *
 * Browsers cache by URL, and the expiry is in the URL. A caller who wants segments to be cached across visits rounds
 * `expiresAt` up (to the next hour, for example). `expiresAt` is cut to whole seconds.
 *
 * @param secret HMAC-SHA-256 key; use at least 32 random bytes (RFC 2104 section 3)
 * @returns `<expiry in base36 seconds>.<subject>.<24 base64url characters>`, at most 234 characters
 * @throws RangeError for an asset, a subject, an expiry or a secret that cannot be signed
 */
export function signGrant(grant: MediaGrant, secret: string): string {
  if (secret === "") throw new RangeError("The secret of media grants is empty");
  if (!ASSET.test(grant.asset)) throw new RangeError("Not an asset id");
  if (!SUBJECT.test(grant.subject)) throw new RangeError("Not a grant subject");
  const seconds = Math.floor(grant.expiresAt.getTime() / 1000);
  if (!(seconds > 0 && seconds <= LAST_SECOND)) throw new RangeError("Not a grant expiry");
  const expiry = seconds.toString(36);
  return `${expiry}.${grant.subject}.${signatureOf(expiry, grant.subject, grant.asset, secret)}`;
}

/**
 * Checks a prefix made by `signGrant` against its asset. Never throws, whatever the text. Does not read the expiry of a
 * prefix with a wrong signature. A grant ends at its expiry, not after.
 */
export function verifyGrant(input: {
  prefix: string;
  asset: string;
  now: Date;
  secret: string;
}): GrantVerdict {
  const { prefix, asset, now, secret } = input;
  if (secret === "") return { ok: false, reason: "signature" };
  if (prefix.length > PREFIX_MAX_LENGTH || !ASSET.test(asset)) return { ok: false, reason: "malformed" };
  const [, expiry, subject, signature] = PREFIX.exec(prefix) ?? [];
  if (expiry === undefined || subject === undefined || signature === undefined) {
    return { ok: false, reason: "malformed" };
  }
  // The signature covers the text of the expiry, not its value. PREFIX gives both signatures the same length.
  const expected = signatureOf(expiry, subject, asset, secret);
  if (!timingSafeEqual(Buffer.from(signature, "latin1"), Buffer.from(expected, "latin1"))) {
    return { ok: false, reason: "signature" };
  }
  const seconds = Number.parseInt(expiry, 36);
  if (seconds > LAST_SECOND) return { ok: false, reason: "malformed" };
  const expiresAt = new Date(seconds * 1000);
  if (!(now.getTime() < expiresAt.getTime())) return { ok: false, reason: "expired" };
  return { ok: true, grant: { asset, subject, expiresAt } };
}

/** No part can contain a dot, so the joined text stands for only one triple. */
function signatureOf(expiry: string, subject: string, asset: string, secret: string): string {
  return createHmac("sha256", secret)
    .update(`media-grant-1.${expiry}.${subject}.${asset}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString("base64url");
}

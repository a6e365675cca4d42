import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** RFC 6238 as authenticator apps expect it: SHA-1, 30 seconds, 6 digits. */
const stepS = 30;
const digits = 6;
/** Steps before and after the present one that count too: a phone's clock is off by some seconds, and typing takes some. */
const leeway = 1;
/** 160 bits, the length of the hash (RFC 4226, 4). */
const secretBytes = 20;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** @returns a new secret in base32: 32 letters */
export function newSecret(): string {
  let bits = "";
  for (const byte of randomBytes(secretBytes)) bits += byte.toString(2).padStart(8, "0");
  return bits.replaceAll(/.{5}/g, (five) => letters[Number.parseInt(five, 2)]!);
}

/** The code of a step. @param secret base32 */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const at = hash.at(-1)! & 0xf;
  const number = hash.readUInt32BE(at) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step of a time: how many half minutes have passed since 1970. */
export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepS);
}

/**
 * Finds the step whose code was typed, near the present one.
 * @param after no step up to this one counts: its code was used
 * @returns null when the code is wrong, too old, too early or used
 */
export function stepOfCode(
  secret: string,
  { code, now, after = -1 }: { code: string; now: Date; after?: number },
): number | null {
  const present = stepOf(now);
  let found: number | null = null;
  for (let step = present - leeway; step <= present + leeway; step += 1)
    if (isSame(codeAt(secret, step), code) && step > after) found ??= step;
  return found;
}

/** What a QR code holds: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function otpauthUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function bytesOf(secret: string): Buffer {
  let bits = "";
  for (const letter of secret) bits += letters.indexOf(letter).toString(2).padStart(5, "0");
  return Buffer.from(bits.match(/.{8}/g)!.map((eight) => Number.parseInt(eight, 2)));
}

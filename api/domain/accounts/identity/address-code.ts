import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { invalidField } from "../../kernel/failure.ts";

/** Minutes a mailed code is valid. */
const validMinutes = 30;

/** `secret` signs tickets. `uid`: the account it is for; left out for one that does not exist yet. */
type CodeFor = { secret: string; email: string; uid?: string | undefined; now: Date };

/**
 * A code that proves an address once it has been mailed there.
 * @returns also a ticket that makes the code valid, for this address, this account and half an hour. Neither is stored.
 */
export function makeAddressCode(of: CodeFor): { code: string; ticket: string } {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const expiresS = Math.floor(of.now.getTime() / 1000) + validMinutes * 60;
  const part = `${expiresS}.${randomBytes(16).toString("base64url")}`;
  return { code, ticket: `${part}.${macOf(of, { part, code }).toString("base64url")}` };
}

/**
 * Checks a mailed code. The same code may be used twice, because a form can be sent twice.
 * @throws Failure invalid for a code that is wrong, too old, or of another address or account
 */
export function requireAddressCode(of: CodeFor, { ticket, code }: { ticket: string; code: string }): void {
  const [expiresS = "", nonce = "", mac = ""] = ticket.split(".");
  const expected = macOf(of, { part: `${expiresS}.${nonce}`, code });
  const given = Buffer.from(mac, "base64url");
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  if (!isRight || Number(expiresS) * 1000 <= of.now.getTime()) throw invalidField("code", "wrong");
}

function macOf({ secret, email, uid }: CodeFor, { part, code }: { part: string; code: string }): Buffer {
  const address = email.normalize("NFKC").toLowerCase();
  const bound = uid === undefined ? "" : `${uid}\n`;
  return createHmac("sha256", secret).update(`${part}.${code}.${bound}${address}`).digest();
}

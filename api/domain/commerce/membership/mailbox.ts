import { domainToASCII } from "node:url";

/**
 * Folds an e-mail address to its mailbox: ignores case, full-width and composed letters, the two spellings of an
 * international domain, everything from a plus on, and the dots that Gmail ignores. Two users may share a mailbox by
 * this, so it only decides whether a trial was used. Users sign in with their address as they typed it.
 */
export function mailboxOf(email: string): string {
  const folded = email.normalize("NFKC").toLowerCase();
  const at = folded.lastIndexOf("@");
  if (at < 1) return folded;
  const given = folded.slice(at + 1).replace(/\.$/, "");
  const domain = domainToASCII(given) || given;
  const name = folded.slice(0, at);
  const local = name.split("+", 1)[0] || name;
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

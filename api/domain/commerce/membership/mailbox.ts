import { domainToASCII } from "node:url";

/**
 * An e-mail address folded to the mailbox it reaches: case, full-width and composed letters, the two spellings of an
 * international domain, what stands behind a plus, and the dots Gmail does not look at. Two people may share one by this,
 * so it decides nothing but who has had a trial; people sign in with their address as they typed it.
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

import { domainToASCII } from "node:url";
import { invalidField } from "../../kernel/failure.ts";

let known: { list: string; domains: ReadonlySet<string> } | null = null;

/**
 * Refuses an address of a domain that the operator accepts none of, or of one below it.
 * @param list domains with white space between; null = all are accepted
 * @throws Failure invalid
 */
export function requireAcceptedDomain(email: string, list: string | null): void {
  if (list === null) return;
  // Read once for each value of the setting: published lists have thousands.
  if (known?.list !== list) known = { list, domains: new Set(list.split(/\s+/)) };
  const given = email
    .slice(email.lastIndexOf("@") + 1)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\.$/, "");
  const labels = (domainToASCII(given) || given).split(".");
  for (let from = 0; from < labels.length; from++)
    if (known.domains.has(labels.slice(from).join("."))) throw invalidField("email", "domain");
}

import { isIP } from "node:net";
import { bareHost } from "../../kernel/public-lookup.ts";

/** Whom passkeys are for: browsers offer them on this origin alone. */
export type RelyingParty = { id: string; origin: string };

/**
 * @param publicOrigin of the operator's configuration, never of a request, whose sender chooses its Host
 * @returns null where browsers have no passkeys: without https, and on a bare address
 */
export function relyingPartyOf(publicOrigin: string | undefined): RelyingParty | null {
  const url = publicOrigin ? URL.parse(publicOrigin) : null;
  if (!url || isIP(bareHost(url.hostname)) !== 0) return null;
  if (url.protocol !== "https:" && url.hostname !== "localhost") return null;
  return { id: url.hostname, origin: url.origin };
}

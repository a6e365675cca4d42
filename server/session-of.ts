const token = /^[A-Za-z0-9_-]{43}$/;

/**
 * The session's token in a Cookie header; null when no cookie has the form of one. The names are those of
 * app/lib/session-cookie.server.ts: a member's cookie wins over a guest's, and over https the prefix keeps other hosts
 * of the domain from setting them.
 * @param origin scheme and public host of this site
 */
export function sessionOf(cookies: string | null, origin: string): string | null {
  const prefix = origin.startsWith("https:") ? "__Host-" : "";
  const held = new Map<string, string>();
  for (const part of cookies?.split(";") ?? []) {
    const [name = "", value = ""] = part.trim().split("=", 2);
    if (token.test(value) && !held.has(name)) held.set(name, value);
  }
  return held.get(`${prefix}matinee`) ?? held.get(`${prefix}matinee-guest`) ?? null;
}

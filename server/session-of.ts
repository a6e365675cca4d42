/**
 * The session's token in a Cookie header; null where there is none that could be one. The names are those of
 * app/lib/session-cookie.server.ts: over https the prefix keeps other hosts of the domain from setting it.
 * @param origin scheme and host of this site, as people see it
 */
export function sessionOf(cookies: string | null, origin: string): string | null {
  if (cookies === null) return null;
  const name = origin.startsWith("https:") ? "__Host-matinee" : "matinee";
  for (const part of cookies.split(";")) {
    const [key, value = ""] = part.trim().split("=", 2);
    if (key === name) return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
  }
  return null;
}

/** Name of the cookie and of the local storage entry that store the language. */
export const localeKey = "locale";

/** Name of the cookie by which the server says that it has chosen the language. */
export const localeChosenKey = "locale-chosen";

/**
 * One cookie's value from a `Cookie` header or `document.cookie`.
 * @returns undefined if it is absent or not decodable
 */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const pair of (header ?? "").split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue;
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim());
    } catch {
      return undefined;
    }
  }
  return undefined;
}

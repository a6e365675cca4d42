/** Local storage key of the token (spec, section 3). */
const key = "token";

/** Used while the page is open if storage is switched off or full; the next page has the cookie. */
let unstored: string | null = null;

export const tokenStorage = {
  read(): string | null {
    try {
      return unstored ?? localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(token: string): void {
    try {
      localStorage.setItem(key, token);
      unstored = null;
    } catch {
      unstored = token;
    }
  },
  remove(): void {
    unstored = null;
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is not available.
    }
  },
};

type Change = { intent: "adopt"; token: string } | { intent: "sync" } | { intent: "forget"; token?: string };

/**
 * Asks the session route to align cookie and storage: `adopt` sets the cookie to a token (a guest's does not replace
 * another session's), `sync` returns the cookie's token, `forget` clears it, if it is that token or none is named.
 * @returns the token the cookie holds now, or null; null also without a network
 */
export async function changeCookie(change: Change): Promise<string | null> {
  try {
    const response = await fetch("/session", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(change),
    });
    const answer = response.ok ? ((await response.json()) as { token: string | null }) : null;
    return answer?.token ?? null;
  } catch {
    return null;
  }
}

/** Where the browser keeps the token (spec, section 3). */
const key = "token";

/** Where storage is switched off or full, for as long as the page is open; the next page has the cookie. */
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
      // Nothing was kept.
    }
  },
};

type Change = { intent: "adopt"; token: string } | { intent: "sync" } | { intent: "forget"; token?: string };

/**
 * Asks the session route to bring cookie and storage together: `adopt` sets the cookie to a token (a guest's not in place
 * of a member's), `sync` tells the cookie's token, `forget` clears it, where it is that token or none is named.
 * @returns the token the cookie holds now, or null; also when the network is gone
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

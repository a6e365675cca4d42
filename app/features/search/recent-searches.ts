/** Local storage key of this browser's searches, which never leave it. */
const key = "searches";
const most = 8;
const nothing: readonly string[] = [];

let known: readonly string[] | null = null;
const listeners = new Set<() => void>();

/** The latest searches on this device, latest first. */
export const recentSearches = {
  read(): readonly string[] {
    known ??= load();
    return known;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  add(words: string): void {
    const same = (one: string) => one.toLowerCase() === words.toLowerCase();
    if (recentSearches.read()[0] === words) return;
    keep([words, ...recentSearches.read().filter((one) => !same(one))].slice(0, most));
  },
  remove(words: string): void {
    keep(recentSearches.read().filter((one) => one !== words));
  },
  clear(): void {
    keep([]);
  },
};

function load(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string").slice(0, most) : nothing;
  } catch {
    // Storage is switched off, or the value is invalid: there are none.
    return nothing;
  }
}

function keep(searches: readonly string[]): void {
  known = searches;
  try {
    if (searches.length > 0) localStorage.setItem(key, JSON.stringify(searches));
    else localStorage.removeItem(key);
  } catch {
    // Without storage they last as long as the page.
  }
  for (const listener of listeners) listener();
}

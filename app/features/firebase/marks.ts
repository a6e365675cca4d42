/**
 * What this browser remembers of Firebase. `firebase`: somebody has signed in with it here, so that its SDK has
 * something to tell. `analytics`: the person wants to be counted.
 */
type Mark = "firebase" | "analytics";

/** Storage may be switched off or full: then nothing is remembered. */
export const marks = {
  read(mark: Mark): string | null {
    try {
      return localStorage.getItem(mark);
    } catch {
      return null;
    }
  },
  write(mark: Mark, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(mark);
      else localStorage.setItem(mark, value);
    } catch {
      // Nothing is remembered.
    }
  },
};

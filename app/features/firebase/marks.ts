/**
 * What this browser remembers of Firebase. `firebase`: a user has signed in with it here, so that its SDK has something
 * to report. `analytics`: the user agreed to be counted.
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
      // Storage is not available: nothing is remembered.
    }
  },
};

/** Where the service worker stores the mark of this browser's session. */
export const accountNote = { cache: "notes", path: "/account" } as const;

/** `mark` identifies a session, and behind a dot a further profile of its account; null = not known yet. `sure` is false while a form's answer may have changed it. */
export type AccountNote = { mark: string | null; sure: boolean };

/** Reads the note, in the worker or in a page. */
export async function readAccountNote(): Promise<AccountNote> {
  const noted = await caches.match(accountNote.path, { cacheName: accountNote.cache });
  return noted ? ((await noted.json()) as AccountNote) : { mark: null, sure: false };
}

/** The part of a mark that all profiles of a session share. */
export function sessionOf(mark: string): string {
  return mark.split(".", 1)[0]!;
}

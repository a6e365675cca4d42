/** The result of a write on the profile: a text to show, or the refused fields with reasons. */
export type Outcome =
  | { done: "saved" | "passwordSaved" | "deviceEnded" | "othersEnded" }
  | {
      message: string;
      fields: Record<string, string>;
      /** Nothing typed is lost, but a password is never sent back. */
      typed: { name: string };
    };

/** Parts of the profile with a page of their own, in the URL as `view`. */
const views = ["edit", "password", "devices", "delete"] as const;
export type View = (typeof views)[number];

/** @returns the part a URL asks for; null = the profile itself */
export function viewOf(search: URLSearchParams): View | null {
  return views.find((view) => view === search.get("view")) ?? null;
}

import { useEffect } from "react";
import { wakeForms } from "../when-touched.tsx";

/** Begins the names under which the browser keeps what is typed. */
export const draftPrefix = "z-draft ";

/** Where something typed was kept, the forms are wanted at once: they offer it. */
export function useKeptDrafts(): void {
  useEffect(() => {
    try {
      if (Object.keys(localStorage).some((name) => name.startsWith(draftPrefix))) wakeForms();
    } catch {
      // A browser that keeps nothing has no drafts.
    }
  }, []);
}

import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { hasFormAnswer } from "../../lib/navigation-target.ts";

/**
 * Reloads the page's data as soon as that disturbs nothing. Start-up ends whenever the network lets it, often during a
 * navigation to a movie, which must not be aborted. A reload in Remix also removes a form's answer from the screen:
 * while there is one, this waits for the next page.
 * @returns a function that requests it; two requests before it begins load once
 */
export function useQuietRevalidation(): () => void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const { key } = useLocation();
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    if (!wanted || state !== "idle" || hasFormAnswer()) return;
    setWanted(false);
    revalidate();
  }, [wanted, state, key, revalidate]);

  return useCallback(() => setWanted(true), []);
}

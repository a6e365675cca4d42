import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Reloads the page's data as soon as that disturbs nothing. Start-up ends whenever the network lets it, often during a
 * navigation to a movie, which must not be aborted. A reload in Remix also removes a form's answer from the screen:
 * after a form, this waits for the next page.
 * @returns a function that requests it; two requests before it begins load once
 */
export function useQuietRevalidation(): () => void {
  const { revalidate } = useRevalidator();
  const { state, formMethod } = useNavigation();
  const [wanted, setWanted] = useState(false);
  const answered = useRef(false);

  useEffect(() => {
    if (state !== "idle") answered.current = formMethod !== undefined && formMethod !== "GET";
    else if (wanted && !answered.current) {
      setWanted(false);
      revalidate();
    }
  }, [wanted, state, formMethod, revalidate]);

  return useCallback(() => setWanted(true), []);
}

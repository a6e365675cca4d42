import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Loads the page's data anew as soon as nobody is disturbed by it. Start-up ends whenever the network lets it, often
 * while somebody is already on the way to a film: their navigation must not be aborted for it. Nor must what a form was
 * answered be taken off the screen, as Remix does when a page is loaded anew: there the next page is waited for.
 * @returns a function that asks for it; asking twice before it begins loads once
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

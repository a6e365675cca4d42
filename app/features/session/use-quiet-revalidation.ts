import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";

/**
 * Loads the page's data anew as soon as no navigation is under way. Start-up ends whenever the network lets it,
 * often while somebody is already on the way to a film: their navigation must not be aborted for it.
 * @returns a function that asks for it; asking twice before it begins loads once
 */
export function useQuietRevalidation(): () => void {
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    if (!wanted || state !== "idle") return;
    setWanted(false);
    revalidate();
  }, [wanted, state, revalidate]);

  return useCallback(() => setWanted(true), []);
}

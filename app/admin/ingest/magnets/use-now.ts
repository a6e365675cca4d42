import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds between two requests. */
const lookMs = 2_000;

/**
 * The data of the page, then newer data: requested again while something moves and the page is visible. Without
 * scripts, a reload updates it.
 * @param address answers with the same shape as `first`; `at` tells which of two is newer
 */
export function useNow<T extends { at: number }>(
  address: string,
  first: T,
  isMoving: (now: T) => boolean,
): T {
  const { data, load, state } = useFetcher();
  const told = data as T | undefined;
  const now = told && told.at > first.at ? told : first;
  const moving = isMoving(now);
  useEffect(() => {
    if (!moving || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") load(address);
    }, lookMs);
    return () => clearInterval(timer);
  }, [moving, state, load, address]);
  return now;
}

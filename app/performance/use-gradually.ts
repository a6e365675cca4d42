import { startTransition, useEffect, useState } from "react";
import { returnsToPlace } from "../lib/navigation-target.ts";
import { useHydrated } from "../ui/use-hydrated.ts";

/**
 * How many parts of a page are rendered: all of them on the server, where scripts take a page over, and where the user
 * returns to a place further down. On a page that a tap leads to it is the first ones, and more after each frame, so that
 * what is on the screen does not wait for what is below it.
 * @param parts.first how many begin
 * @param parts.step how many each further frame adds
 */
export function useGradually(total: number, { first, step }: { first: () => number; step: number }): number {
  const hydrated = useHydrated();
  const [shown, setShown] = useState(() => (hydrated && !returnsToPlace() ? first() : Infinity));
  useEffect(() => {
    if (shown >= total) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The timer runs after the frame that shows the parts before.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setShown(shown + step)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [shown, step, total]);
  return Math.min(shown, total);
}

import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds between looks: often at first, as most payments are known within seconds. */
const firstMs = 1_500;
const mostMs = 10_000;

/**
 * Asks for the page's data again and again, ever more slowly, as long as it is looked at.
 * @param most times at most
 * @returns whether it is asking
 */
export function useLooking(most = Infinity): boolean {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    let wait = firstMs;
    let times = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (document.visibilityState === "visible" && navigator.onLine) revalidate();
      wait = Math.min(mostMs, wait * 1.4);
      if (++times < most) timer = setTimeout(look, wait);
    };
    const back = () => document.visibilityState === "visible" && revalidate();
    if (most === 0) return;
    timer = setTimeout(look, wait);
    document.addEventListener("visibilitychange", back);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", back);
    };
    // `revalidate` is another function after each look; the rhythm is to stay.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return state === "loading";
}

import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Milliseconds between requests: frequent at first, as most payments are known within seconds. */
const firstMs = 1_500;
const mostMs = 10_000;

/**
 * Reloads the page's data again and again, ever more slowly, while the page is visible.
 * @param most largest number of requests
 * @returns whether it is still asking
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
    // `revalidate` is another function after each request; the rhythm must stay.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return state === "loading";
}

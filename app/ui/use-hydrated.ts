import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

const never = () => () => undefined;

/** @returns false on the server and while hydrating, true once scripts run: for elements that need scripts */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** React's `useLayoutEffect`, of which React warns where a page is rendered on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

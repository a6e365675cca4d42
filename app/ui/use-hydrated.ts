import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** @returns false on the server and while hydrating, true once scripts run: for elements that need scripts */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** @returns false on the server and while hydrating, true once scripts run: for what is of no use without them. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

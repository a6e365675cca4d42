import { useEffect, useState } from "react";

/** The parts of the native app around the page that are used here. None of them rejects. */
type Host = {
  /** Whether it sells VIP by itself. */
  sells: () => Promise<boolean>;
  /** Opens its store; resolves to whether something was bought, null if it did not answer. */
  buy: () => Promise<boolean | null>;
};

/** Replaces the plans if the app sells VIP. */
export type HostShop = { buy: () => Promise<boolean | null> };

/**
 * @param announced the app has announced it in its request: the plans are hidden from the start
 * @returns null if the service sells VIP itself
 */
export function useHostStore(announced: boolean, find: () => Promise<Host | null>): HostShop | null {
  const [sells, setSells] = useState(announced);
  useEffect(() => {
    let gone = false;
    void find()
      .then((host) => host?.sells() ?? announced)
      .then((answer) => gone || setSells(announced || answer));
    return () => {
      gone = true;
    };
    // Runs once per page: the app around it does not change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return sells ? { buy: async () => (await (await find())?.buy()) ?? null } : null;
}

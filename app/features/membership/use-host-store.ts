import { useEffect, useState } from "react";

/** The app around the page, as far as it is asked here. Nothing of it rejects. */
type Host = {
  /** Whether it sells VIP by itself. */
  sells: () => Promise<boolean>;
  /** Opens its store; resolves to whether something was bought, null where it did not answer. */
  buy: () => Promise<boolean | null>;
};

/** In the place of the plans where VIP is sold by the app. */
export type HostShop = { buy: () => Promise<boolean | null> };

/**
 * @param announced the app has said so with its request: the plans are not shown to begin with
 * @returns null where the service sells VIP itself
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
    // Once a page: what the app around it is does not change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return sells ? { buy: async () => (await (await find())?.buy()) ?? null } : null;
}

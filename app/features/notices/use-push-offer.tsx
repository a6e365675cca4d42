import { lazy, Suspense, useState, type ReactNode } from "react";
import type { ApiClient } from "../../api-client/create-client.ts";

/** Loads with the first question, and never where there is none to ask. */
const load = () => import("./push-offer.tsx");
const Offer = lazy(() => load().catch(() => ({ default: () => <></> })));

/**
 * Asks about pushes at the moment when a series was put on the list, or a collection is followed.
 * @returns `ask`, to call then, and the line that asks
 */
export function usePushOffer(
  api: ApiClient | null,
  of: "movie" | "collection",
): { ask: (id: string) => void; line: ReactNode } {
  const [pushKey, setPushKey] = useState<string | null>(null);
  const ask = (id: string) => {
    if (!api || !("PushManager" in window)) return;
    // A question that can't be asked is none.
    void load()
      .then(({ askAbout }) => askAbout(api, { id, of }))
      .then(setPushKey)
      .catch(() => undefined);
  };
  const line =
    api && pushKey !== null ? (
      <Suspense fallback={null}>
        <Offer api={api} pushKey={pushKey} of={of} />
      </Suspense>
    ) : null;
  return { ask, line };
}

import { lazy, Suspense, useSyncExternalStore } from "react";
import { installation } from "./install-prompt.ts";

/** Without a network there is no offer, and the page stays as it is. */
const Banner = lazy(() => import("./install-banner.tsx").catch(() => ({ default: () => <></> })));

/**
 * The place of the install banner.
 * @param ready whether the app is initialised; before that nothing is offered
 */
export function InstallOffer({ ready }: { ready: boolean }) {
  const state = useSyncExternalStore(installation.subscribe, installation.read, () => 0 as const);
  if (!ready || state === 0) return null;
  return (
    <Suspense fallback={null}>
      <Banner state={state} />
    </Suspense>
  );
}

import { useLocation, useNavigation, type Navigation } from "@remix-run/react";
import { usePendingPage } from "../lib/pending-page.ts";

/**
 * Spinner over the page, never instead of it, while requests run, the app starts, or a navigation or a submission lasts
 * (300 ms, by its CSS). Where the outline of the next page stands, it only tells assistive technology.
 * @param props.active there are requests, or a start, under way
 */
export function LoadingOverlay({ active, label }: { active: boolean; label: string }) {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const outlined = usePendingPage() !== null;
  const busy = active || (navigation.state !== "idle" && !refreshesList(navigation, pathname));
  const shown = busy && !outlined;
  return (
    <div
      role="status"
      data-active={shown}
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center opacity-0 transition-opacity data-[active=true]:opacity-100 data-[active=true]:delay-300"
    >
      {busy ? (
        <div className="grid size-20 place-items-center rounded-xl bg-card text-curtain shadow-card">
          {shown ? <span className="spinner" aria-hidden="true" /> : null}
          <span className="sr-only">{label}</span>
        </div>
      ) : null}
    </div>
  );
}

/** Whether a list is filtered or searched: it stays in view, marked as busy. */
function refreshesList({ location, formMethod }: Navigation, pathname: string): boolean {
  return location?.pathname === pathname && formMethod !== "POST";
}

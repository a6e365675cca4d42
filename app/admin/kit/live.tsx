import { Link, useFetcher, useLocation } from "@remix-run/react";
import { RotateCw } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "../../ui/use-hydrated.ts";

/** Milliseconds between two requests. */
const lookMs = 2_000;

/**
 * The data of the page, then newer data: requested again while something moves and the page is visible. Without
 * scripts, a reload updates it.
 * @param address answers with the same shape as `first`; `at` tells which of two is newer
 */
export function useNow<T extends { at: number }>(
  address: string,
  first: T,
  isMoving: (now: T) => boolean,
): T {
  const { data, load, state } = useFetcher();
  const told = data as T | undefined;
  const now = told && told.at > first.at ? told : first;
  const moving = isMoving(now);
  useEffect(() => {
    if (!moving || state !== "idle") return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") load(address);
    }, lookMs);
    return () => clearInterval(timer);
  }, [moving, state, load, address]);
  return now;
}

/** Without scripts, a link reloads; with scripts, the page reloads by itself. */
export function Refresh({ moving }: { moving: boolean }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const hydrated = useHydrated();
  if (!moving || hydrated) return null;
  return (
    <Link to={`${pathname}${search}`} className="z-button" reloadDocument>
      <RotateCw aria-hidden="true" className="size-4" />
      {t("admin.encoding.refresh")}
    </Link>
  );
}

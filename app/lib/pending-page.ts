import { matchPath, useLocation, type Location } from "@remix-run/react";
import { useEffect, useMemo, useState } from "react";
import { useNavigationTarget } from "./navigation-target.ts";

/** What a page looks like before it has come. */
export type OutlineShape =
  "home" | "profile" | "my-list" | "history" | "list" | "search" | "membership" | "text" | "watch";

/** What surrounds a page: the bars of the user area, the bar with the arrow, and the head of my list. */
export type ShellName = "user" | "page" | "my-list";

type PageOutline = { shape: OutlineShape; shells: ShellName[] };

/** The user's pages, by the paths of app/routes.ts. Pages without an entry, such as the admin area's, have no outline. */
export const outlines: Record<string, PageOutline> = {
  "/": { shape: "home", shells: ["user"] },
  "/my-list": { shape: "my-list", shells: ["user", "my-list"] },
  "/my-list/history": { shape: "history", shells: ["user", "my-list"] },
  "/profile": { shape: "profile", shells: ["user"] },
  "/profile/security": { shape: "text", shells: ["user"] },
  "/profile/address": { shape: "text", shells: ["user"] },
  "/profile/profiles": { shape: "text", shells: ["user"] },
  "/profile/inbox": { shape: "text", shells: ["user"] },
  "/profile/notifications": { shape: "text", shells: ["user"] },
  "/video/:id/:index?": { shape: "watch", shells: [] },
  "/video/:id/trailer": { shape: "watch", shells: [] },
  "/test": { shape: "text", shells: [] },
  "/page/login": { shape: "text", shells: ["page"] },
  "/page/login/factor": { shape: "text", shells: ["page"] },
  "/page/login/link": { shape: "text", shells: ["page"] },
  "/page/login/oidc": { shape: "text", shells: ["page"] },
  "/page/profiles": { shape: "text", shells: ["page"] },
  "/page/confirm": { shape: "text", shells: ["page"] },
  "/page/membership": { shape: "membership", shells: ["page"] },
  "/page/pay": { shape: "text", shells: ["page"] },
  "/page/search": { shape: "search", shells: ["page"] },
  "/page/person/:id": { shape: "list", shells: ["page"] },
  "/page/collection": { shape: "list", shells: ["page"] },
  "/page/collection/:id": { shape: "list", shells: ["page"] },
  "/page/language": { shape: "text", shells: ["page"] },
  "/page/about": { shape: "text", shells: ["page"] },
  "/page/text": { shape: "text", shells: ["page"] },
  "/page/feedback": { shape: "text", shells: ["page"] },
  "/page/unsubscribe": { shape: "text", shells: ["page"] },
};

/** @returns null for a page that has none */
export function outlineOf({ pathname, search }: { pathname: string; search: string }): PageOutline | null {
  const pattern = Object.keys(outlines).find((path) => matchPath(path, pathname));
  const outline = pattern === undefined ? null : outlines[pattern]!;
  const listed = outline?.shape === "search" && new URLSearchParams(search).has("list");
  return listed ? { ...outline, shape: "list" } : outline;
}

/** The innermost shell that both pages have, and that stays: the outline stands in it; null if it replaces everything. */
export function sharedShell(from: PageOutline | null, to: PageOutline): ShellName | null {
  return to.shells.findLast((shell) => from?.shells.includes(shell)) ?? null;
}

/** Milliseconds in which a page whose data the browser has already is expected. */
const graceMs = 300;

/** Milliseconds for which the browser keeps data that were prefetched. */
const keptMs = 2_000;

export type PendingPage = { shape: OutlineShape; shells: ShellName[]; within: ShellName | null };

/**
 * The page that a link is leading to, and which has an outline.
 * @returns null while nothing loads, for a form, and for the same page with another query
 */
export function usePendingPage(): PendingPage | null {
  const target = useNavigationTarget();
  const here = useLocation();
  const patient = usePatience(target);
  if (!target || patient || target.pathname === here.pathname) return null;
  const outline = outlineOf(target);
  return outline && { ...outline, within: sharedShell(outlineOf(here), outline) };
}

/** Whether the outline of this page should wait, as the page may come at once: its data were prefetched. */
function usePatience(target: Location | null): boolean {
  const [waitedFor, setWaitedFor] = useState<Location | null>(null);
  const prefetched = useMemo(() => target !== null && isPrefetched(target), [target]);
  useEffect(() => {
    if (!prefetched) return;
    const timer = setTimeout(() => setWaitedFor(target), graceMs);
    return () => clearTimeout(timer);
  }, [prefetched, target]);
  return prefetched && waitedFor !== target;
}

/** Whether the browser has finished loading the data of a page that a link announced (`prefetch`). */
function isPrefetched({ pathname, search }: Location): boolean {
  const data = `${pathname === "/" ? "/_root" : pathname.replace(/\/$/, "")}.data`;
  const wanted = new URLSearchParams(search);
  return [...document.querySelectorAll<HTMLLinkElement>("link[rel=prefetch][as=fetch]")].some(({ href }) => {
    const url = new URL(href);
    url.searchParams.delete("_routes");
    return (
      url.pathname === data &&
      url.searchParams.toString() === wanted.toString() &&
      performance.getEntriesByName(href).some((entry) => isFresh(entry as PerformanceResourceTiming))
    );
  });
}

const isFresh = ({ responseEnd }: PerformanceResourceTiming) =>
  responseEnd > 0 && performance.now() - responseEnd < keptMs;

import { matchRoutes } from "@remix-run/react";
import { followTarget } from "../lib/navigation-target.ts";

/** What is used here of Remix's list of files, and of its router. */
type RemixWindow = {
  __remixManifest?: { routes: Record<string, { imports?: string[]; css?: string[] } | undefined> };
  __remixRouter?: { routes: Parameters<typeof matchRoutes>[0] };
};

/**
 * Fetches the files that a page imports along with its own, and its style sheets, once a tap is answered: a browser
 * learns of the ones when it has read that one, and Remix asks for the others when it has run it.
 * @returns stops it
 */
export function preloadParts(): () => void {
  const { __remixManifest: manifest, __remixRouter: router } = window as RemixWindow;
  return followTarget((target) => {
    if (!target || !manifest || !router) return;
    const fetchParts = () => {
      const matches = matchRoutes(router.routes, target) ?? [];
      for (const { imports = [], css = [] } of matches.flatMap(
        ({ route }) => manifest.routes[route.id ?? ""] ?? [],
      )) {
        for (const href of imports) fetchOnce({ rel: "modulepreload", href });
        for (const href of css) fetchOnce({ rel: "preload", as: "style", href });
      }
    };
    // The frame that answers the tap comes first.
    requestAnimationFrame(() => setTimeout(fetchParts));
  });
}

/** A preload that is never taken would be reported in the browser's console: a sheet that the page has is not fetched. */
function fetchOnce(facts: { rel: string; href: string; as?: string }): void {
  if (document.querySelector(`link[href="${facts.href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), facts));
}

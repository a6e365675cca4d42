import { matchRoutes } from "@remix-run/react";
import { followTarget } from "../lib/navigation-target.ts";

/** What is used here of Remix's list of files, and of its router. */
type RemixWindow = {
  __remixManifest?: { routes: Record<string, { imports?: string[] } | undefined> };
  __remixRouter?: { routes: Parameters<typeof matchRoutes>[0] };
};

/**
 * Fetches the files that a page imports along with its own, once a tap is answered: a browser learns of them only once it has
 * read that one.
 * @returns stops it
 */
export function preloadParts(): () => void {
  const { __remixManifest: manifest, __remixRouter: router } = window as RemixWindow;
  return followTarget((target) => {
    if (!target || !manifest || !router) return;
    const fetchParts = () => {
      const matches = matchRoutes(router.routes, target) ?? [];
      for (const url of matches.flatMap(({ route }) => manifest.routes[route.id ?? ""]?.imports ?? [])) {
        if (document.querySelector(`link[rel=modulepreload][href="${url}"]`)) continue;
        document.head.append(
          Object.assign(document.createElement("link"), { rel: "modulepreload", href: url }),
        );
      }
    };
    // The frame that answers the tap comes first.
    requestAnimationFrame(() => setTimeout(fetchParts));
  });
}

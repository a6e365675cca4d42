import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const routes = /\/@remix-run\/react\/dist\/esm\/routes\.js(\?|$)/;
const handed = /return handler\(\);(?=\s*\} finally \{\s*await linkPrefetchPromise;)/;

const singleFetch = /\/@remix-run\/react\/dist\/esm\/single-fetch\.js(\?|$)/;
const fetched = /let data = await fetchAndDecode\(url, init\);(?=\s*singleFetchDfd\.resolve)/;

const fogOfWar = /\/@remix-run\/react\/dist\/esm\/fog-of-war\.js(\?|$)/;
const discovered = /const discoveredPaths = new Set\(\);/;

const patiently = fileURLToPath(new URL("../../app/lib/patient-refresh.ts", import.meta.url));

/**
 * Fixes faults of Remix 2, which gets no more releases, in the browser's build:
 *
 * It loads a page's data and its style sheets at the same time, and reads the data only after the styles: a refusal
 * (4xx) that arrives first is an uncaught error until then. With this plugin the data are read at once.
 *
 * If the current page cannot be reloaded, Remix replaces it with the error screen. With this plugin the page stays and
 * is reloaded when that works again. The routes of its own address are not requested, because the page already has
 * them.
 *
 * Fails the build when an update has moved the code it looks for.
 */
export function mendedRemix(): Plugin {
  return {
    name: "mended-remix",
    enforce: "pre",
    transform(code, id) {
      const mend = (place: RegExp, by: string) => {
        if (!place.test(code)) this.error(`@remix-run/react has changed: ${place} is not in ${id}`);
        return code.replace(place, by);
      };
      if (routes.test(id)) return { code: mend(handed, "return await handler();"), map: null };
      if (fogOfWar.test(id))
        return { code: mend(discovered, "const discoveredPaths = new Set([location.pathname]);"), map: null };
      if (!singleFetch.test(id)) return null;
      const mended = mend(
        fetched,
        "let data = await refreshPatiently(() => fetchAndDecode(url, init), router, request.signal);",
      );
      return {
        code: `import { refreshPatiently } from ${JSON.stringify(patiently)};\n${mended}`,
        map: null,
      };
    },
  };
}

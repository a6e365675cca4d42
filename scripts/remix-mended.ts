import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const routes = /\/@remix-run\/react\/dist\/esm\/routes\.js(\?|$)/;
const handed = /return handler\(\);(?=\s*\} finally \{\s*await linkPrefetchPromise;)/;

const singleFetch = /\/@remix-run\/react\/dist\/esm\/single-fetch\.js(\?|$)/;
const fetched = /let data = await fetchAndDecode\(url, init\);(?=\s*singleFetchDfd\.resolve)/;

const fogOfWar = /\/@remix-run\/react\/dist\/esm\/fog-of-war\.js(\?|$)/;
const discovered = /const discoveredPaths = new Set\(\);/;

const patiently = fileURLToPath(new URL("../app/lib/patient-refresh.ts", import.meta.url));

/**
 * Mends faults of Remix 2, which gets no more releases, in the browser's build:
 *
 * It loads a page's data and its style sheets at the same time, and looks at the data only once the styles are here: a
 * refusal (4xx) that arrives first is an uncaught error until then. With this the data are looked at at once.
 *
 * And where the page that stands can't be loaded anew, it is replaced by the error screen. With this it stays, and is
 * loaded anew when that works again. Nor are the routes of its own address asked for: it has come by them.
 *
 * Fails the build when an update has moved what it looks for.
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

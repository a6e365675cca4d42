import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const routes = /\/@remix-run\/react\/dist\/esm\/routes\.js(\?|$)/;
const handed = /return handler\(\);(?=\s*\} finally \{\s*await linkPrefetchPromise;)/;

const singleFetch = /\/@remix-run\/react\/dist\/esm\/single-fetch\.js(\?|$)/;
const fetched = /let data = await fetchAndDecode\(url, init\);(?=\s*singleFetchDfd\.resolve)/;

const sent = /await fetchAndDecode\(url, init\);(?=\s*actionStatus = status;)/;

const router = /\/@remix-run\/router\/dist\/router\.js(\?|$)/;
const navigated = /result = results\[actionMatch\.route\.id\];/;
const fetcherCalled = /let actionResult = actionResults\[match\.route\.id\];/;

/** Fetchers whose loads the form has interrupted are idle again, and may load anew. */
const settleLoads = `cancelledFetcherLoads.forEach((one) => {
  const waiting = state.fetchers.get(one);
  if (waiting) state.fetchers.set(one, getDoneFetcher(waiting.data));
});
cancelledFetcherLoads.clear();`;
const stayOnPage = `if (!request.signal.aborted && isUnsent(result)) {
  pendingNavigationController = null;
  ${settleLoads}
  updateState({ navigation: IDLE_NAVIGATION, revalidation: "idle", fetchers: new Map(state.fetchers) });
  return { shortCircuited: true };
}`;
const keepFetcher = `if (!fetchRequest.signal.aborted && isUnsent(actionResult)) {
  fetchControllers.delete(key);
  ${settleLoads}
  return updateFetcherState(key, getDoneFetcher(existingFetcher?.data));
}`;

const fogOfWar = /\/@remix-run\/react\/dist\/esm\/fog-of-war\.js(\?|$)/;
const discovered = /const discoveredPaths = new Set\(\);/;

const inLib = (name: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../app/lib/${name}`, import.meta.url)));

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
 * If a form can't be sent, or a busy server refuses it, Remix shows the error screen, and what was typed is lost. With
 * this plugin the page stays as it is, and says why (app/lib/send-form.ts).
 *
 * Fails the build when an update has moved the code it looks for.
 */
export function mendedRemix(): Plugin {
  return {
    name: "mended-remix",
    enforce: "pre",
    transform(code, id) {
      const mend = (place: RegExp, by: string, within = code) => {
        if (!place.test(within)) this.error(`Remix has changed: ${place} is not in ${id}`);
        return within.replace(place, by);
      };
      if (routes.test(id)) return { code: mend(handed, "return await handler();"), map: null };
      if (router.test(id)) {
        const page = mend(navigated, `$&\n${stayOnPage}`);
        const mended = mend(fetcherCalled, `$&\n${keepFetcher}`, page);
        return { code: `import { isUnsent } from ${inLib("send-form.ts")};\n${mended}`, map: null };
      }
      if (fogOfWar.test(id))
        return { code: mend(discovered, "const discoveredPaths = new Set([location.pathname]);"), map: null };
      if (!singleFetch.test(id)) return null;
      const refreshed = mend(
        fetched,
        "let data = await refreshPatiently(() => fetchAndDecode(url, init), router, request.signal);",
      );
      const mended = mend(
        sent,
        "await sendForm(() => fetchAndDecode(url, init), request.signal);",
        refreshed,
      );
      return {
        code: `import { refreshPatiently } from ${inLib("patient-refresh.ts")};
import { sendForm } from ${inLib("send-form.ts")};
${mended}`,
        map: null,
      };
    },
  };
}

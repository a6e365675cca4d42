import type { Plugin } from "vite";

const routes = /\/@remix-run\/react\/dist\/esm\/routes\.js(\?|$)/;
const returned = /return handler\(\);(?=\s*\} finally \{\s*await linkPrefetchPromise;)/;

/**
 * Remix loads a page's data and its style sheets at the same time, and looks at the data only once the styles are here:
 * a refusal (4xx) that arrives first is an uncaught error until then. With this the data are looked at at once. Remix 2
 * gets no more releases. Fails the build when an update has moved what it looks for.
 */
export function handledRejections(): Plugin {
  return {
    name: "handled-rejections",
    enforce: "pre",
    transform(code, id) {
      if (!routes.test(id)) return null;
      if (!returned.test(code))
        this.error("@remix-run/react has changed: its call of loaders is not where it was");
      return { code: code.replace(returned, "return await handler();"), map: null };
    },
  };
}

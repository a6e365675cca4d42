/**
 * Options of the Remix plugin; vite.config.ts passes them on, since Vite mode reads no config file by itself.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  ssr: true,
  // scripts/release.ts publishes it when it is whole.
  buildDirectory: "build/next",
  // Every route is in app/routes.ts, and nowhere else.
  ignoredRouteFiles: ["**/*"],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
    v3_routeConfig: true,
  },
};

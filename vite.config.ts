import { fileURLToPath } from "node:url";
import { remixPWA } from "@remix-pwa/dev";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { denyImports } from "vite-env-only";
import remixOptions from "./remix.config.js";
import { outputParts } from "./scripts/bundle/browser-parts.ts";
import { hlsFromSource } from "./scripts/bundle/hls-from-source.ts";
import { hlsWithoutLogs } from "./scripts/bundle/hls-without-logs.ts";
import { listPrecacheFiles } from "./scripts/bundle/precache-manifest.ts";
import { lightIcons } from "./scripts/bundle/light-icons.ts";
import { mendedRemix } from "./scripts/bundle/remix-mended.ts";

/** Packages that pages alone use, and their parts: devDependencies, since an installation needs none of their files. */
const onlyInPages = [
  /^react(-dom|-router|-router-dom|-i18next)?$/,
  "scheduler",
  /^@remix-run\/(react|router)$/,
  /^(remix-)?i18next$/,
  /^@conform-to\//,
  /^(d3-.*|internmap)$/,
  /^@?firebase\b/,
  /^@svta\//,
  "eventemitter3",
  "idb",
  "lucide-react",
  "sonner",
  "uqr",
  "url-toolkit",
];

/**
 * The service worker. We register it ourselves (app/features/offline), because the plugin's inline script has no nonce;
 * and the entry is our own, because the plugin's runtime answers every request itself, movies included.
 */
const worker = remixPWA({
  registerSW: null,
  workerMinify: true,
  workerBuildDirectory: "build/next/client",
  workerEntryPoint: fileURLToPath(new URL("app/entry.worker.ts", import.meta.url)),
});

const parts = outputParts();

/** What no script of a page may import. */
const notInBrowsers = {
  files: ["api/**", "demo/**", "server.ts", "server/**"],
  specifiers: [/^node:/, /^zod/],
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    // In development it would also refuse what Vite's search for dependencies finds in the pages' server files.
    ...(command === "build" ? [denyImports({ client: notInBrowsers })] : []),
    hlsFromSource(),
    hlsWithoutLogs(),
    lightIcons(),
    mendedRemix(),
    tailwindcss(),
    remix(remixOptions),
    // In development, a service worker would hide changes from the page.
    ...(command === "build" ? [worker, listPrecacheFiles()] : []),
  ],
  // Compiled into the server's build, so that it runs without devDependencies.
  ssr: { noExternal: command === "build" ? onlyInPages : [] },
  ...(isSsrBuild ? { define: { "process.env.NODE_ENV": JSON.stringify("production") } } : {}),
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // Four per cent smaller than esbuild, for a few seconds of building.
    minify: "terser",
    terserOptions: { ecma: 2020, compress: { passes: 2 }, format: { ascii_only: isSsrBuild } },
    rollupOptions: {
      output: {
        // What is smaller costs more by its request than by being loaded where it is not needed.
        experimentalMinChunkSize: 1_000,
        manualChunks: isSsrBuild ? parts.server : parts.browser,
        onlyExplicitManualChunks: true,
      },
    },
  },
  server: { host: "127.0.0.1" },
  // Scanned at the start: a dependency found later reloads the page during work.
  optimizeDeps: { entries: ["app/root.tsx", "app/routes/**/*.tsx"] },
}));

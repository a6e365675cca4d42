import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { remixPWA } from "@remix-pwa/dev";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rollup } from "vite";
import { denyImports } from "vite-env-only";
import hls from "./node_modules/hls.js/package.json" with { type: "json" };
import remixOptions from "./remix.config.js";
import { partsOfAdmin } from "./scripts/admin-parts.ts";
import { listPrecacheFiles } from "./scripts/precache-manifest.ts";
import { everywhere } from "./scripts/base-part.ts";
import { onlyFragmentedMp4 } from "./scripts/hls-fmp4.ts";
import { mendedRemix } from "./scripts/remix-mended.ts";

/**
 * hls.js is compiled from its sources with these build flags: all parts except DRM, ad insertion, CMCD reports, content
 * steering, I-frame playlists, playlist variables and codec selection, which our streams do not use, and subtitles,
 * which are our own `<track>` elements. Its light build is not usable: it leaves out alternative audio as well.
 */
const hlsFlags = {
  __VERSION__: JSON.stringify(hls.version),
  __USE_SUBTITLES__: false,
  __USE_ALT_AUDIO__: true,
  __USE_VARIABLE_SUBSTITUTION__: false,
  __USE_MEDIA_CAPABILITIES__: false,
  __USE_M2TS_ADVANCED_CODECS__: false,
  __USE_EME_DRM__: false,
  __USE_INTERSTITIALS__: false,
  __USE_CMCD__: false,
  __USE_CONTENT_STEERING__: false,
  __USE_IFRAMES__: false,
  __IN_WORKER__: false,
  __HLS_WORKER_BUNDLE__: "undefined",
};

/** Packages that pages alone use, and their parts: devDependencies, since an installation needs none of their files. */
const onlyInPages = [/^@?firebase\b/, "idb", "lucide-react", /^@svta\//, "eventemitter3", "url-toolkit"];

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

/**
 * Files loaded only on demand. The bundler would otherwise put small parts of every page into them, and every page
 * would load them.
 */
function keptApart(id: string, context: Rollup.ManualChunkMeta): string | undefined {
  if (id.includes("/node_modules/@conform-to/")) return "forms";
  if (/\/app\/features\/native-host\/(connect|mailbox|ask|bridges)/.test(id)) return "native-host";
  if (/\/app\/(background-tasks\.tsx|features\/offline\/register)/.test(id)) return "background-tasks";
  if (/\/app\/features\/outbox\/(outbox|store)/.test(id)) return "outbox";
  if (isOfDownloads(id)) return "downloads";
  if (/\/app\/features\/my-list\/(pictures|empty|undo-notice|use-outcome|choice)\.tsx?$/.test(id))
    return "my-list";
  if (id.includes("/app/admin/ingest/upload/send-video")) return "send-video";
  const adminPart = partOfAdmin(id, context.getModuleInfo(id));
  if (adminPart) return adminPart;
  return id.includes("/app/features/install/install-banner") ? "install-banner" : undefined;
}

const isEverywhere = everywhere();

/** The browser's files; the code that every page loads is in one of them. */
function browserPart(id: string, context: Rollup.ManualChunkMeta): string | undefined {
  return isEverywhere(id, context) ? "base" : keptApart(id, context);
}

const partOfAdmin = partsOfAdmin();

/** Remix, React Router and its browser part each bring a copy of the same router: pages need one. */
const router = createRequire(createRequire(import.meta.url).resolve("@remix-run/react"))
  .resolve("@remix-run/router")
  .replace(/router\.cjs\.js$/, "router.js");

/** All modules of the downloads except the placeholders that pages show. */
function isOfDownloads(id: string): boolean {
  const [, file] = /\/app\/features\/downloads\/([\w-]+)\.tsx?$/.exec(id) ?? [];
  const everywhere = [
    "download-button",
    "downloads-tab",
    "kept-flag",
    "copy-stage",
    "kept-playback",
    "remember-place",
    "parts",
    "protocol",
  ];
  return file !== undefined && !everywhere.includes(file);
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    denyImports({
      client: { files: ["api/**", "demo/**", "server.ts", "server/**"], specifiers: [/^node:/] },
    }),
    onlyFragmentedMp4(),
    mendedRemix(),
    tailwindcss(),
    remix(remixOptions),
    // In development, a service worker would hide changes from the page.
    ...(command === "build" ? [worker, listPrecacheFiles()] : []),
  ],
  define: hlsFlags,
  // Compiled into the server's build, so that it runs without devDependencies.
  ssr: { noExternal: command === "build" ? onlyInPages : [] },
  resolve: {
    alias: [
      { find: /^@remix-run\/router$/, replacement: router },
      {
        find: /^hls\.js$/,
        replacement: fileURLToPath(new URL("node_modules/hls.js/src/hls.ts", import.meta.url)),
      },
    ],
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    // Two per cent smaller than esbuild, for a few seconds of building.
    minify: "terser",
    terserOptions: { ecma: 2020, compress: { passes: 2 } },
    // A request costs more than the few hundred bytes that a further file would save some pages.
    rollupOptions: {
      output: {
        experimentalMinChunkSize: 16_000,
        manualChunks: isSsrBuild ? keptApart : browserPart,
        onlyExplicitManualChunks: true,
      },
    },
  },
  server: { host: "127.0.0.1" },
  // Scanned at the start: a dependency found later reloads the page during work.
  optimizeDeps: { entries: ["app/root.tsx", "app/routes/**/*.tsx"] },
}));

import type { Rollup } from "vite";
import { partsOfAdmin } from "./admin-parts.ts";
import { everywhere } from "./base-part.ts";

type PartOf = (id: string, context: Rollup.ManualChunkMeta) => string | undefined;

/**
 * Returns the output file of a module: in the server's build, and in that of browsers, where what every page loads is
 * one file. The bundler decides about all other modules.
 */
export function outputParts(): { server: PartOf; browser: PartOf } {
  const partOfAdmin = partsOfAdmin();
  const isEverywhere = everywhere();
  const server: PartOf = (id, context) => partOnDemand(id) ?? partOfAdmin(id, context.getModuleInfo(id));
  return {
    server,
    browser: (id, context) => (isEverywhere(id, context) ? "base" : server(id, context)),
  };
}

/**
 * Files loaded only on demand. The bundler would otherwise put small parts of every page into them, and every page
 * would load them.
 */
function partOnDemand(id: string): string | undefined {
  if (id.includes("/node_modules/@conform-to/")) return "forms";
  if (/\/app\/features\/native-host\/(connect|mailbox|ask|bridges)/.test(id)) return "native-host";
  if (/\/app\/(background-tasks\.tsx|features\/offline\/register)/.test(id)) return "background-tasks";
  if (/\/app\/features\/outbox\/(outbox|store)/.test(id)) return "outbox";
  if (isOfDownloads(id)) return "downloads";
  if (/\/app\/features\/my-list\/(pictures|empty|undo-notice|use-outcome|choice)\.tsx?$/.test(id))
    return "my-list";
  if (/\/app\/features\/player\/cast\/(cast-parts|google-|play-on-receiver|receiver-facts)/.test(id))
    return "cast";
  if (id.includes("/app/admin/ingest/upload/send-video")) return "send-video";
  return id.includes("/app/features/install/install-banner") ? "install-banner" : undefined;
}

/** All modules of the downloads except the placeholders that pages show. */
function isOfDownloads(id: string): boolean {
  const [, file] = /\/app\/features\/downloads\/([\w-]+)\.tsx?$/.exec(id) ?? [];
  const onPages = [
    "download-button",
    "downloads-tab",
    "kept-flag",
    "copy-stage",
    "kept-playback",
    "remember-place",
    "parts",
    "protocol",
  ];
  return file !== undefined && !onPages.includes(file);
}

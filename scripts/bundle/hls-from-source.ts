import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import hls from "../../node_modules/hls.js/package.json" with { type: "json" };

/**
 * All parts except DRM, ad insertion, CMCD reports, content steering, I-frame playlists, playlist variables and codec
 * selection, which our streams do not use, and subtitles, which are our own `<track>` elements. The library's light
 * build is not usable: it leaves out alternative audio as well.
 */
const flags = {
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

const source = fileURLToPath(new URL("../../node_modules/hls.js/src/hls.ts", import.meta.url));
/** Readers of containers that our videos never use. */
const readers = /\/(tsdemuxer|aacdemuxer|mp3demuxer)$/;
const transmuxer = /\/hls\.js\/src\/demux\/transmuxer\.ts$/;
const stub = "\0no-such-container";

/**
 * Compiles hls.js from the sources in its package with the flags above, and removes the conversion of MPEG transport
 * streams, bare AAC and MP3 to fragmented MP4, for which hls.js has no flag: our videos are fragmented MP4 already.
 * Fails the build when an update has moved the code it looks for. What it saves is in decision 005.
 */
export function hlsFromSource(): Plugin {
  return {
    name: "hls-from-source",
    enforce: "pre",
    config: () => ({
      define: flags,
      resolve: { alias: [{ find: /^hls\.js$/, replacement: source }] },
    }),
    resolveId: (name, importer) =>
      importer && transmuxer.test(importer) && readers.test(name) ? stub : null,
    load: (id) => (id === stub ? "export default class { static probe() { return false; } }" : null),
    transform(code, id) {
      if (!transmuxer.test(id)) return null;
      const entries = code.match(/remux: MP4Remuxer }/g)?.length ?? 0;
      if (entries < 3) this.error("hls.js has changed: its list of containers is not where it was");
      return { code: code.replaceAll("remux: MP4Remuxer }", "remux: PassThroughRemuxer }"), map: null };
    },
  };
}

import { posix } from "node:path";
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

const noReader = "export default class { static probe() { return false; } }";
const nothing = "export default undefined;";
const noKeys = `export default class {
  load() { return Promise.reject(new Error("encrypted")); }
  loadClear() { return null; }
  abort() {}
  destroy() {}
}`;
const noDecrypter = `export default class {
  decrypt() { return Promise.reject(new Error("encrypted")); }
  isSync() { return false; }
  flush() { return null; }
  reset() {}
  destroy() {}
}`;

/** Modules for which hls.js has no flag, by their end, and what stands for them: our streams never use them. */
const replaced: Record<string, string> = {
  // Transport streams, bare AAC and MP3, and their conversion: our videos are fragmented MP4.
  "demux/tsdemuxer": noReader,
  "demux/audio/aacdemuxer": noReader,
  "demux/audio/mp3demuxer": noReader,
  "remux/mp4-generator": "export default class {}",
  // Encryption.
  "loader/key-loader": noKeys,
  "crypt/decrypter": noDecrypter,
  // Live streams, metadata and captions within segments, and lower renditions for dropped frames: each is optional.
  "controller/latency-controller": nothing,
  "controller/id3-track-controller": nothing,
  "controller/fps-controller": nothing,
  "utils/cues": nothing,
  "utils/vttcue": "export default class {}",
  // Our loader is the one by XMLHttpRequest.
  "utils/fetch-loader": "export default class {} export const fetchSupported = () => false;",
};

const source = fileURLToPath(new URL("../../node_modules/hls.js/src/hls.ts", import.meta.url));
/** Of the package wherever it is, since a link to it is followed. */
const folder = "/hls.js/src/";
const transmuxer = /\/hls\.js\/src\/demux\/transmuxer\.ts$/;
const mark = "\0hls-without/";

/**
 * Compiles hls.js from the sources in its package with the flags above, and without the modules above. Fails the build
 * when an update has moved the code it looks for. What it saves is in decision 005.
 */
export function hlsFromSource(): Plugin {
  const found = new Set<string>();
  return {
    name: "hls-from-source",
    enforce: "pre",
    config: () => ({
      define: flags,
      resolve: { alias: [{ find: /^hls\.js$/, replacement: source }] },
    }),
    async resolveId(name, importer) {
      // Their packages do not say that unused parts may be left out.
      if (name.startsWith("@svta/")) {
        const known = await this.resolve(name, importer, { skipSelf: true });
        return known && { ...known, moduleSideEffects: false };
      }
      const at = importer?.lastIndexOf(folder) ?? -1;
      if (at < 0 || !name.startsWith(".")) return null;
      const wanted = posix.join(posix.dirname(importer!.slice(at + folder.length)), name);
      if (!(wanted in replaced)) return null;
      found.add(wanted);
      return mark + wanted;
    },
    load: (id) => (id.startsWith(mark) ? replaced[id.slice(mark.length)] : null),
    transform(code, id) {
      if (!transmuxer.test(id)) return null;
      const entries = code.match(/remux: MP4Remuxer }/g)?.length ?? 0;
      if (entries < 3) this.error("hls.js has changed: its list of containers is not where it was");
      return { code: code.replaceAll("remux: MP4Remuxer }", "remux: PassThroughRemuxer }"), map: null };
    },
    generateBundle() {
      const missed = Object.keys(replaced).filter((name) => !found.has(name));
      if (found.size > 0 && missed.length > 0)
        this.error(`hls.js has changed: nothing imports ${missed.join(", ")}`);
    },
  };
}

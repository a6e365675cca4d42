import type { Plugin } from "vite";

/** Readers of containers that our movies never use. */
const readers = /\/(tsdemuxer|aacdemuxer|mp3demuxer)$/;
const transmuxer = /\/hls\.js\/src\/demux\/transmuxer\.ts$/;
const stub = "\0no-such-container";

/**
 * Removes from hls.js the conversion of MPEG transport streams, bare AAC and MP3 to fragmented MP4: our movies already
 * are fragmented MP4. hls.js has no build flag for this. Fails the build when an update has moved the code it looks
 * for.
 */
export function onlyFragmentedMp4(): Plugin {
  return {
    name: "only-fragmented-mp4",
    enforce: "pre",
    resolveId: (source, importer) =>
      importer && transmuxer.test(importer) && readers.test(source) ? stub : null,
    load: (id) => (id === stub ? "export default class { static probe() { return false; } }" : null),
    transform(code, id) {
      if (!transmuxer.test(id)) return null;
      const entries = code.match(/remux: MP4Remuxer }/g)?.length ?? 0;
      if (entries < 3) this.error("hls.js has changed: its list of containers is not where it was");
      return { code: code.replaceAll("remux: MP4Remuxer }", "remux: PassThroughRemuxer }"), map: null };
    },
  };
}

import { isIP } from "node:net";
import type { MagnetRefusal } from "../../../../contract/ingest/admin-magnets.ts";
import type { MagnetDropped, MagnetSources } from "../../../db/schema.ts";
import { shownName } from "./magnet-row.ts";

export type ParsedMagnet = {
  infohash: string;
  /** The name in the link; empty without one. */
  name: string;
  sources: MagnetSources;
  dropped: MagnetDropped;
};

const longest = 8_192;
const mostTrackers = 50;
const mostPeers = 50;
const base32 = "abcdefghijklmnopqrstuvwxyz234567";

/**
 * Reads a magnet link. Of its sources, it takes only trackers and peers that the service may connect to. Web seeds and
 * links to other files are not used.
 * @param allows whether the service may connect to an address
 */
export function parseMagnet(
  line: string,
  { allows }: { allows: (host: string) => boolean },
): ParsedMagnet | { refusal: MagnetRefusal } {
  if (!/^magnet:\?/i.test(line)) return { refusal: "not_a_magnet" };
  if (line.length > longest) return { refusal: "too_long" };
  const params = new URLSearchParams(line.slice(line.indexOf("?") + 1));
  const named = (name: string) =>
    [...params].flatMap(([key, value]) => (key.toLowerCase().replace(/\.\d+$/, "") === name ? [value] : []));
  const topics = named("xt");
  const hashes = topics.flatMap((topic) => /^urn:btih:(.*)$/i.exec(topic)?.[1] ?? []);
  if (hashes.length === 0)
    return { refusal: topics.some((topic) => /^urn:btmh:/i.test(topic)) ? "v2_only" : "bad_infohash" };
  const infohashes = new Set(hashes.map(infohashOf));
  const [infohash] = infohashes;
  // Two different hashes are two torrents.
  if (!infohash || infohashes.size > 1) return { refusal: "bad_infohash" };

  const peers = named("x.pe");
  const trackers = [...new Set(named("tr"))];
  const takenPeers = peers.filter((peer) => isPeer(peer, allows)).slice(0, mostPeers);
  const takenTrackers = trackers.filter((url) => isTracker(url, allows)).slice(0, mostTrackers);
  return {
    infohash,
    name: shownName(named("dn")[0] ?? ""),
    sources: { trackers: takenTrackers, peers: takenPeers },
    dropped: {
      trackers: trackers.length - takenTrackers.length,
      peers: peers.length - takenPeers.length,
      webSeeds: ["ws", "as", "xs"].reduce((sum, key) => sum + named(key).length, 0),
    },
  };
}

/** @returns the hash in lower-case hex, from hex or base32; null if it is neither */
function infohashOf(text: string): string | null {
  const small = text.toLowerCase();
  if (/^[0-9a-f]{40}$/.test(small)) return small;
  if (!/^[a-z2-7]{32}$/.test(small)) return null;
  const bits = [...small].map((sign) => base32.indexOf(sign).toString(2).padStart(5, "0")).join("");
  return bits
    .match(/.{4}/g)!
    .map((four) => Number.parseInt(four, 2).toString(16))
    .join("");
}

function isTracker(text: string, allows: (host: string) => boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (!["http:", "https:", "udp:"].includes(protocol) || username || password) return false;
  const host = hostname.replace(/^\[|\]$/g, "");
  return host !== "" && allows(host);
}

function isPeer(text: string, allows: (host: string) => boolean): boolean {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? four ?? "";
  const number = Number(port);
  return isIP(host) !== 0 && number > 0 && number < 65_536 && allows(host);
}

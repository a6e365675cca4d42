import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP, type Socket } from "node:net";

/** Facts about a request that the edge finds first. */
export type RequestInfo = {
  id: string;
  /** The user's address: the socket's, or the last one in the chain that is not a trusted proxy. */
  address: string;
  /** Public scheme and host. */
  origin: string;
  /** The request names a host that is not known to belong to this service: see `isKnownHost`. */
  strangeHost: boolean;
};

export type RequestInfoReader = ((incoming: IncomingMessage, headers: Headers) => RequestInfo) & {
  /** Whether an address is one of `trustProxy`. */
  isProxy: (address: string) => boolean;
};

export type InfoOptions = { publicUrl: string | undefined; trustProxy: string[] };

/**
 * Builds the reader of request facts. Forwarded headers count only on connections from `trustProxy` (addresses, CIDR
 * ranges, or the word `loopback`); any other client could forge them.
 */
export function createRequestInfo({ publicUrl, trustProxy }: InfoOptions): RequestInfoReader {
  const trusted = blockListOf(trustProxy);
  const fixedOrigin = publicUrl ? new URL(publicUrl).origin : null;
  const peers = new WeakMap<Socket, Peer>();

  /** The peer of a connection stays the same for all its requests. */
  function peerOf(socket: Socket): Peer {
    const known = peers.get(socket);
    if (known) return known;
    const address = plainAddress(socket.remoteAddress ?? "");
    const peer = { address, isProxy: isIn(trusted, address) };
    peers.set(socket, peer);
    return peer;
  }

  const read = (incoming: IncomingMessage, headers: Headers): RequestInfo => {
    const { address: peer, isProxy: behindProxy } = peerOf(incoming.socket);
    const chain = behindProxy ? (headers.get("X-Forwarded-For") ?? "") : "";
    const address = lastUntrusted(chain, trusted) ?? peer;
    const sentId = behindProxy ? headers.get("X-Request-Id") : null;
    const id = sentId && /^[\w.-]{8,64}$/.test(sentId) ? sentId : randomUUID();
    const strangeHost =
      fixedOrigin === null && !behindProxy && !isKnownHost(headers.get("Host") ?? "localhost");
    return { id, address, origin: fixedOrigin ?? originOf(headers, behindProxy), strangeHost };
  };
  return Object.assign(read, { isProxy: (address: string) => isIn(trusted, plainAddress(address)) });
}

/**
 * Whether a service without PUBLIC_URL may accept a Host header as its own: addresses and `localhost`, which a
 * stranger's DNS record cannot imitate. Otherwise a page on `evil.test` whose name points at this machine could read
 * and write here as if it were this site (DNS rebinding).
 */
export function isKnownHost(host: string): boolean {
  const { hostname } = URL.parse(`http://${host}`) ?? { hostname: "" };
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  return isAddress || hostname === "localhost" || hostname.endsWith(".localhost");
}

type Peer = { address: string; isProxy: boolean };

function originOf(headers: Headers, behindProxy: boolean): string {
  const host = (behindProxy && headers.get("X-Forwarded-Host")) || headers.get("Host") || "localhost";
  const proto = behindProxy && headers.get("X-Forwarded-Proto") === "https" ? "https" : "http";
  return /^[\w.:[\]-]{1,255}$/.test(host) ? `${proto}://${host.toLowerCase()}` : `${proto}://localhost`;
}

function blockListOf(entries: string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    if (entry === "loopback") {
      list.addSubnet("127.0.0.0", 8);
      list.addAddress("::1", "ipv6");
    } else if (bits) list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
    else list.addAddress(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** Proxies one request may pass; a longer chain is forged. */
const mostHops = 32;

/**
 * Reads a chain of X-Forwarded-For from its end, where the nearest proxy writes.
 * @returns the first address that is not a trusted proxy's. Null when an invalid entry comes first: the entries to its
 *   left may be the caller's own
 */
function lastUntrusted(chain: string, trusted: BlockList): string | null {
  for (const part of chain.split(",").slice(-mostHops).reverse()) {
    const entry = part.trim();
    if (entry === "") continue;
    const address = addressIn(entry);
    if (address === null || !isIn(trusted, address)) return address;
  }
  return null;
}

/** As proxies write it: an address, with or without a port, IPv6 with a port in brackets. A zone is not allowed. */
const withPort = /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i;

function addressIn(entry: string): string | null {
  if (entry.length > 64) return null;
  const [, six, four] = withPort.exec(entry) ?? [];
  const address = plainAddress((six ?? four ?? entry).toLowerCase());
  return isIP(address) === 0 || address.includes("%") || (six && isIP(six) !== 6) ? null : address;
}

/** Converts IPv4 written as IPv6, as dual-stack sockets report it. */
function plainAddress(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}

import { once } from "node:events";
import { createServer } from "node:http";

export type Tracker = { url: string; asked: () => number; stop: () => void };

/**
 * Starts a tracker on loopback that knows one torrent: it names the given peers and those that have announced
 * themselves, and counts the requests.
 */
export async function startTracker(infohash: string, peers: readonly string[] = []): Promise<Tracker> {
  const known = new Set(peers.map((peer) => Number(peer.split(":")[1])));
  let asked = 0;
  const server = createServer((request, response) => {
    const query = request.url ?? "";
    const hash = /info_hash=([^&]*)/.exec(query)?.[1] ?? "";
    const hex = hash.replaceAll(/%([0-9a-f]{2})|(.)/gis, (_, code?: string, sign?: string) =>
      code ? code.toLowerCase() : Buffer.from(sign!).toString("hex"),
    );
    const isKnown = hex === infohash;
    const told = isKnown ? [...known] : [];
    if (isKnown) {
      asked += 1;
      known.add(Number(/[?&]port=(\d+)/.exec(query)?.[1]));
    }
    const list = Buffer.from(told.flatMap((port) => [127, 0, 0, 1, port >> 8, port & 255]));
    const head = Buffer.from(`d8:intervali60e5:peers${list.length}:`);
    response.end(Buffer.concat([head, list, Buffer.from("e")]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/announce`,
    asked: () => asked,
    stop: () => void server.close().closeAllConnections(),
  };
}

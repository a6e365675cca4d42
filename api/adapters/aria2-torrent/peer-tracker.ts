import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { isIP } from "node:net";

export type PeerTracker = {
  /** Returns the address of a tracker that names these peers. */
  tell: (infohash: string, peers: readonly string[]) => Promise<string>;
  forget: (infohash: string) => void;
  close: () => Promise<void>;
};

/**
 * aria2 accepts no peers from a link (`x.pe`) or from its calls; it only asks trackers. This tracker listens on
 * loopback at an address that cannot be guessed, and gives aria2 the peers of a link.
 */
export function createPeerTracker(): PeerTracker {
  const known = new Map<string, readonly string[]>();
  const secret = randomBytes(16).toString("hex");
  let server: Server | null = null;
  let address: Promise<string> | null = null;

  async function begin(): Promise<string> {
    server = createServer((request, response) => {
      const [, word, infohash = ""] = (request.url ?? "").split(/[/?]/);
      const peers = word === secret ? known.get(infohash) : undefined;
      if (!peers) return void response.writeHead(404).end();
      response.writeHead(200, { "Content-Type": "text/plain" }).end(answerOf(peers));
    });
    const begun = server;
    await new Promise<void>((resolve) => begun.listen(0, "127.0.0.1", resolve));
    begun.unref();
    return `http://127.0.0.1:${(begun.address() as { port: number }).port}/${secret}`;
  }

  return {
    async tell(infohash, peers) {
      known.set(infohash, peers);
      address ??= begin();
      return `${await address}/${infohash}/announce`;
    },
    forget: (infohash) => void known.delete(infohash),
    async close() {
      const ending = server;
      server = null;
      address = null;
      known.clear();
      ending?.closeAllConnections();
      if (ending) await new Promise((resolve) => ending.close(resolve));
    },
  };
}

/** Builds an answer in the long form of BEP 3, which supports addresses of both IP versions. */
function answerOf(peers: readonly string[]): string {
  const list = peers.flatMap((peer) => {
    const [, host = "", port = ""] = /^\[?([^\]]+?)\]?:(\d+)$/.exec(peer) ?? [];
    return isIP(host) === 0 ? [] : [`d2:ip${host.length}:${host}4:porti${Number(port)}ee`];
  });
  return `d8:intervali60e5:peersl${list.join("")}ee`;
}

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createGate } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TorrentClient, TorrentRequest, TorrentStatus } from "../../../api/ports/torrent.ts";
import { torrentClients } from "../../setup/magnets.ts";
import { freePort, noSeeder, seed, seedingClient, seedingClients, type Seeder } from "../../setup/seeder.ts";

if (!seedingClient) process.stderr.write(`${noSeeder}\n`);

/** A tracker that knows one peer of one torrent, and counts who asks. */
async function track({ infohash, peer }: Seeder) {
  let asked = 0;
  const port = Number(peer.split(":")[1]);
  const server = createServer((request, response) => {
    const hash = /info_hash=([^&]*)/.exec(request.url ?? "")?.[1] ?? "";
    const hex = hash.replaceAll(/%([0-9a-f]{2})|(.)/gis, (_, code?: string, sign?: string) =>
      code ? code.toLowerCase() : Buffer.from(sign!).toString("hex"),
    );
    if (hex === infohash) asked += 1;
    const compact = Buffer.from([127, 0, 0, 1, port >> 8, port & 255]);
    const head = Buffer.from(`d8:intervali60e5:peers${hex === infohash ? 6 : 0}:`);
    response.end(Buffer.concat([head, hex === infohash ? compact : Buffer.alloc(0), Buffer.from("e")]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/announce`,
    asked: () => asked,
    stop: () => server.close().closeAllConnections(),
  };
}

describe.skipIf(!seedingClient).each(torrentClients)("%s", (name, make) => {
  const [first, second, third] = [randomBytes(90_000), randomBytes(30_000), randomBytes(70_000)];
  let client: TorrentClient;
  let seeder: Seeder;
  let folder: string;
  let metadata: Uint8Array;
  const pids: number[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-client-"));
    client = make((pid) => pids.push(pid));
    const files = [
      { path: ["one.bin"], bytes: first },
      { path: ["deep", "two.bin"], bytes: second },
      { path: ["three.bin"], bytes: third },
    ];
    // By somebody else's client, where there is more than one.
    const other = seedingClients.find((one) => !one.startsWith(name));
    seeder = await seed("A thing", files, { client: other ?? seedingClient });
  });
  afterAll(async () => {
    await client.close();
    await seeder.stop();
    await rm(folder, { recursive: true });
  });

  const request = (more: Partial<TorrentRequest>): TorrentRequest => ({
    ...{ infohash: seeder.infohash, trackers: [], peers: [], folder, content: null, seed: false },
    ...more,
  });
  const until = async (is: (status: TorrentStatus) => boolean) => {
    for (;;) {
      const [status] = await client.status();
      if (status && is(status)) return status;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  test("begins nothing for a question", async () => {
    expect(await client.status()).toEqual([]);
    expect(pids).toEqual([]);
  });

  test("asks a tracker for peers, and these what the torrent holds", { timeout: 60_000 }, async () => {
    const tracker = await track(seeder);
    await client.add(request({ trackers: [tracker.url] }));
    await client.add(request({ trackers: [tracker.url] }));
    const found = await until((status) => status.metadata !== null);
    expect(found).toMatchObject({ infohash: seeder.infohash, hasContent: false, error: null });
    expect(tracker.asked()).toBeGreaterThan(0);
    metadata = found.metadata!;
    expect(Buffer.from(metadata).includes("three.bin")).toBe(true);
    await client.remove(seeder.infohash);
    expect(await client.status()).toEqual([]);
    tracker.stop();
  });

  test.runIf(name === "webtorrent")(
    "meets a peer that begins late: left to itself it would look after 1, 6 and 21 seconds, and forget it",
    { timeout: 60_000 },
    async () => {
      const port = await freePort();
      await client.add(request({ peers: [`127.0.0.1:${port}`] }));
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      expect(await client.status()).toMatchObject([{ peers: 0, metadata: null }]);
      const opened = Date.now();
      const late = createGate((socket) => {
        const onward = connect(Number(seeder.peer.split(":")[1]), "127.0.0.1");
        socket.pipe(onward).pipe(socket);
        for (const end of [socket, onward]) end.on("error", () => (socket.destroy(), onward.destroy()));
      }).listen(port, "127.0.0.1");
      await until((status) => status.metadata !== null);
      expect(Date.now() - opened).toBeLessThan(12_000);
      await client.remove(seeder.infohash);
      late.close();
    },
  );

  test("takes the wanted files of a peer it is told of, by their numbers", { timeout: 60_000 }, async () => {
    await client.limit(5_000_000);
    await client.add(request({ peers: [seeder.peer], content: { metadata, files: 3, wanted: [1, 2] } }));
    const done = await until(({ phase }) => phase === "complete" || phase === "failed");
    expect(done).toMatchObject({ phase: "complete", hasContent: true, error: null });
    expect(done.doneBytes).toEqual([0, second.length, third.length]);
    await client.remove(seeder.infohash);
    expect((await readFile(join(folder, "1"))).equals(second)).toBe(true);
    expect((await readFile(join(folder, "2"))).equals(third)).toBe(true);
    // No name of the torrent's leads anywhere.
    expect(await readdir(folder)).not.toContain("deep");
    expect(await readdir(folder)).not.toContain("A thing");
  });

  test(
    "knows by their hashes what is there already, also when it was killed",
    { timeout: 60_000 },
    async () => {
      await seeder.stop();
      process.kill(pids.at(-1)!, "SIGKILL");
      while ((await client.status().catch(() => [1])).length > 0) await new Promise((r) => setTimeout(r, 20));
      await client.add(request({ content: { metadata, files: 3, wanted: [1, 2] } }));
      expect(await until(({ phase }) => phase !== "downloading")).toMatchObject({ phase: "complete" });
      expect(pids).toHaveLength(2);
    },
  );
});

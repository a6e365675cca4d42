import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TorrentClient, TorrentRequest, TorrentStatus } from "../../../api/ports/torrent.ts";
import { createLoopbackClient } from "../../setup/magnets.ts";
import {
  freePort,
  hasLeecher,
  leech,
  noSeeder,
  seed,
  seedingClient,
  type Seeder,
} from "../../setup/seeder.ts";
import { startTracker } from "../../setup/tracker.ts";

if (!seedingClient) process.stderr.write(`${noSeeder}\n`);

describe.skipIf(!seedingClient)("the torrent client", () => {
  const [first, second, third] = [randomBytes(90_000), randomBytes(30_000), randomBytes(70_000)];
  let client: TorrentClient;
  let seeder: Seeder;
  let folder: string;
  let metadata: Uint8Array;
  const pids: number[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-client-"));
    client = createLoopbackClient((pid) => pids.push(pid));
    const files = [
      { path: ["one.bin"], bytes: first },
      { path: ["deep", "two.bin"], bytes: second },
      { path: ["three.bin"], bytes: third },
    ];
    seeder = await seed("A thing", files);
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

  test("asks a tracker for peers, and these what the torrent holds", { timeout: 120_000 }, async () => {
    const tracker = await startTracker(seeder.infohash, [seeder.peer]);
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

  test(
    "meets a peer that begins late: left to itself it would look after 1, 6 and 21 seconds, and forget it",
    { timeout: 120_000 },
    async () => {
      const port = await freePort();
      await client.add(request({ peers: [`127.0.0.1:${port}`] }));
      await new Promise((resolve) => setTimeout(resolve, 7_000));
      expect(await client.status()).toMatchObject([{ peers: 0, metadata: null }]);
      const opened = Date.now();
      const late = createServer((socket) => {
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

  test("takes the wanted files of a peer it is told of, by their numbers", { timeout: 120_000 }, async () => {
    await client.limit(5_000_000);
    await client.add(request({ peers: [seeder.peer], content: { metadata, wanted: [1, 2] } }));
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

  test.skipIf(!hasLeecher)("gives what it has to another client", { timeout: 120_000 }, async () => {
    const tracker = await startTracker(seeder.infohash);
    const content = { metadata, wanted: [1, 2] };
    await client.add(request({ trackers: [tracker.url], content, seed: true }));
    await until(({ phase }) => phase === "complete");
    while (tracker.asked() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await leech(seeder.infohash, { tracker: tracker.url, folder: join(folder, "leech"), files: [1, 2] });
    const taken = join(folder, "leech", "A thing");
    expect((await readFile(join(taken, "deep", "two.bin"))).equals(second)).toBe(true);
    expect((await readFile(join(taken, "three.bin"))).equals(third)).toBe(true);
    await client.remove(seeder.infohash);
    tracker.stop();
  });

  test(
    "knows by their hashes what is there already, also when it was killed",
    { timeout: 120_000 },
    async () => {
      await seeder.stop();
      process.kill(pids.at(-1)!, "SIGKILL");
      while ((await client.status().catch(() => [1])).length > 0) await new Promise((r) => setTimeout(r, 20));
      await client.add(request({ content: { metadata, wanted: [1, 2] } }));
      expect(await until(({ phase }) => phase !== "downloading")).toMatchObject({ phase: "complete" });
      expect(pids).toHaveLength(2);
    },
  );
});

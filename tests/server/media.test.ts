import { readdir, readFile, readlink } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startVideoServer, type VideoServer } from "../setup/video-server.ts";
import { startServer } from "../setup/server-process.ts";

const segment = "v240/seg_00000.m4s";
const bytes = 4 * 1024 * 1024;
let assetStore: VideoServer;

beforeAll(async () => {
  assetStore = await startVideoServer({}, bytes);
});
afterAll(() => assetStore.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(assetStore.server.url + path, { headers });

describe("who may have a film", () => {
  test.each([
    ["its person's browser", "one", 200],
    ["another person's browser", "two", 403],
    ["a player without a session", null, 200],
  ] as const)("%s", async (_who, person, status) => {
    const headers: Record<string, string> = person
      ? { Cookie: `locale=en; matinee=${assetStore.tokens[person]}` }
      : {};
    const answer = await get(assetStore.path("master.m3u8", { uid: "one" }), headers);
    expect(answer.status).toBe(status);
    if (status === 403) expect(await answer.text()).not.toContain("EXTM3U");
  });

  test("the same where pages and films are two processes", async () => {
    const pages = await startServer({ API_URL: assetStore.server.url });
    const status = async (person: "one" | "two") => {
      const headers = { Cookie: `matinee=${assetStore.tokens[person]}` };
      return (await fetch(pages.url + assetStore.path("master.m3u8", { uid: "one" }), { headers })).status;
    };
    expect([await status("one"), await status("two")]).toEqual([200, 403]);
    await pages.end();
  });

  test("a session that is no VIP's has no VIP title, whatever was signed once", async () => {
    const path = assetStore.path("master.m3u8", { uid: "one", vip: true });
    expect((await get(path, { Cookie: `matinee=${assetStore.tokens.one}` })).status).toBe(403);
  });

  test.each([
    ["another site's page", { "Sec-Fetch-Site": "cross-site" }],
    ["another site's page in an old browser", { Referer: "https://elsewhere.example/" }],
  ])("not %s", async (_who, headers) => {
    for (const file of ["master.m3u8", segment, "nothing"]) {
      const answer = await get(assetStore.path(file), headers as Record<string, string>);
      expect([answer.status, await answer.text()]).toEqual([403, "Films are played on their own pages\n"]);
    }
  });

  test("a page of ours in an old browser", async () => {
    expect(
      (await get(assetStore.path("master.m3u8"), { Referer: `${assetStore.server.url}/video/film` })).status,
    ).toBe(200);
  });
});

/** Asks for the segment and hangs up when its first bytes are there, or before. @returns bytes that came */
function abort(path: string, when: "at once" | "at the first bytes" | "in the middle"): Promise<number> {
  const { hostname, port } = new URL(assetStore.server.url);
  return new Promise((resolve, reject) => {
    let came = 0;
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
      if (when === "at once") socket.destroy();
    });
    const enough = when === "in the middle" ? 500_000 : 1;
    socket.on("data", (chunk) => {
      came += chunk.length;
      if (came >= enough) socket.resetAndDestroy();
    });
    socket.on("close", () => resolve(came));
    socket.on("error", reject);
  });
}

/** Without the tables of the embedded database: its background tasks open them in their own time. */
const openFiles = async () => {
  const folder = `/proc/${assetStore.server.pid}/fd`;
  const names = await readdir(folder);
  const targets = await Promise.all(names.map((name) => readlink(join(folder, name)).catch(() => "")));
  return targets.filter((target) => !target.includes("/pg/")).length;
};
const residentKb = async () =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${assetStore.server.pid}/status`, "utf8"))?.[1]);

test.runIf(process.platform === "linux")(
  "a thousand clients that hang up in the middle of a segment leave nothing behind",
  { timeout: 60_000 },
  async () => {
    const path = assetStore.path(segment);
    const moments = ["at once", "at the first bytes", "in the middle"] as const;
    const round = async (clients: number) => {
      for (let n = 0; n < clients; n += 50)
        await Promise.all(Array.from({ length: 50 }, (_, i) => abort(path, moments[(n + i) % 3]!)));
    };
    // What the process takes once for all of them.
    const before = await openFiles();
    await round(200);
    await expect.poll(openFiles, { timeout: 10_000 }).toBeLessThan(before + 60);
    const [files, memory] = [await openFiles(), await residentKb()];
    await round(1_000);
    await expect.poll(openFiles, { timeout: 10_000 }).toBeLessThanOrEqual(files);
    // A thousand kept buffers would be 250 MB, a thousand whole segments 4 GB. Background tasks take up to 70 MB meanwhile.
    expect((await residentKb()) - memory).toBeLessThan(120_000);
    expect(assetStore.server.output()).not.toMatch(/warning|leak|unexpected/i);
    const whole = await (await get(path)).arrayBuffer();
    expect(whole.byteLength).toBe(bytes);
  },
);

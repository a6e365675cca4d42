import { beforeEach, expect, test, vi } from "vitest";
import type { DownloadLicence } from "../../../contract/index.ts";
import type { CopyFiles } from "./copy-files.ts";
import { unknownTime } from "./licence-clock.ts";
import type { LoadPorts } from "./load-copy.ts";
import type { Download } from "./protocol.ts";
import { runQueue } from "./queue.ts";
import type { DownloadStore } from "./store.ts";

const segments = 60;
const sizeOf = (path: string) => (path.endsWith(".m4s") ? 100 : 10);
const names = [
  "v360/index.m3u8",
  "v360/init.mp4",
  ...Array.from({ length: segments }, (_, n) => `v360/seg_${n}.m4s`),
];
const planOf = (index: number, more: Partial<DownloadLicence> = {}) =>
  ({
    licence: `licence-${index}`,
    id: "film",
    index,
    rendition: "360p",
    folder: "v360",
    asset: "film-1",
    base: "/media/one/",
    master: "#EXTM3U",
    expiresAt: "2027-01-01T00:00:00.000Z",
    files: names.map((name) => [name, sizeOf(name)]),
    bytes: names.reduce((sum, name) => sum + sizeOf(name), 7),
    ...more,
  }) as DownloadLicence;
const downloadOf = (index: number) =>
  ({
    key: `film/${index}`,
    id: "film",
    index,
    licence: `licence-${index}`,
    mark: "anna",
    state: "queued",
    addedAt: index,
    gotBytes: 0,
    bytes: 1,
    fault: null,
  }) as Download;

const rows = new Map<string, Download>();
const plans = new Map<string, DownloadLicence>();
const kept = new Map<string, Map<string, Blob | string>>();
const store: DownloadStore = {
  all: async () => [...rows.values()],
  get: async (key) => rows.get(key),
  async update(key, change) {
    const next = change(rows.get(key));
    if (next) rows.set(key, next);
    else rows.delete(key);
    return next;
  },
  plan: async (licence) => plans.get(licence),
  keepPlan: async (plan) => void plans.set(plan.licence, plan),
  dropPlan: async (licence) => void plans.delete(licence),
  clock: async () => unknownTime,
  setClock: async () => undefined,
  clear: async () => rows.clear(),
};
const copies: CopyFiles = {
  paths: async (licence) => new Set(kept.get(licence)?.keys()),
  read: async () => undefined,
  async write(licence, path, body) {
    kept.set(licence, (kept.get(licence) ?? new Map<string, Blob | string>()).set(path, body));
  },
  drop: async (licence) => void kept.delete(licence),
  licences: async () => [...kept.keys()],
};

let fetched: string[];
let ports: LoadPorts;
const answer = (url: string) => new Response("x".repeat(sizeOf(url)));
const isAnna = ({ mark }: Download) => mark === "anna";
const run = () => runQueue(ports, isAnna);
const stateOf = (index = 1) => [rows.get(`film/${index}`)?.state, rows.get(`film/${index}`)?.fault];

beforeEach(() => {
  for (const map of [rows, plans, kept]) map.clear();
  fetched = [];
  rows.set("film/1", downloadOf(1));
  plans.set("licence-1", planOf(1));
  ports = {
    store,
    copies,
    fetch: async (url) => (fetched.push(url), answer(url)),
    ask: vi.fn(async () => ({ plan: planOf(1, { base: "/media/two/" }) })),
    space: async () => ({ usedBytes: 0, freeBytes: 1e9 }),
    keepPage: vi.fn(async () => true),
    changed: () => undefined,
  };
});

test("every file once, then ready; two films one after the other, another person's not at all", async () => {
  rows.set("film/2", downloadOf(2));
  plans.set("licence-2", planOf(2));
  rows.set("film/3", { ...downloadOf(3), mark: "bert" });
  expect(await run()).toBe("done");
  expect(stateOf()).toEqual(["ready", null]);
  expect(stateOf(2)).toEqual(["ready", null]);
  expect(stateOf(3)).toEqual(["queued", null]);
  expect(fetched).toHaveLength(2 * names.length);
  expect(kept.get("licence-1")!.size).toBe(names.length + 1);
  expect(rows.get("film/1")!.gotBytes).toBe(planOf(1).bytes);
});

test("without a network it waits, then loads what is missing, nothing twice", async () => {
  ports.fetch = async (url) => {
    if (fetched.length >= 30) throw new TypeError("gone");
    fetched.push(url);
    return answer(url);
  };
  expect(await run()).toBe("waiting");
  expect(stateOf()).toEqual(["waiting", null]);
  expect(rows.get("film/1")!.gotBytes).toBeGreaterThan(2000);
  ports.fetch = async (url) => (fetched.push(url), answer(url));
  expect(await run()).toBe("done");
  expect(stateOf()).toEqual(["ready", null]);
  expect(new Set(fetched).size).toBe(fetched.length);
});

test("a grant that expires on the way is replaced, and the rest comes from the new one", async () => {
  ports.fetch = async (url) => {
    if (url.startsWith("/media/one/") && fetched.length >= 30) return new Response(null, { status: 403 });
    fetched.push(url);
    return answer(url);
  };
  expect(await run()).toBe("done");
  expect(stateOf()).toEqual(["ready", null]);
  expect(ports.ask).toHaveBeenCalledTimes(1);
  expect(fetched).toHaveLength(names.length);
});

test.each(["refused", "limit"] as const)("and where that is answered with '%s', it says so", async (why) => {
  ports.fetch = async () => new Response(null, { status: 403 });
  ports.ask = async () => why;
  await run();
  expect(stateOf()).toEqual(["failed", why]);
});

test("another encoding has taken its place: what was kept of the old one goes", async () => {
  let changed = false;
  ports.fetch = async (url) => {
    if (!changed && fetched.length >= 30) return ((changed = true), new Response(null, { status: 404 }));
    fetched.push(url);
    return answer(url);
  };
  ports.ask = async () => ({ plan: planOf(1, { base: "/media/two/", asset: "film-2" }) });
  await run();
  expect(stateOf()).toEqual(["ready", null]);
  expect(fetched.filter((url) => url.startsWith("/media/two/"))).toHaveLength(names.length);
});

test("a file that is too short is asked for anew; if it stays so, the download is broken", async () => {
  ports.fetch = async (url) => (url.endsWith("seg_9.m4s") ? new Response("short") : answer(url));
  await run();
  expect(stateOf()).toEqual(["failed", "broken"]);
  expect([...kept.get("licence-1")!.keys()]).not.toContain("v360/seg_9.m4s");
  expect(ports.ask).toHaveBeenCalledTimes(1);
});

test("no room: refused before the first byte, and in the middle; never listed as ready", async () => {
  ports.space = async () => ({ usedBytes: 0, freeBytes: 50_000_000 });
  await run();
  expect(stateOf()).toEqual(["failed", "full"]);
  expect(fetched).toEqual([]);
  rows.set("film/1", downloadOf(1));
  ports.space = async () => ({ usedBytes: 0, freeBytes: 1e9 });
  const write = vi.fn(copies.write);
  ports.copies = {
    ...copies,
    async write(...file) {
      if (write.mock.calls.length >= 20) throw new DOMException("full", "QuotaExceededError");
      await write(...file);
    },
  };
  await run();
  expect(stateOf()).toEqual(["failed", "full"]);
});

test("without a word on the room there is none", async () => {
  ports.space = async () => null;
  await run();
  expect(stateOf()).toEqual(["failed", "full"]);
});

test("paused: it stops within a few files, and goes on from there", async () => {
  ports.fetch = async (url) => {
    fetched.push(url);
    if (fetched.length === 10) await store.update("film/1", (now) => now && { ...now, state: "paused" });
    return answer(url);
  };
  expect(await run()).toBe("done");
  expect(stateOf()).toEqual(["paused", null]);
  expect(fetched.length).toBeLessThan(18);
  await store.update("film/1", (now) => now && { ...now, state: "queued" });
  await run();
  expect(stateOf()).toEqual(["ready", null]);
  expect(new Set(fetched).size).toBe(fetched.length);
});

test("removed on the way: nothing stays behind, whatever was still coming", async () => {
  ports.fetch = async (url) => {
    fetched.push(url);
    if (fetched.length === 10) {
      rows.delete("film/1");
      kept.delete("licence-1");
    }
    return answer(url);
  };
  expect(await run()).toBe("done");
  expect([...kept.keys()]).toEqual([]);
  expect(rows.size).toBe(0);
});

test("without its page it is not ready: that is tried again", async () => {
  ports.keepPage = async () => false;
  expect(await run()).toBe("waiting");
  expect(stateOf()).toEqual(["waiting", null]);
});

import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { magnets } from "../../../api/db/schema.ts";
import type { TorrentClient, TorrentRequest, TorrentStatus } from "../../../api/ports/torrent.ts";
import { isPublicHost } from "../../../api/domain/kernel/public-address.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { film, reaches, saveSettings } from "../../setup/magnets.ts";
import { makeTorrent } from "../../setup/make-torrent.ts";

/** A client that has what a test gives it, and writes down what it is asked for. */
const added: TorrentRequest[] = [];
const held = new Map<string, TorrentStatus>();
const known = new Map<string, Uint8Array>();
const client: TorrentClient = {
  allows: isPublicHost,
  async add(request) {
    if (broken) throw Object.assign(new Error("spawn node EACCES"), { code: "NO_CLIENT" });
    added.push(request);
    const { infohash, content } = request;
    const rest = { peers: 0, downBps: 0, upBps: 0, sentBytes: 0, doneBytes: [], error: null };
    const phase = content ? ("downloading" as const) : ("metadata" as const);
    held.set(infohash, { infohash, phase, hasContent: content !== null, metadata: null, ...rest });
  },
  status: async () =>
    [...held.values()].map((one) => ({
      ...one,
      metadata: one.hasContent ? null : (known.get(one.infohash) ?? null),
    })),
  remove: async (infohash) => void held.delete(infohash),
  limit: async () => {},
  close: async () => held.clear(),
};
let broken = false;
let free = 100 * 1024 ** 3;
let api: TestBackend;
let editor: { token: string };

beforeAll(async () => {
  const times = { tickMs: 30, tidyMs: 60, metadataMs: 400, stallMs: 3_600_000 };
  api = await startTestBackend({ work: { magnets: { client, times, free: async () => free } } });
  editor = await api.person({ admin: 2 });
  await api.worker.start();
});
afterAll(() => api.close());

const add = (text: string, rights = true) => api.post("z/magnet/add", { text, rights }, editor);
const change = (id: string, action: string) => api.post("z/magnet/change", { id, action }, editor);
const at = (id: string, ...states: Parameters<typeof reaches>[1]["states"]) =>
  reaches(api, { id, by: editor, states });
const someHash = () => randomUUID().replaceAll("-", "").padEnd(40, "0");
const link = (rest = "", hash = someHash()) => `magnet:?xt=urn:btih:${hash}${rest}`;
const one = async (text: string) => (await add(text)).d.lines[0];
/** Adds a torrent by its link alone. */
async function withContent(name: string, files: { path: string[]; bytes: Uint8Array }[], options = {}) {
  const { infohash, torrent } = makeTorrent(name, files, options);
  known.set(infohash, torrent);
  return (await one(link("", infohash))).magnet.id as string;
}
const video = (path: string[], bytes = 1000) => ({ path, bytes: Buffer.alloc(bytes, 1) });

describe("while magnets are off", () => {
  test("they can be looked at, and nothing else", async () => {
    const list = await api.get("z/magnet/list", "", editor);
    expect(list).toMatchObject({ c: 0, d: { items: [], service: { on: false, maxBytes: 50 * 1000 ** 3 } } });
    const id = randomUUID();
    const file = [{ file: 0, episode: 1 }];
    const answers = [
      await add(link()),
      await api.post("z/magnet/choose", { id, target: film, files: file }, editor),
      await change(id, "remove"),
    ];
    expect(answers.map(({ c, status }) => [c, status])).toEqual(Array(3).fill([40911, 409]));
    expect(answers[0]!.m).toMatch(/switched off/);
    expect(added).toEqual([]);
    await saveSettings(api, { magnets: true });
  });
});

describe("a pasted text", () => {
  test("is taken only from who has the right to it, who is written down", async () => {
    const refused = await add(link(), false);
    expect([refused.status, refused.d.issues[0].field]).toEqual([422, "rights"]);
    expect((await add(" \r\n ")).d.issues[0].field).toBe("text");
    expect((await add(Array(101).fill(link()).join("\n"))).d.issues[0]).toMatchObject({ reason: "too_big" });
  });

  test("of junk is answered line by line", async () => {
    const junk = Array.from({ length: 100 }, (_, at) => `${"\u202e<script>"}${at} ${"x".repeat(at * 5)}`);
    const { d } = await add(junk.join("\n"));
    expect(d.lines).toHaveLength(100);
    for (const line of d.lines) expect(line).toMatchObject({ outcome: "invalid", refusal: "not_a_magnet" });
    for (const line of d.lines) expect(line.text).toMatch(/^<script>\d+( x+)?$/);
  });

  test.each([
    ["not_a_magnet", "https://example.org/a.torrent"],
    ["not_a_magnet", "MAGNET"],
    ["too_long", link(`&dn=${"x".repeat(9000)}`)],
    ["v2_only", `magnet:?xt=urn:btmh:1220${"ab".repeat(32)}`],
    ["bad_infohash", "magnet:?dn=nothing"],
    ["bad_infohash", link("", "xyz")],
    ["bad_infohash", link("", "g".repeat(40))],
    ["bad_infohash", `${link()}&xt.1=urn:btih:${someHash()}`],
  ])("is refused as %s: %s", async (refusal, text) => {
    expect(await one(text)).toMatchObject({ outcome: "invalid", refusal, magnet: null });
  });

  test("names one content once, in hex, in base32, in one paste and later", async () => {
    const hash = "0123456789abcdef0123456789abcdef01234567";
    const { d } = await add(
      [link("", hash.toUpperCase()), "", link("&dn=b", "AERUKZ4JVPG66AJDIVTYTK6N54ASGRLH")].join("\n"),
    );
    expect(d.lines.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome])).toEqual([
      [1, "added"],
      [3, "duplicate"],
    ]);
    expect(d.lines[1].magnet.id).toBe(d.lines[0].magnet.id);
    expect((await one(link("", hash))).outcome).toBe("duplicate");
  });
});

describe("what a link says", () => {
  test("leads to no address of this machine, its network or a cloud, and to no web seed", async () => {
    const trackers = [
      ...[
        "http://169.254.169.254/latest",
        "http://127.0.0.1/a",
        "udp://[::1]:80",
        "http://10.1.2.3/",
        "http://db/",
      ],
      ...["http://user:word@tracker.example.org/", "file:///etc/passwd", "wss://tracker.example.org", "junk"],
      ...[
        "http://localhost:5432/",
        "http://0x7f000001/",
        "http://2130706433/",
        "http://metadata.google.internal/",
      ],
    ];
    const peers = [
      "127.0.0.1:80",
      "[::ffff:127.0.0.1]:80",
      "192.168.1.1:22",
      "evil:80",
      "8.8.8.8:0",
      "8.8.4.4:99999",
    ];
    const good = ["udp://tracker.example.org:6969/announce", "https://tracker.example.org/announce"];
    const rest = [
      ...[...trackers, ...good].map((url) => `&tr=${encodeURIComponent(url)}`),
      ...[...peers, "8.8.8.8:6881"].map((peer) => `&x.pe=${encodeURIComponent(peer)}`),
      ...["&ws=http://10.0.0.1/a", "&as=http://127.0.0.1/b", "&xs=http://169.254.169.254/c"],
    ].join("");
    const { magnet } = await one(link(rest));
    const found = await at(magnet.id, "waiting-metadata", "failed");
    expect(found.dropped).toEqual({ trackers: trackers.length, peers: peers.length, webSeeds: 3 });
    await at(magnet.id, "failed");
    const asked = added.filter(({ infohash }) => infohash === found.infohash);
    expect(asked.map((request) => [request.trackers, request.peers])).toEqual([[good, ["8.8.8.8:6881"]]]);
  });

  test("is no path", async () => {
    const { magnet } = await one(link(`&dn=${encodeURIComponent("../../etc/\0passwd\u202e\n")}`));
    expect(magnet.name).toBe("../../etc/ passwd");
    const { infohash } = await at(magnet.id, "failed");
    const [request] = added.filter((one) => one.infohash === infohash);
    expect(request!.folder).toBe(`${api.dataDir}/magnets/${infohash}`);
  });
});

describe("what it holds", () => {
  test.each([
    ["bad_metadata", "a file above its folder", [video(["..", "..", "etc", "film.mp4"])], {}],
    ["bad_metadata", "an absolute path", [video(["/etc/film.mp4"])], {}],
    ["bad_metadata", "a path of another system", [video(["a\\..\\film.mp4"])], {}],
    ["bad_metadata", "a zero byte", [video(["a\0.mp4"])], {}],
    ["bad_metadata", "no name", [video([""])], {}],
    [
      "bad_metadata",
      "a length below zero",
      [video(["a.mp4"])],
      { lie: { files: [{ length: -5, path: ["a.mp4"] }] } },
    ],
    ["bad_metadata", "pieces of nothing", [video(["a.mp4"])], { lie: { "piece length": 0 } }],
    ["no_video", "no film", [{ path: ["setup.exe"], bytes: Buffer.from("MZ") }], {}],
    [
      "too_many_files",
      "ten thousand files",
      Array.from({ length: 10_000 }, (_, at) => video([`${at}.mp4`], 1)),
      {},
    ],
    [
      "too_large",
      "more than is allowed",
      [video(["a.mp4"])],
      {
        lie: {
          files: [{ length: 51 * 1024 ** 3, path: ["a.mp4"] }],
          "piece length": 2 ** 28,
          pieces: Buffer.alloc(20 * 204),
        },
      },
    ],
  ])("is refused as %s: %s", async (problem, _what, files, options) => {
    const id = await withContent(`Evil ${randomUUID()}`, files, options);
    const failed = await at(id, "failed", "choose");
    expect(failed).toMatchObject({ state: "failed", problem });
    // Tried again, it is asked anew, and is the same.
    expect((await change(id, "retry")).c).toBe(0);
    expect((await at(id, "failed", "choose")).problem).toBe(problem);
  });

  test("no peer could answer, which can be tried again", async () => {
    const { infohash, torrent } = makeTorrent("Late", [video(["Late.S02E07.mkv"])]);
    const { magnet } = await one(link("", infohash));
    expect(await at(magnet.id, "failed")).toMatchObject({ problem: "no_metadata" });
    known.set(infohash, torrent);
    await change(magnet.id, "retry");
    const found = await at(magnet.id, "choose", "failed");
    expect(found.list[0]).toMatchObject({ guess: { season: 2, episode: 7 }, kind: "video", bytes: 1000 });
  });
});

test.each([
  ["are downloaded with it", {}, [1, 4], 1030],
  ["are left where they are, where that is wished", { subtitles: false }, [1], 1000],
])("subtitles beside a chosen film %s", async (what, wish, wanted, bytes) => {
  const text = (path: string[], size: number) => ({ path, bytes: Buffer.alloc(size, 0x41) });
  const holds = [
    ...[video(["Show.S01E01.mp4"]), video(["Show.S01E02.mp4"]), video(["Sample", "sample.mp4"], 10)],
    ...[text(["Show.S01E01.en.srt"], 20), text(["Subs", "Show.S01E02", "2_German.srt"], 30)],
    text(["de.srt"], 5),
  ];
  const id = await withContent(`Show S01 ${what}`, holds);
  const { infohash, list } = await at(id, "choose");
  expect(list.map(({ subtitles: one }) => one && [one.locale, one.videos, one.left])).toEqual([
    ...[null, null, null, ["en", [0], null], ["de", [1], null], ["de", [], null]],
  ]);
  const target = { ...film, title: "Show", movieKind: "series" };
  const choose = (file: number) =>
    api.post("z/magnet/choose", { id, target, files: [{ file, episode: 1 }], ...wish }, editor);
  expect((await choose(3)).d.issues[0].field).toBe("files.0.file");
  expect((await choose(1)).d.magnet.bytes).toBe(bytes);
  const { list: taken } = await at(id, "downloading");
  expect(taken.flatMap(({ index, episode }) => (episode === 1 ? [index] : []))).toEqual(wanted);
  const asked = () => added.find((one) => one.infohash === infohash && one.content)?.content?.wanted;
  while (!asked()) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(asked()).toEqual(wanted);
  const { d: log } = await api.get("z/audit/list", `?kind=magnet&target=${id}`, editor);
  expect(JSON.stringify(log.items).includes("1: Subs/Show.S01E02/2_German.srt")).toBe(wanted.includes(4));
  await change(id, "cancel");
});

/** Lets the download of a magnet end. @returns the magnet, whose files are imported */
async function download(id: string, files: ReturnType<typeof video>[]) {
  const { infohash } = await at(id, "downloading");
  while (!held.has(infohash)) await new Promise((resolve) => setTimeout(resolve, 10));
  const folder = join(api.dataDir, "magnets", infohash);
  await mkdir(folder, { recursive: true });
  for (const [index, { bytes }] of files.entries()) await writeFile(join(folder, String(index)), bytes);
  held.set(infohash, {
    ...held.get(infohash)!,
    phase: "complete",
    doneBytes: files.map(({ bytes }) => bytes.length),
  });
  const done = await at(id, "done", "failed");
  expect(done).toMatchObject({ state: "done", problem: null });
  return done;
}

test("a file becomes the trailer of a title", async () => {
  await addMovie(api.db, { id: "announced" });
  const { d: made } = await api.post("z/movie/trailer", { id: "announced" }, editor);
  const files = [video(["Announced.mp4"], 900)];
  const id = await withContent("Announced", files);
  await at(id, "choose");
  const target = { kind: "existing", movie: made.id };
  const chosen = [{ file: 0, episode: 1 }];
  expect((await api.post("z/magnet/choose", { id, target, files: chosen }, editor)).c).toBe(0);
  await download(id, files);
  const { d } = await api.get("z/encoding/list", `?movie=${made.id}`, editor);
  expect(d.items).toMatchObject([{ index: 1 }]);
  const { d: title } = await api.get("z/movie/detail", "?id=announced", editor);
  expect(title.trailer).toMatchObject({ id: made.id });
});

test("files become the seasons and numbers that they are chosen for; episodes that there are keep theirs", async () => {
  await addMovie(api.db, { id: "counted", episodes: 3, ready: 0 });
  const placed = { id: "counted", revision: 0, index: 3, season: 0, number: 1 };
  expect((await api.post("z/episode/save", placed, editor)).c).toBe(0);
  const names = ["S02E05", "S01E02", "S02E04", "S00E07"];
  const files = names.map((name, at) => video([`Counted.${name}.mp4`], 500 + at));
  const id = await withContent("Counted S01-S02", files);
  const found = await at(id, "choose");
  expect(found.list.map(({ guess }) => `S0${guess.season}E0${guess.episode}`)).toEqual(names);
  const target = { kind: "existing", movie: "counted" };
  const choose = (chosen: object[]) =>
    api.post("z/magnet/choose", { id, target, files: chosen.map((one, file) => ({ file, ...one })) }, editor);
  const places = [
    { season: 2, episode: 5 },
    { episode: 2 },
    { season: 2, episode: 4 },
    { season: 0, episode: 7 },
  ];
  const twice = await choose([...places.slice(0, 3), { season: 2, episode: 5 }]);
  expect(twice.d.issues).toMatchObject([{ field: "files.3.episode", reason: "repeated" }]);
  expect((await choose(places)).c).toBe(0);
  const done = await download(id, files);
  const { d: movie } = await api.get("z/movie/detail", "?id=counted", editor);
  type Placed = { index: number; season: number; number: number };
  expect(movie.episodes.map(({ index, season, number }: Placed) => `${index}: S${season}E${number}`)).toEqual(
    [...["1: S1E1", "2: S1E2", "4: S2E4", "5: S2E5", "3: S0E1", "6: S0E7"]],
  );
  expect(done.list.map(({ episode, season, number }) => `${episode}: S${season}E${number}`)).toEqual([
    ...["5: S2E5", "2: S1E2", "4: S2E4", "6: S0E7"],
  ]);
  const { d: encodings } = await api.get("z/encoding/list", "?movie=counted", editor);
  expect(encodings.items.map(({ index }: { index: number }) => index).sort()).toEqual([2, 4, 5, 6]);
});

test("a disk that would be full refuses new work, and stops what is under way until there is room", async () => {
  await saveSettings(api, { magnetSeeding: "stop" });
  const id = await withContent("Full", [video(["a.mp4"])]);
  await at(id, "choose");
  free = 2 * 1024 ** 3 + 500;
  const full = await api.post(
    "z/magnet/choose",
    { id, target: film, files: [{ file: 0, episode: 1 }] },
    editor,
  );
  expect([full.c, full.status]).toEqual([507, 507]);
  free = 100 * 1024 ** 3;
  await api.post("z/magnet/choose", { id, target: film, files: [{ file: 0, episode: 1 }] }, editor);
  const { infohash } = await at(id, "downloading");
  free = 1024 ** 3;
  expect((await add(link())).status).toBe(507);
  const stopped = await at(id, "waiting");
  expect(stopped).toMatchObject({ problem: "disk_full" });
  expect(new Date(stopped.notBefore!).getTime()).toBeGreaterThan(Date.now());
  while (held.has(infohash)) await new Promise((resolve) => setTimeout(resolve, 10));
  free = 100 * 1024 ** 3;
  await change(id, "retry");
  await at(id, "downloading");
});

test("what is paused, given up and removed stops, and stays so; each change is in the log", async () => {
  const id = await withContent("Changed", [video(["a.mp4"])]);
  await at(id, "choose");
  expect((await change(id, "pause")).status).toBe(422);
  await api.post("z/magnet/choose", { id, target: film, files: [{ file: 0, episode: 1 }] }, editor);
  const { infohash } = await at(id, "downloading");
  expect((await change(id, "pause")).d.magnet).toMatchObject({ state: "paused", peers: 0 });
  while (held.has(infohash)) await new Promise((resolve) => setTimeout(resolve, 10));
  expect((await change(id, "resume")).c).toBe(0);
  await at(id, "downloading");
  expect((await change(id, "cancel")).d.magnet.state).toBe("cancelled");
  expect((await change(id, "resume")).status).toBe(422);
  expect((await change(id, "remove")).d.magnet).toBeNull();
  expect((await change(id, "retry")).status).toBe(404);
  expect((await api.get("z/magnet/read", `?id=${id}`, editor)).status).toBe(404);
  expect(await api.db.select().from(magnets).where(eq(magnets.id, id))).toEqual([]);
  const { d } = await api.get("z/audit/list", `?kind=magnet&target=${id}`, editor);
  expect(d.items.map(({ action }: { action: string }) => action).sort()).toEqual([
    "z/magnet/add",
    ...Array(4).fill("z/magnet/change"),
    "z/magnet/choose",
  ]);
  expect(api.bugs).toEqual([]);
});

test("nothing that could download it is there, which is tried again later", async () => {
  broken = true;
  const { magnet } = await one(link());
  const waiting = await reaches(api, {
    ...{ id: magnet.id, by: editor, states: ["waiting-metadata"] },
    when: ({ problem }) => problem !== null,
  });
  expect(waiting).toMatchObject({ problem: "no_client", detail: "spawn node EACCES" });
  expect(waiting.notBefore).not.toBeNull();
  broken = false;
  // It is the operator's to mend, and in the log.
  expect(api.bugs.splice(0).map(String)).toEqual(["Error: spawn node EACCES"]);
});

test("the list goes on where it ended, and can be of one state", async () => {
  const { d: first } = await api.get("z/magnet/list", "?limit=2", editor);
  const { d: second } = await api.get("z/magnet/list", `?limit=2&cursor=${first.next}`, editor);
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(4);
  const { d: failed } = await api.get("z/magnet/list", "?state=failed", editor);
  expect(new Set(failed.items.map(({ state }: { state: string }) => state))).toEqual(new Set(["failed"]));
});

test("no peer gives anything of it, which is reported after a while", async () => {
  const id = await withContent("Nobody", [video(["a.mp4"])]);
  await at(id, "choose");
  await api.post("z/magnet/choose", { id, target: film, files: [{ file: 0, episode: 1 }] }, editor);
  await at(id, "downloading");
  api.clock.set(new Date(Date.now() + 3_700_000));
  expect(await at(id, "failed")).toMatchObject({ problem: "no_peers" });
});

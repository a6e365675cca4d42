import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Job } from "../../../contract/ingest/admin-jobs.ts";
import {
  assets,
  auditEntries,
  encodings,
  magnets,
  movieImports,
  movies,
  subtitles,
  uploads,
} from "../../../api/db/schema.ts";
import type { Db } from "../../../api/db/client.ts";
import type { Jobs } from "../../../api/db/jobs.ts";
import { rowsOf } from "../../../api/db/rows-of.ts";
import { listJobs } from "../../../api/domain/ingest/jobs/list-jobs.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let api: TestBackend;
let editor: { token: string; uid: string };

beforeAll(async () => {
  api = await startTestBackend();
  editor = await api.person({ admin: 2 });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.delete(magnets);
  await api.db.delete(movieImports);
  await api.db.delete(movies);
  await api.db.delete(assets);
  await addMovie(api.db, {
    id: "sea",
    episodes: 3,
    ready: 0,
    texts: { en: { title: "The Sea" }, de: { title: "Das Meer" } },
  });
});

type EncodingSeed = Partial<typeof encodings.$inferInsert>;
const minutes = (n: number) => new Date(Date.parse("2026-05-01T00:00:00Z") + n * 60_000);

async function addEncoding(fields: EncodingSeed): Promise<string> {
  const id = randomUUID();
  const of = { movieId: "sea", episodeIndex: 1, source: "a".repeat(64) + ".mp4" };
  await api.db.insert(encodings).values({ id, ...of, state: "ready", createdAt: minutes(0), ...fields });
  return id;
}

async function addMagnet(fields: Partial<typeof magnets.$inferInsert>): Promise<string> {
  const id = randomUUID();
  const infohash = id.replaceAll("-", "").padEnd(40, "0");
  const given = { sources: { trackers: [], peers: [] }, dropped: { trackers: 0, peers: 0, webSeeds: 0 } };
  const rights = { rightsAt: minutes(0), createdAt: minutes(0) };
  await api.db
    .insert(magnets)
    .values({ id, infohash, name: "A magnet", state: "done", ...given, ...rights, ...fields });
  return id;
}

const sidecar = (name: string, why: "empty" | "missing" | null) => ({
  ...{ key: `${name}.srt`, name, locale: "en", kind: "subtitles" as const },
  problem: why && { why, number: null },
});

async function list(query = "", by = editor) {
  const { c, d } = await api.get("z/job/list", query, by);
  expect(c).toBe(0);
  return d as { items: Job[]; next: string | null; counts: { kind: string; state: string; count: number }[] };
}

const names = (items: Job[]) => items.map(({ kind, state }) => `${kind} ${state}`);

test("jobs of every kind are one list, with what failed in codes and what can be done", async () => {
  await addEncoding({
    state: "failed",
    problem: "damaged",
    detail: "moov atom not found",
    createdAt: minutes(1),
  });
  await addEncoding({
    state: "encoding",
    episodeIndex: 2,
    phase: "ladder",
    progress: 0.4,
    leftS: 90,
    createdAt: minutes(2),
  });
  await addMagnet({ state: "choose", name: "Ships", createdAt: minutes(3) });
  await addMagnet({ state: "failed", problem: "no_peers", createdAt: minutes(4) });
  const read = await addEncoding({
    ...{ episodeIndex: 3, createdAt: minutes(5) },
    sidecars: [sidecar("good", null), sidecar("bad", "empty")],
  });
  const { items, next, counts } = await list();
  expect(next).toBeNull();
  expect(names(items)).toEqual([
    ...["encoding done", "subtitles failed", "magnet failed"],
    ...["magnet choose", "encoding running", "encoding failed"],
  ]);
  const [, subtitles, lost, ships, running, failed] = items;
  expect(subtitles).toMatchObject({
    ...{ id: read, actions: ["retry", "cancel"] },
    problems: [{ code: "empty", number: null, about: "bad" }],
  });
  expect(lost).toMatchObject({ problems: [{ code: "no_peers" }], movie: null, actions: ["retry", "cancel"] });
  expect(ships).toMatchObject({ name: "Ships", step: "choose", actions: ["cancel"] });
  expect(running).toMatchObject({
    step: "ladder",
    progress: 0.4,
    leftS: 90,
    episode: 2,
    actions: ["cancel"],
  });
  expect(failed).toMatchObject({
    ...{ problems: [{ code: "damaged" }], detail: "moov atom not found", actions: ["retry", "cancel"] },
    movie: { id: "sea", title: "The Sea", kind: "series" },
  });
  expect(counts).toEqual(
    expect.arrayContaining([
      { kind: "encoding", state: "failed", count: 1 },
      { kind: "encoding", state: "running", count: 1 },
      { kind: "magnet", state: "choose", count: 1 },
      { kind: "magnet", state: "failed", count: 1 },
      { kind: "subtitles", state: "failed", count: 1 },
    ]),
  );
  expect(counts).toHaveLength(5);
});

test("a cursor leads through all kinds, each job once, also where they share their time and id", async () => {
  for (let n = 0; n < 6; n++) {
    await addEncoding({ createdAt: minutes(n), sidecars: [sidecar("one", null)] });
    await addMagnet({ createdAt: minutes(n) });
  }
  const { items: whole } = await list("?limit=50");
  expect(whole).toHaveLength(18);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await list(`?limit=4${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.items.map(({ kind, id }) => `${kind} ${id}`));
    cursor = page.next;
  }
  expect(seen).toEqual(whole.map(({ kind, id }) => `${kind} ${id}`));
  expect((await api.get("z/job/list", "?cursor=WyIyMDI2LTAxLTAxVDAwOjAwOjAwWiIsIngiXQ", editor)).status).toBe(
    422,
  );
});

test("an import of titles is a job: it waits for its admin, fails in a code, and is put aside", async () => {
  const [ready, broken, over] = [randomUUID(), randomUUID(), randomUUID()];
  const source = `${"e".repeat(64)}.csv`;
  await api.db.insert(movieImports).values([
    { id: over, source, state: "imported", createdAt: minutes(1) },
    { id: ready, source, state: "checked", createdAt: minutes(2) },
    { id: broken, source, state: "failed", problem: "quote", problemLine: 7, createdAt: minutes(3) },
  ]);
  const { items, counts } = await list("?kind=import");
  expect(items).toMatchObject([
    { id: broken, state: "failed", problems: [{ code: "quote", number: 7 }], actions: ["cancel"] },
    { id: ready, state: "choose", problems: [], actions: ["cancel"] },
    { id: over, state: "done", problems: [], actions: [] },
  ]);
  expect(counts).toHaveLength(2);
  expect((await list("?kind=import&movie=sea")).items).toEqual([]);
  const { next } = await list("?limit=1");
  expect((await list(`?limit=1&cursor=${next}`)).items).toMatchObject([{ id: ready }]);
  for (const id of [ready, broken]) expect((await api.post("z/import/cancel", { id }, editor)).c).toBe(0);
  expect((await list()).counts).toEqual([]);
});

test("kind, state and movie narrow the list", async () => {
  await addMovie(api.db, { id: "hill", ready: 0 });
  await addEncoding({ state: "cancelled" });
  await addEncoding({ movieId: "hill", state: "failed", problem: "no_video" });
  await addEncoding({ movieId: "hill", sidecars: [sidecar("one", "missing")] });
  await addMagnet({ state: "verifying", movieId: "hill" });
  expect(names((await list("?movie=hill")).items).sort()).toEqual([
    ...["encoding done", "encoding failed", "magnet running", "subtitles failed"],
  ]);
  expect(names((await list("?state=failed")).items).sort()).toEqual(["encoding failed", "subtitles failed"]);
  expect(names((await list("?kind=magnet&state=running")).items)).toEqual(["magnet running"]);
  expect((await list("?kind=subtitles&state=cancelled")).items).toEqual([]);
  expect(names((await list("?kind=encoding&state=cancelled")).items)).toEqual(["encoding cancelled"]);
});

test("a waiting job has its place in the queue, which priority changes", async () => {
  const source = `${"b".repeat(64)}.mp4`;
  await api.db.insert(uploads).values({ key: source, bytes: 10, uid: editor.uid, purpose: "any" });
  const ids: string[] = [];
  for (const index of [1, 2, 3]) {
    const { d, c } = await api.post(
      "z/encoding/start",
      { key: randomUUID(), movie: "sea", index, source },
      editor,
    );
    expect(c).toBe(0);
    ids.push(d.id);
  }
  const places = async () => {
    const { items } = await list("?state=waiting");
    return ids.map((id) => items.find((job) => job.id === id)?.place);
  };
  expect(await places()).toEqual([1, 2, 3]);
  await api.post("z/encoding/priority", { id: ids[2], priority: 10 }, editor);
  expect(await places()).toEqual([2, 3, 1]);
  await api.post("z/encoding/pause", { id: ids[2] }, editor);
  expect(await places()).toEqual([1, 2, undefined]);
});

test("the home page counts what the list shows, and a file that is replaced counts no more", async () => {
  const owner = await api.person({ admin: 3 });
  const failed = async () => {
    const { d } = await api.get("z/overview", "", owner);
    const all = d.jobs as { kind: string; state: string; count: number }[];
    return all.find(({ kind, state }) => kind === "encoding" && state === "failed")?.count ?? 0;
  };
  const ids = [];
  for (const episodeIndex of [1, 2, 3])
    ids.push(await addEncoding({ episodeIndex, state: "failed", problem: "encode_failed" }));
  expect(await failed()).toBe(3);
  expect((await list("?kind=encoding&state=failed")).items).toHaveLength(3);
  const { d: titles } = await api.get("z/movie/list", "", owner);
  expect(titles.items[0].videos).toEqual({ waiting: 0, encoding: 0, failed: 3 });
  // Without waiting for figures that are kept for a while.
  await api.post("z/encoding/cancel", { id: ids[0] }, editor);
  expect(await failed()).toBe(2);
  const source = `${"c".repeat(64)}.mp4`;
  await api.db.insert(uploads).values({ key: source, bytes: 10, uid: editor.uid, purpose: "any" });
  await api.post("z/encoding/start", { key: randomUUID(), movie: "sea", index: 2, source }, editor);
  expect(await failed()).toBe(1);
});

test("subtitles that could not be read are dismissed once, and that is recorded", async () => {
  const id = await addEncoding({ sidecars: [sidecar("good", null), sidecar("bad", "empty")] });
  const answer = await api.post("z/subtitle/dismiss", { id }, editor);
  expect(answer).toMatchObject({ c: 0, d: { failed: 0 } });
  const { items, counts } = await list("?kind=subtitles");
  expect(names(items)).toEqual(["subtitles done"]);
  expect(items[0]!.problems).toHaveLength(1);
  expect(counts).toEqual([]);
  const [entry] = await api.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, "z/subtitle/dismiss"));
  expect(entry).toMatchObject({ targetId: "sea" });
  expect((await api.post("z/subtitle/dismiss", { id: randomUUID() }, editor)).status).toBe(404);
  const waiting = await addEncoding({ state: "waiting", episodeIndex: 2, sidecars: [sidecar("new", null)] });
  expect((await api.post("z/subtitle/retry", { id: waiting }, editor)).status).toBe(422);
});

test("subtitles that could not be read are read again, and become the film's once they can be", async () => {
  await api.db.update(assets).set({ state: "ready" }).where(eq(assets.id, "sea-1"));
  await mkdir(join(api.dataDir, "media", "sea-1"), { recursive: true });
  await writeFile(join(api.dataDir, "media", "sea-1", "master.m3u8"), "#EXTM3U\n");
  const key = `${"d".repeat(64)}.srt`;
  const lost = { ...sidecar("late", "missing"), key };
  const id = await addEncoding({ assetId: "sea-1", sidecars: [sidecar("good", null), lost] });
  expect(await api.post("z/subtitle/retry", { id }, editor)).toMatchObject({ c: 0, d: { failed: 1 } });
  await mkdir(join(api.dataDir, "uploads"), { recursive: true });
  await writeFile(join(api.dataDir, "uploads", key), "1\n00:00:00,500 --> 00:00:01,500\nAhoy\n");
  expect(await api.post("z/subtitle/retry", { id }, editor)).toMatchObject({ c: 0, d: { failed: 0 } });
  expect(names((await list("?kind=subtitles")).items)).toEqual(["subtitles done"]);
  const tracks = await api.db.select().from(subtitles).where(eq(subtitles.assetId, "sea-1"));
  expect(tracks).toMatchObject([{ locale: "en", source: "sidecar" }]);
});

test("a page of many thousand past jobs reads no more rows than it shows", async () => {
  await api.db.execute(sql`insert into encoding (id, movie_id, episode_index, source, state, created_at)
    select 'e-' || n, 'sea', 1, 'x', case when n % 200 = 0 then 'failed' else 'ready' end,
      timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, 20000) n`);
  await api.db.execute(sql`analyze encoding`);
  const jobs = { places: () => Promise.resolve(new Map()) } as unknown as Jobs;
  for (const asked of [
    {},
    { kind: "subtitles" },
    { state: "failed" },
    { kind: "encoding", state: "done" },
  ] as const) {
    // The figures of a session count on until they are written, not from a transaction's beginning.
    const readRows = async (tx: Db) =>
      rowsOf<{ n: number }>(
        await tx.execute(sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
          from pg_stat_xact_user_tables where relname = 'encoding'`),
      )[0]!.n;
    const [shown, read] = await api.db.transaction(async (tx) => {
      const before = await readRows(tx);
      const { items } = await listJobs({ db: tx, jobs }, { ...asked, limit: 20, locale: "en" });
      return [items.length, (await readRows(tx)) - before];
    });
    expect(shown).toBe("kind" in asked && asked.kind === "subtitles" ? 0 : 20);
    expect(read, JSON.stringify(asked)).toBeLessThan(300);
  }
});

test("nothing of this was a bug", () => expect(api.bugs).toEqual([]));

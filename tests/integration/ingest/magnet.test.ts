import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { magnets } from "../../../api/db/schema.ts";
import type { Encoding } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeVideo } from "../../setup/videos.ts";
import { createLoopbackClient, film, reaches, saveSettings } from "../../setup/magnets.ts";
import { noSeeder, seed, seedingClient } from "../../setup/seeder.ts";

if (!seedingClient) process.stderr.write(`${noSeeder}\n`);

describe.skipIf(!seedingClient)("a magnet", () => {
  let api: TestBackend;
  let folder: string;
  let editor: { token: string };
  const pids: number[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "matinee-magnet-"));
    const magnets = {
      client: createLoopbackClient((pid) => pids.push(pid)),
      times: { tickMs: 100, tidyMs: 200 },
    };
    api = await startTestBackend({ magnetsPrivate: true, work: { magnets } });
    editor = await api.person({ admin: 2, name: "Ada" });
    await saveSettings(api, { magnets: true });
    await api.worker.start();
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  const add = async (text: string) => {
    const { d } = await api.post("z/magnet/add", { text, rights: true }, editor);
    return d.lines[0].magnet.id as string;
  };
  const at = (id: string, ...states: Parameters<typeof reaches>[1]["states"]) =>
    reaches(api, { id, by: editor, states });
  const choose = (id: string, target: object, files: { file: number; season?: number; episode: number }[]) =>
    api.post("z/magnet/choose", { id, target, files }, editor);
  const encoded = async (id: string) => {
    for (;;) {
      const { d } = await api.get("z/encoding/detail", `?id=${id}`, editor);
      if (["ready", "failed"].includes((d as Encoding).state)) return d as Encoding;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  test("becomes a draft that plays, from a foreign client", { timeout: 120_000 }, async () => {
    const bytes = await readFile(await makeVideo(folder, { seconds: 3 }));
    const files = [
      { path: ["A Film (2019).mp4"], bytes },
      { path: ["liesmich.txt"], bytes: Buffer.from("Hallo") },
    ];
    const seeder = await seed("A.Film.2019.720p", files);
    const id = await add(seeder.magnet);
    const found = await at(id, "choose");
    expect(found).toMatchObject({
      name: "A.Film.2019.720p",
      files: 2,
      bytes: bytes.length + 5,
      problem: null,
    });
    expect(found.guess).toEqual({ title: "A Film", year: 2019, kind: "film" });
    expect(found.list.map(({ path, kind }) => [path, kind])).toEqual([
      ["A Film (2019).mp4", "video"],
      ["liesmich.txt", "other"],
    ]);
    expect(found.rights.by.name).toBe("Ada");
    expect((await choose(id, film, [{ file: 1, episode: 1 }])).d.issues[0].field).toBe("files.0.file");
    expect((await choose(id, film, [{ file: 0, episode: 2 }])).d.issues[0].field).toBe("files.0.episode");
    expect((await choose(id, film, [{ file: 0, episode: 1 }])).c).toBe(0);

    const done = await at(id, "done", "failed");
    expect(done).toMatchObject({
      state: "done",
      problem: null,
      progress: 1,
      movie: "of-a-magnet",
      seeding: false,
    });
    expect(await encoded(done.list[0]!.encoding!)).toMatchObject({ state: "ready", movie: "of-a-magnet" });
    const { d: title } = await api.get("z/movie/detail", "?id=of-a-magnet", editor);
    expect(title).toMatchObject({ status: "draft", kind: "film", year: 2024 });
    expect(title.episodes[0].asset.state).toBe("ready");
    const stored = await readdir(join(api.dataDir, "uploads"));
    expect(stored.filter((name) => name.endsWith(".mp4"))).toHaveLength(1);
    expect(
      await readFile(
        join(
          api.dataDir,
          "uploads",
          stored.find((name) => name.endsWith(".mp4"))!,
        ),
      ),
    ).toEqual(bytes);
    while ((await readdir(join(api.dataDir, "magnets"))).length > 0)
      await new Promise((r) => setTimeout(r, 50));
    await seeder.stop();
    expect(api.bugs).toEqual([]);
  });

  test("fills a series, also when what downloads it is killed", { timeout: 120_000 }, async () => {
    await addMovie(api.db, { id: "a-series", kind: "series", episodes: 1, ready: 0 });
    const one = await readFile(await makeVideo(folder, { seconds: 2 }));
    // Large enough that it takes a while, and no video, so that nothing is encoded.
    const two = Buffer.alloc(6_000_000, 7);
    const files = [
      { path: ["Show.S01E01.mp4"], bytes: one },
      { path: ["Show.S02E05.mp4"], bytes: two },
    ];
    const seeder = await seed("Show.S01-S02", files, { kbps: 1_500 });
    const id = await add(seeder.magnet);
    const found = await at(id, "choose");
    expect(found.list.map(({ guess }) => guess)).toEqual([
      { season: 1, episode: 1 },
      { season: 2, episode: 5 },
    ]);
    expect(found.guess.kind).toBe("series");
    const target = { kind: "existing", movie: "a-series" };
    const twice = [0, 1].map((file) => ({ file, season: 2, episode: 5 }));
    const { d: refused } = await choose(id, target, twice);
    expect(refused.issues).toMatchObject([{ field: "files.1.episode", reason: "repeated" }]);
    const mapped = [
      { file: 0, episode: 1 },
      { file: 1, season: 2, episode: 5 },
    ];
    const { d: chosen } = await choose(id, target, mapped);
    expect(chosen.magnet.list).toMatchObject([
      { episode: 1, season: 1, number: 1 },
      { episode: 2, season: 2, number: 5 },
    ]);
    await reaches(api, {
      ...{ id, by: editor, states: ["downloading"] },
      when: ({ doneBytes, bytes }) => doneBytes > 0 && doneBytes < bytes!,
    });
    process.kill(pids.at(-1)!, "SIGKILL");
    const done = await at(id, "done", "failed");
    expect(done).toMatchObject({ state: "done", movie: "a-series" });
    expect(pids.length).toBeGreaterThan(1);
    const { d: title } = await api.get("z/movie/detail", "?id=a-series", editor);
    expect(title.episodes).toMatchObject([
      { index: 1, season: 1, number: 1 },
      { index: 2, season: 2, number: 5 },
    ]);
    const { d: encodings } = await api.get("z/encoding/list", "?movie=a-series", editor);
    expect(encodings.items.map(({ index }: Encoding) => index).sort()).toEqual([1, 2]);
    await seeder.stop();
  });

  test("is given to others for as long as that is wished", { timeout: 120_000 }, async () => {
    await saveSettings(api, { magnetSeeding: "seed" });
    const bytes = Buffer.alloc(300_000, 9);
    const seeder = await seed("Given.mp4", [{ path: ["Given.mp4"], bytes }]);
    const id = await add(seeder.magnet);
    await at(id, "choose");
    await choose(id, { ...film, title: "Given" }, [{ file: 0, episode: 1 }]);
    expect(await at(id, "done", "failed")).toMatchObject({ state: "done", seeding: true });
    expect(await readdir(join(api.dataDir, "magnets"))).toEqual([seeder.infohash]);
    // As though the worker had been killed just before it wrote that it was done: it does nothing twice.
    await api.db
      .update(magnets)
      .set({
        state: "importing",
        seeding: false,
        movieId: null,
        claim: "killed",
      })
      .where(eq(magnets.id, id));
    expect(await at(id, "done", "failed")).toMatchObject({ state: "done", seeding: true, movie: "given" });
    const { d: titles } = await api.get("z/movie/list", "?q=given", editor);
    expect(titles.items.map((title: { id: string }) => title.id)).toEqual(["given"]);
    const { d: started } = await api.get("z/encoding/list", "?movie=given", editor);
    expect(started.items).toHaveLength(1);

    const { d } = await api.post("z/magnet/change", { id, action: "stop-seeding" }, editor);
    expect(d.magnet).toMatchObject({ state: "done", seeding: false });
    while ((await readdir(join(api.dataDir, "magnets"))).length > 0)
      await new Promise((r) => setTimeout(r, 50));
    await saveSettings(api, { magnetSeeding: "stop" });
    await seeder.stop();
  });
});

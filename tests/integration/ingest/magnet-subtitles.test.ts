import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movies, uploads } from "../../../api/db/schema.ts";
import type { Encoding, MagnetDetail, MagnetFile } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { startBucket, type TestBucket } from "../../setup/bucket.ts";
import { makeVideo, storeFile } from "../../setup/videos.ts";
import { createLoopbackClient, film, reaches, saveSettings } from "../../setup/magnets.ts";
import { noSeeder, seed, seedingClient } from "../../setup/seeder.ts";

if (!seedingClient) process.stderr.write(`${noSeeder}\n`);

const srt = (words: string, s = 1) => Buffer.from(`1\n00:00:0${s},000 --> 00:00:0${s},900\n${words}\n`);
const file = (path: string, bytes: Uint8Array) => ({ path: path.split("/"), bytes });
const beside = ({ list }: MagnetDetail) =>
  Object.fromEntries(list.filter(({ kind }) => kind === "subtitles").map((one) => [one.path, one]));
const why = ({ subtitles }: MagnetFile) => subtitles?.left ?? subtitles?.problem;

describe.skipIf(!seedingClient).each([["on the disk", false] as const, ["in a bucket", true] as const])(
  "subtitles beside a film, stored %s",
  (_where, inBucket) => {
    let api: TestBackend;
    let bucket: TestBucket | null = null;
    let folder: string;
    let editor: { uid: string; token: string };
    const leftOut: string[] = [];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "matinee-beside-"));
      const client = createLoopbackClient();
      if (inBucket) bucket = await startBucket();
      api = await startTestBackend({
        ...{ magnetsPrivate: true, ...(bucket && { storage: bucket.settings }) },
        work: {
          magnets: { client, times: { tickMs: 100, tidyMs: 200 } },
          onLeftOut: ({ name, problem }) => leftOut.push(`${name} ${problem?.why}`),
        },
      });
      editor = await api.person({ admin: 2 });
      await saveSettings(api, { magnets: true });
      await api.worker.start();
    });
    afterAll(async () => {
      await api.close();
      await bucket?.close();
      await rm(folder, { recursive: true });
    });

    const encoded = async (id: string) => {
      for (;;) {
        const { d } = await api.get("z/encoding/detail", `?id=${id}`, editor);
        if (["ready", "failed"].includes((d as Encoding).state)) return d as Encoding;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    /** From a link to the video. @returns the magnet as it is in the end */
    const brought = async (name: string, files: { path: string[]; bytes: Uint8Array }[]) => {
      const seeder = await seed(name, files);
      const { d } = await api.post("z/magnet/add", { text: seeder.magnet, rights: true }, editor);
      const id = d.lines[0].magnet.id as string;
      await reaches(api, { id, by: editor, states: ["choose"] });
      const target = { ...film, title: name };
      const first = { id, target, files: [{ file: 0, episode: 1 }] };
      expect((await api.post("z/magnet/choose", first, editor)).c).toBe(0);
      const done = await reaches(api, { id, by: editor, states: ["done", "failed"] });
      expect(done).toMatchObject({ state: "done", problem: null });
      expect(await encoded(done.list[0]!.encoding!)).toMatchObject({ state: "ready", problem: null });
      await seeder.stop();
      return reaches(api, { id, by: editor, states: ["done"] });
    };
    const tracks = async (id: string) => {
      await api.db.update(movies).set({ status: "published" }).where(eq(movies.id, id));
      const { d } = await api.get("playback/start", `?id=${id}`);
      const read = d.subtitles.map(async (one: { id: string; label: string; url: string }) => {
        const text = await (await api.fetch(one.url)).text();
        return [one.id, one.label, /\n([^\n]+)\n*$/.exec(text)?.[1]];
      });
      return (await Promise.all(read)).sort();
    };

    test("become its subtitles, whatever else lies there", { timeout: 120_000 }, async () => {
      const files = [
        file(
          "Beside.mkv",
          await readFile(await makeVideo(folder, { seconds: 3, size: "320x180", rich: true })),
        ),
        file("Beside.en.srt", srt("Hello from beside")),
        file("Subs/Beside/3_Fran\u202ecais\u200e.srt", srt("x".repeat(40))),
        file("Subs/Beside/4_French.SDH.srt", srt("Une porte s’ouvre")),
        file("Beside.eng.srt", srt("Short")),
        file("Beside.es.forced.srt", srt("Hola")),
        file("Beside.nl.srt", Buffer.alloc(5_000_000, 0x20)),
        file("Beside.it.srt", srt('<img src="http://127.0.0.1/" onerror="alert(1)">')),
        file("Beside.pl.srt", srt("Za późno", 9)),
        file("Beside.ru.ass", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])),
      ];
      const done = await brought("Beside", files);
      const found = beside(done);
      expect(
        Object.values(found).map((one) => [one.path, one.chosen, one.subtitles?.locale, why(one)]),
      ).toEqual([
        ["Beside.en.srt", true, "en", null],
        ["Subs/Beside/3_Fran cais .srt", true, "und", null],
        ["Subs/Beside/4_French.SDH.srt", true, "fr", null],
        ["Beside.eng.srt", false, "en", "double"],
        ["Beside.es.forced.srt", false, "es", "forced"],
        ["Beside.nl.srt", false, "nl", "too_large"],
        ["Beside.it.srt", true, "it", { why: "code", number: 3 }],
        ["Beside.pl.srt", true, "pl", { why: "late", number: 1 }],
        ["Beside.ru.ass", true, "ru", { why: "noText", number: null }],
      ]);
      expect(found["Beside.en.srt"]).toMatchObject({
        episode: 1,
        encoding: null,
        doneBytes: srt("Hello from beside").length,
      });
      expect(leftOut.splice(0)).toEqual(["Beside.it.srt code", "Beside.pl.srt late", "Beside.ru.ass noText"]);
      // In the video's own file there are English and German ones: the one that lay beside it goes before.
      expect(await tracks("beside")).toEqual([
        ["de", "Deutsch", "Hallo"],
        ["en", "English", "Hello from beside"],
        ["fr-cc", "Français (CC)", "Une porte s’ouvre"],
        ["und", "3_Fran cais", "x".repeat(40)],
      ]);
      const { d } = await api.get("z/subtitle/list", "?id=beside&index=1", editor);
      expect(d.items.map(({ id, source }: { id: string; source: string }) => `${id} ${source}`)).toEqual([
        ...["de file", "en sidecar", "fr-cc sidecar", "und sidecar"],
      ]);
      expect(api.bugs).toEqual([]);
    });

    test.skipIf(inBucket)(
      "give way to what an admin brought, also of the film before, and are there when it is encoded anew",
      { timeout: 120_000 },
      async () => {
        const source = await makeVideo(folder, { seconds: 3, size: "320x180", rich: true });
        const { d: title } = await api.get("z/movie/detail", "?id=beside", editor);
        const mine = join(folder, "mine.srt");
        await writeFile(mine, srt("Mine"));
        const key = await storeFile(api, mine);
        await api.db.update(uploads).set({ uid: editor.uid }).where(eq(uploads.key, key));
        const add = {
          id: "beside",
          revision: title.revision,
          index: 1,
          key,
          locale: "de",
          kind: "subtitles",
        };
        expect((await api.post("z/subtitle/add", { ...add, replace: true }, editor)).c).toBe(0);
        const id = randomUUID();
        const start = { key: id, movie: "beside", index: 1, source: await storeFile(api, source) };
        expect((await api.post("z/encoding/start", start, editor)).c).toBe(0);
        expect(await encoded(id)).toMatchObject({ state: "ready" });
        // The new video has an English track of its own, and it was not said that anything lies beside it.
        expect(await tracks("beside")).toEqual([
          ["de", "Deutsch", "Mine"],
          ["en", "English", "Hello"],
          ["fr-cc", "Français (CC)", "Une porte s’ouvre"],
          ["und", "3_Fran cais", "x".repeat(40)],
        ]);
      },
    );
  },
);

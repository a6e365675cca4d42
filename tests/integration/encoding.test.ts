import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Encoding } from "../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../setup/backend.ts";
import { addMovie } from "../setup/catalogue.ts";
import { makeFilm, storeFile } from "../setup/films.ts";

let api: TestBackend;
let folder: string;
let editor: { token: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-encoding-"));
  api = await startTestBackend({ work: { previewFromS: 6 } });
  editor = await api.person({ admin: 2 });
  await api.worker.start();
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const settled = (states: Encoding["state"][]) => async (id: string) => {
  for (;;) {
    const { d } = await api.get("z/encoding/detail", `?id=${id}`, editor);
    if (states.includes(d.state)) return d as Encoding;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
const over = settled(["ready", "failed", "cancelled"]);

async function start(movie: string, source: string, more: object = {}): Promise<Encoding> {
  const answer = await api.post(
    "z/encoding/start",
    { key: randomUUID(), movie, index: 1, source, ...more },
    editor,
  );
  expect(answer.c).toBe(0);
  return answer.d as Encoding;
}

describe("a stored file", () => {
  test("becomes a title that plays, with its sounds, subtitles, scrub pictures and a poster", async () => {
    await addMovie(api.db, { id: "new-film", ready: 0, episodes: 1, artworkVersion: "0" });
    const film = await makeFilm(folder, { seconds: 4, rich: true });
    const source = await storeFile(api, film);
    const { id } = await start("new-film", source);
    expect(await over(id)).toMatchObject({ state: "ready", progress: 1, problem: null });

    const { d } = await api.get("playback/start", "?id=new-film&index=1");
    expect(d.renditions.map(({ name }: { name: string }) => name)).toEqual(["240p", "360p"]);
    expect(d.durationS).toBeCloseTo(4, 0);
    expect(d.audio).toHaveLength(2);
    expect(d.subtitles.map(({ locale }: { locale: string }) => locale).sort()).toEqual(["de", "en"]);
    const master = await (await api.fetch(d.hls)).text();
    expect(master).toContain('URI="subs/de.m3u8"');
    const base = d.hls.slice(0, d.hls.lastIndexOf("/"));
    for (const path of ["v240/init.mp4", "v360/seg_00001.m4s", "sound_1/seg_00000.m4s", "subs/en.vtt"]) {
      expect([path, (await api.fetch(`${base}/${path}`)).status]).toEqual([path, 200]);
    }
    expect(await (await api.fetch(d.previews)).text()).toContain("#xywh=");
    const { d: card } = await api.get("movie/detail", "?id=new-film");
    expect(card.artwork?.version ?? card.movie?.artwork.version).not.toBe("0");
    expect(await readdir(join(api.dataDir, "artwork", "new-film"))).toContain("poster-480.webp");
    expect((await readdir(join(api.dataDir, "media"))).filter((name) => name !== ".encoding")).toHaveLength(
      1,
    );
    expect(await readdir(join(api.dataDir, "media", ".encoding"))).toEqual([]);
    expect(await readFile(join(api.dataDir, "uploads", source))).toEqual(await readFile(film));
    expect(api.bugs).toEqual([]);
  });
});

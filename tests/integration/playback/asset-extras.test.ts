import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assets, episodes, type EpisodeChapter } from "../../../api/db/schema.ts";
import { putSubtitles, type NewSubtitle } from "../../../api/domain/ingest/subtitles/put-subtitles.ts";
import { recordEncoding } from "../../../api/domain/ingest/encoding/record-encoding.ts";
import { masterText, writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let backend: TestBackend;
let deps: Pick<TestBackend, "db" | "assetStore">;
let mediaDir: string;
const srt = "1\n00:00:01,000 --> 00:00:02,500\nA door opens\n";
const track = (locale: string, more: Partial<NewSubtitle> = {}): NewSubtitle => ({
  ...{ locale, kind: "subtitles", text: srt },
  ...more,
});

beforeAll(async () => {
  backend = await startTestBackend();
  deps = backend;
  mediaDir = join(backend.dataDir, "media");
  await addMovie(backend.db, { id: "rich" });
  await addMovie(backend.db, { id: "marked", originalLanguage: "de" });
  await addMovie(backend.db, { id: "loud" });
  await addMovie(backend.db, { id: "waiting", episodes: 2, ready: 1 });
  for (const asset of ["rich-1", "marked-1", "loud-1"]) await writeAsset(backend.dataDir, asset, 3);
});
afterAll(() => backend.close());

const start = async (id: string, locale = "en") =>
  (await backend.get("playback/start", `?id=${id}`, { locale })).d;
const textOf = async (url: string) => (await backend.fetch(url)).text();
const put = (asset: string, ...tracks: NewSubtitle[]) => putSubtitles(deps, { asset, tracks });

describe("subtitles", () => {
  test("come with the play as signed files, and stand in the playlist for players without a page", async () => {
    await put("rich-1", track("de"), track("en", { kind: "captions" }), track("zh-hant", { label: "粵語" }));
    const d = await start("rich");
    expect(d.subtitles.map(({ url: _url, ...rest }: { url: string }) => rest)).toEqual([
      { id: "de", locale: "de", label: "Deutsch", kind: "subtitles", automatic: false },
      { id: "en-cc", locale: "en", label: "English (CC)", kind: "captions", automatic: false },
      { id: "zh-hant", locale: "zh-Hant", label: "粵語", kind: "subtitles", automatic: false },
    ]);
    const answer = await backend.fetch(d.subtitles[0].url);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/vtt; charset=utf-8"]);
    expect(await answer.text()).toMatch(/^WEBVTT\n[^]*00:00:01\.000 --> 00:00:02\.500\nA door opens\n/);
    const master = await textOf(d.hls);
    expect(master.match(/TYPE=SUBTITLES/g)).toHaveLength(3);
    expect(d.master).toBe(masterText);
    const playlist = await textOf(d.hls.replace("master.m3u8", "subs/de.m3u8"));
    expect(playlist).toContain("#EXTINF:100.000,\nde.vtt\n#EXT-X-ENDLIST");
  });

  test("put again take the place of the earlier ones", async () => {
    await put("rich-1", track("de", { text: srt.replace("A door opens", "Eine Tür geht auf") }));
    const d = await start("rich");
    expect(d.subtitles).toHaveLength(3);
    expect(await textOf(d.subtitles[0].url)).toContain("Eine Tür geht auf");
  });

  test.each([
    ["a page", "rich-1", track("fr", { text: "<html></html>" }), "invalid"],
    ["an empty file", "rich-1", track("fr", { text: "" }), "invalid"],
    ["a language that would be a path", "rich-1", track("../../x"), "invalid"],
    ["no language", "rich-1", track(""), "invalid"],
    ["a film that is not encoded", "waiting-2", track("fr"), "not_found"],
    ["a film there is none of", "nothing", track("fr"), "not_found"],
  ])("%s is refused", async (_what, asset, wrong, code) => {
    await expect(put(asset, wrong)).rejects.toMatchObject({ code });
    expect((await start("rich")).subtitles).toHaveLength(3);
  });
});

describe("what is marked in an episode", () => {
  test("is told in the caller's language, else in English", async () => {
    const chapters: EpisodeChapter[] = [
      { startS: 0, titles: { en: "The door", de: "Die Tür" } },
      { startS: 20, titles: { en: "The garden" } },
    ];
    await backend.db
      .update(episodes)
      .set({ chapters, introFromS: 2, introToS: 8.5, creditsFromS: 90 })
      .where(eq(episodes.movieId, "rich"));
    const d = await start("rich", "de");
    expect(d).toMatchObject({ intro: { fromS: 2, toS: 8.5 }, creditsFromS: 90 });
    expect(d.chapters).toEqual([
      { startS: 0, title: "Die Tür" },
      { startS: 20, title: "The garden" },
    ]);
  });

  test("is empty without marks", async () => {
    expect(await start("loud")).toMatchObject({ chapters: [], intro: null, creditsFromS: null });
  });
});

describe("a film that has been encoded", () => {
  const chapters = [
    { startS: 0, title: "Anfang" },
    { startS: 3, title: "Ende" },
  ];
  const record = (asset: string, more: object = {}) =>
    recordEncoding(deps, { asset, encoded: { durationS: 6, height: 360, ...more }, now: new Date() });

  test("is told of without its files being read again, with the container's chapters", async () => {
    await record("marked-1", { chapters });
    await writeFile(join(mediaDir, "marked-1", "v240", "index.m3u8"), "");
    const d = await start("marked");
    expect(d).toMatchObject({ durationS: 6, thumbnails: null, start: { segments: [[2, 3]] } });
    expect(d.chapters).toEqual([
      { startS: 0, title: "Anfang" },
      { startS: 3, title: "Ende" },
    ]);
  });

  test("keeps an admin's chapters when it is encoded anew", async () => {
    await record("marked-1", { chapters: chapters.map((one) => ({ ...one, title: `${one.title}!` })) });
    expect((await start("marked")).chapters[0].title).toBe("Anfang");
  });

  test("with several sounds has them by name, the default first, in the caller's language", async () => {
    const folder = join(mediaDir, "loud-1");
    const sound = (name: string, more: string) =>
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="${name}",LANGUAGE="en",${more}`;
    const master = (await readFile(join(folder, "master.m3u8"), "utf8")).replace(
      "#EXT-X-STREAM-INF",
      `${sound("Nature", 'DEFAULT=NO,URI="sound_1/index.m3u8"')}\n${sound("Music", "DEFAULT=YES")}\n#EXT-X-STREAM-INF`,
    );
    await writeFile(join(folder, "master.m3u8"), master);
    await writeFile(join(folder, "thumbnails.vtt"), "WEBVTT\n");
    await record("loud-1", { soundLabels: [{ en: "With music", de: "Mit Musik" }, { en: "Nature only" }] });
    const d = await start("loud", "de");
    expect(d.audio).toEqual([
      { id: "Music", locale: "en", label: "Mit Musik", isDefault: true, within: true, describes: false },
      { id: "Nature", locale: "en", label: "Nature only", isDefault: false, within: false, describes: false },
    ]);
    expect(await textOf(d.thumbnails)).toBe("WEBVTT\n");
    const [row] = await backend.db.select().from(assets).where(eq(assets.id, "loud-1"));
    expect(row?.facts?.sounds.map(({ name }) => name)).toEqual(["Music", "Nature"]);
  });
});

test("nothing of this was a bug", () => expect(backend.bugs).toEqual([]));

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assets, auditEntries, encodings } from "../../../api/db/schema.ts";
import { recordEncoding } from "../../../api/domain/ingest/encoding/record-encoding.ts";
import { keepSounds } from "../../../api/domain/ingest/sounds/admin-sounds.ts";
import { putSubtitles } from "../../../api/domain/ingest/subtitles/put-subtitles.ts";
import { masterText, writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let api: TestBackend;
let editor: { uid: string; token: string };
const sound = (name: string, language: string, more: string) =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="${name}",LANGUAGE="${language}",${more}\n`;
const master = masterText
  .replace(
    "#EXT-X-STREAM-INF",
    sound("English", "en", 'DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2"') +
      sound("Deutsch", "de", 'DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="sound_1/index.m3u8"') +
      sound("English (2)", "en", 'DEFAULT=NO,AUTOSELECT=YES,CHANNELS="2",URI="sound_2/index.m3u8"') +
      "#EXT-X-STREAM-INF",
  )
  .replaceAll("FRAME-RATE=24.000", 'FRAME-RATE=24.000,AUDIO="sound"');

beforeAll(async () => {
  api = await startTestBackend();
  editor = await api.person({ admin: 2, name: "Ada" });
  for (const id of ["film", "old", "late", "both"]) {
    await addMovie(api.db, { id });
    await writeAsset(api.dataDir, `${id}-1`, 3);
    await writeFile(join(api.dataDir, "media", `${id}-1`, "master.m3u8"), master);
  }
  await addMovie(api.db, { id: "single" });
  await writeAsset(api.dataDir, "single-1", 3);
  await addMovie(api.db, { id: "bare", ready: 0 });
  await record("film-1");
});
afterAll(() => api.close());

const record = (asset: string) => {
  const tracks = [
    { codec: "eac3", channels: 6, language: "en" },
    { codec: "aac", channels: 2, language: "de" },
    { codec: "aac", channels: 1, language: "en" },
  ];
  return recordEncoding(api, { asset, encoded: { durationS: 6, height: 360, tracks }, now: new Date() });
};
const choice = (track: number, more: object = {}) => ({
  ...{ track, name: null, isDefault: false, describes: false },
  ...more,
});
const revisionOf = async (id: string) =>
  (await api.get("z/movie/detail", `?id=${id}`, editor)).d.revision as number;
const save = async (id: string, sounds: object[], more: object = {}) => {
  const body = { id, revision: await revisionOf(id), index: 1, asset: `${id}-1`, sounds, ...more };
  return api.post("z/sound/save", body, editor);
};
const video = async (id: string) => (await api.get("z/sound/list", `?id=${id}&index=1`, editor)).d.video;
const start = async (id: string) => (await api.get("playback/start", `?id=${id}`)).d;
const served = async (id: string) => (await api.fetch((await start(id)).hls)).text();
const problem = ({ d }: { d: { issues?: { field: string; reason: string }[] } }) =>
  `${d.issues?.[0]?.field} ${d.issues?.[0]?.reason}`;
const told = choice(2, { name: "Audio description", describes: true });

describe("the sounds of a video", () => {
  test("are listed with what they were in the file, whose name is known, and its qualities", async () => {
    const row = { id: "e1", movieId: "film", episodeIndex: 1, source: "x.mkv", fileName: "Film S01.mkv" };
    await api.db.insert(encodings).values({ ...row, state: "ready", assetId: "film-1" });
    expect(await video("film")).toEqual({
      asset: "film-1",
      file: "Film S01.mkv",
      sounds: [
        { ...choice(0, { isDefault: true }), ownLabel: "English", locale: "en", codec: "eac3", channels: 6 },
        { ...choice(1), ownLabel: "Deutsch", locale: "de", codec: "aac", channels: 2 },
        { ...choice(2), ownLabel: "English (2)", locale: "en", codec: "aac", channels: 1 },
      ],
      renditions: [
        { name: "240p", codec: "H.264", width: 426, height: 240, bitrate: 400_000 },
        { name: "360p", codec: "H.264", width: 640, height: 360, bitrate: 900_000 },
      ],
    });
  });

  test("of a video from before that was stored come from its playlist, and a single one is the film's own", async () => {
    const [first] = (await video("old")).sounds;
    expect(first).toMatchObject({ ownLabel: "English", codec: null, channels: null, isDefault: true });
    expect((await video("single")).sounds).toMatchObject([{ track: 0, isDefault: true, codec: null }]);
    expect(await video("bare")).toBeNull();
  });

  test("are offered to viewers as an admin arranges them, without a change in the video's files", async () => {
    const before = await readFile(join(api.dataDir, "media", "film-1", "master.m3u8"), "utf8");
    expect(await save("film", [choice(1, { isDefault: true }), choice(0), told])).toMatchObject({ c: 0 });
    const { audio, master: inline } = await start("film");
    expect(audio).toEqual([
      { id: "Deutsch", locale: "de", label: "Deutsch", isDefault: true, within: false, describes: false },
      { id: "English", locale: "en", label: "English", isDefault: false, within: true, describes: false },
      {
        ...{ id: "Audio description", locale: "en", label: "Audio description" },
        ...{ isDefault: false, within: false, describes: true },
      },
    ]);
    const text = await served("film");
    expect(text).toBe(inline);
    expect(text.match(/NAME="[^"]+".*?DEFAULT=\w+,AUTOSELECT=\w+/g)).toEqual([
      'NAME="Deutsch",LANGUAGE="de",DEFAULT=YES,AUTOSELECT=YES',
      'NAME="English",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES',
      'NAME="Audio description",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES',
    ]);
    expect(text.match(/CHARACTERISTICS="([^"]+)"/)?.[1]).toBe("public.accessibility.describes-video");
    expect(await readFile(join(api.dataDir, "media", "film-1", "master.m3u8"), "utf8")).toBe(before);
    const [entry] = await api.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.targetId, "film"), eq(auditEntries.action, "z/sound/save")));
    expect(entry!.after).toMatchObject({
      "episode.1.sounds": [choice(1, { isDefault: true }), choice(0), told],
    });
  });

  test("are arranged together with subtitles, and in videos from before their facts were stored", async () => {
    await api.db.update(assets).set({ durationS: 6 }).where(eq(assets.id, "both-1"));
    await putSubtitles(api, {
      asset: "both-1",
      tracks: [{ locale: "en", kind: "captions", text: "1\n00:00:01,000 --> 00:00:02,000\nA door\n" }],
    });
    expect(await save("both", [told, choice(0, { isDefault: true }), choice(1)])).toMatchObject({ c: 0 });
    const text = await served("both");
    expect(text.match(/^#EXT-X-MEDIA:TYPE=(\w+)/gm)).toHaveLength(4);
    expect(text).toContain('AUDIO="sound",SUBTITLES="subs"');
    expect(text.indexOf("Audio description")).toBeLessThan(text.indexOf('NAME="English"'));
  });

  test("are kept when the same film is encoded anew, and not by another one", async () => {
    const made = { state: "ready" as const, createdAt: new Date() };
    for (const id of ["again", "other"]) {
      await writeAsset(api.dataDir, id, 3);
      const text = id === "again" ? master : master.replace('LANGUAGE="de"', 'LANGUAGE="fr"');
      await writeFile(join(api.dataDir, "media", id, "master.m3u8"), text);
      await api.db.insert(assets).values({ id, ...made });
      await record(id);
      await keepSounds(api.db, { from: "film-1", to: id });
    }
    const kept = async (id: string) =>
      (await api.db.select().from(assets).where(eq(assets.id, id)))[0]!.sounds;
    expect(await kept("again")).toMatchObject([{ track: 1 }, { track: 0 }, { track: 2, describes: true }]);
    expect(await kept("other")).toBeNull();
  });
});

describe("an arrangement is refused", () => {
  test.each([
    ["an unknown sound", [choice(0, { isDefault: true }), choice(1), choice(3)], "sounds.2.track choice"],
    ["a sound twice", [choice(0, { isDefault: true }), choice(1), choice(1)], "sounds.2.track repeated"],
    ["one left out", [choice(0, { isDefault: true }), choice(1)], "sounds required"],
    [
      "two defaults",
      [choice(0, { isDefault: true }), choice(1, { isDefault: true }), choice(2)],
      "sounds repeated",
    ],
    ["no default", [choice(0), choice(1), choice(2)], "sounds required"],
    [
      "a name twice",
      [choice(0, { isDefault: true, name: "Deutsch" }), choice(1), choice(2)],
      "sounds.1.name repeated",
    ],
  ])("with %s", async (_what, sounds, expected) => {
    expect(problem(await save("late", sounds))).toBe(expected);
    expect(await served("late")).toBe(master);
  });

  test("after another admin's change, and for a video that was replaced meanwhile", async () => {
    const sounds = [choice(0, { isDefault: true }), choice(1), told];
    const before = await revisionOf("late");
    expect(await save("late", sounds)).toMatchObject({ c: 0 });
    const mine = [choice(1, { isDefault: true }), choice(0), choice(2)];
    const late = await save("late", mine, { revision: before });
    expect(late.d.conflict).toMatchObject({ by: "Ada", fields: [{ field: "sounds", theirs: sounds }] });
    expect((await save("late", mine, { asset: "late-0" })).d.conflict).toMatchObject({ fields: [] });
    expect((await start("late")).audio[0]).toMatchObject({ id: "English", isDefault: true });
  });
});

test("nothing of this was a bug", () => expect(api.bugs).toEqual([]));

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { assets, subtitles } from "../../../api/db/schema.ts";
import { putSubtitles } from "../../../api/domain/ingest/subtitles/put-subtitles.ts";
import type { SubtitleSource } from "../../../contract/catalogue/values.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let api: TestBackend;
let editor: { uid: string; token: string };
const track = { id: "film", index: 1, subtitle: "en" };

beforeAll(async () => {
  api = await startTestBackend();
  editor = await api.person({ admin: 2, name: "Ada" });
  await addMovie(api.db, { id: "film" });
  await api.db.update(assets).set({ durationS: 100 });
  await writeAsset(api.dataDir, "film-1", 3);
});
afterAll(() => api.close());
beforeEach(() =>
  put(
    "WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nOne\n\n00:03.000 --> 00:04.000\n<i>Tom</i> &amp; Jerry\n\n00:05.000 --> 00:06.000\nThree",
  ),
);

async function put(text: string, source: SubtitleSource = "automatic") {
  await api.db.delete(subtitles);
  await putSubtitles(api, { asset: "film-1", tracks: [{ locale: "en", kind: "subtitles", text, source }] });
}
const list = async (query = "") =>
  (await api.get("z/cue/list", `?id=film&index=1&subtitle=en${query}`, editor)).d;
const held = async () => {
  const { revision, version } = await list();
  return { ...track, revision, version };
};
const cue = (fromS: number, toS: number, text: string) => ({ fromMs: fromS * 1000, toMs: toS * 1000, text });
const issue = ({ status, d }: { status: number; d: { issues?: { field: string; reason: string }[] } }) =>
  `${status} ${d.issues?.[0]?.field} ${d.issues?.[0]?.reason}`;
const save = async (from: number, cues: unknown[]) =>
  api.post("z/cue/save", { ...(await held()), from, cues }, editor);
const shown = async () => {
  const { d } = await api.get("playback/start", "?id=film");
  return (await api.fetch(d.subtitles[0].url)).text();
};

test("lines are read a page at a time, with their text as one writes it", async () => {
  expect(await list("&from=2&limit=1")).toMatchObject({
    ...{ from: 2, total: 3, source: "automatic", edited: false, durationS: 100, offsetMs: 0 },
    items: [{ fromMs: 3_000, toMs: 4_000, text: "<i>Tom</i> & Jerry" }],
  });
  expect((await list("&from=4")).items).toEqual([]);
  expect((await api.get("z/cue/list", "?id=film&index=1&subtitle=de", editor)).status).toBe(404);
});

describe("a save", () => {
  test("changes the lines that were changed, and viewers get them", async () => {
    const before = await list();
    const answer = await save(1, [
      cue(1, 2, "One"),
      cue(2.5, 4, "Tom\r\n\r\n< 3 & <b>Jerry</b> --> <script>x"),
    ]);
    expect(answer).toMatchObject({ c: 0, d: { revision: before.revision + 1, entry: null } });
    expect(await shown()).toContain(
      "00:00:01.000 --> 00:00:02.000 line:0\nOne\n\n" +
        "00:00:02.500 --> 00:00:04.000\nTom\n&lt; 3 &amp; <b>Jerry</b> → x\n\n00:00:05.000",
    );
    expect(await list()).toMatchObject({ edited: true, source: "automatic", version: answer.d.version });
  });

  test("of what was read changes nothing, also not a sign of the file", async () => {
    const { items, ...before } = await list();
    const answer = await save(1, items);
    expect(answer.d).toMatchObject({ version: before.version, revision: before.revision, entry: null });
    expect(await list()).toMatchObject({ edited: false });
  });

  test("deletes lines, which one undo brings back", async () => {
    const answer = await save(2, [null, cue(5, 6, "Three")]);
    expect((await list()).items.map(({ text }: { text: string }) => text)).toEqual(["One", "Three"]);
    const body = { id: "film", entry: answer.d.entry };
    expect((await api.post("z/movie/undo", body, editor)).d).toEqual({ restored: 1, skipped: 0 });
    expect(await list()).toMatchObject({ total: 3, source: "automatic", edited: false });
    expect((await api.post("z/movie/undo", body, editor)).status).toBe(404);
    expect(issue(await save(1, [null, null, null]))).toBe("422 cues required");
  });

  test.each([
    ["ends before it begins", 2, [cue(4, 3.5, "No")], "422 cues.0.toMs too_small"],
    ["begins after the end", 3, [cue(100, 101, "No")], "422 cues.0.fromMs too_big"],
    ["ends after the end", 3, [cue(99, 101, "No")], "422 cues.0.toMs too_big"],
    ["begins before the line above", 2, [cue(0.5, 2, "No")], "422 cues.0.fromMs too_small"],
    ["begins before one of its page", 1, [cue(1, 2, "One"), cue(0, 2, "No")], "422 cues.1.fromMs too_small"],
    ["begins after the line below", 1, [cue(3.5, 4, "No")], "422 cues.0.fromMs too_big"],
    ["says nothing but markup", 1, [cue(1, 2, "<img src=x>")], "422 cues.0.text required"],
    ["is not there", 3, [cue(5, 6, "Three"), cue(7, 8, "Four")], "422 from too_big"],
    ["is too long", 1, [cue(1, 2, "x".repeat(2_001))], "422 cues.0.text too_long"],
    ["is no time", 1, [{ fromMs: -1, toMs: 5, text: "x" }], "422 cues.0.fromMs too_small"],
  ])("of a line that %s is refused beside its field, and changes nothing", async (_what, from, cues, why) => {
    const before = await shown();
    expect(issue(await save(from as number, cues as unknown[]))).toBe(why);
    expect(await shown()).toBe(before);
  });

  test("is a conflict where the track was changed since, and none where another part of the title was", async () => {
    const began = await held();
    await api.post("z/movie/save", { id: "film", revision: began.revision, year: 1999 }, editor);
    expect((await api.post("z/cue/save", { ...began, from: 1, cues: [cue(1, 2, "Uno")] }, editor)).c).toBe(0);
    const late = await api.post("z/cue/save", { ...began, from: 1, cues: [cue(1, 2, "Un")] }, editor);
    expect(late.status).toBe(409);
    expect(late.d.conflict ?? late.d).toMatchObject({ revision: expect.any(Number) });
    expect(await shown()).toContain("Uno");
  });
});

test("an added line stands where its time belongs", async () => {
  const add = async (line: object) => api.post("z/cue/add", { ...(await held()), cue: line }, editor);
  expect((await add(cue(3, 5, "Second of two"))).d.number).toBe(3);
  expect((await add(cue(0, 1, "First"))).d.number).toBe(1);
  expect((await add(cue(99, 100, "Last"))).d.number).toBe(6);
  expect(issue(await add(cue(6, 6, "No")))).toBe("422 cue.toMs too_small");
  expect((await list()).items.map(({ text }: { text: string }) => text)).toEqual([
    ...["First", "One", "<i>Tom</i> & Jerry", "Second of two", "Three", "Last"],
  ]);
});

test("a delay of the track stays, and lines are edited by the times of the file", async () => {
  const { revision } = await held();
  await api.post("z/subtitle/shift", { ...track, revision, byMs: 1_500 }, editor);
  expect((await list()).offsetMs).toBe(1_500);
  expect((await save(1, [cue(1, 2, "Eins")])).c).toBe(0);
  expect(await shown()).toContain("00:00:02.500 --> 00:00:03.500 line:0\nEins");
});

test("automatic subtitles lose their mark once a person has checked them; others have none", async () => {
  const check = async () => {
    const { revision } = await held();
    return api.post("z/subtitle/check", { ...track, revision }, editor);
  };
  const label = async () => (await api.get("playback/start", "?id=film")).d.subtitles[0];
  expect(await label()).toMatchObject({ label: "English (automatic)", automatic: true });
  expect((await check()).c).toBe(0);
  expect(await label()).toMatchObject({ label: "English", automatic: false });
  const { d } = await api.get("playback/start", "?id=film");
  expect(await (await api.fetch(d.hls)).text()).toContain('NAME="English",');
  expect((await list()).source).toBe("checked");
  expect(issue(await check())).toBe("422 subtitle choice");
});

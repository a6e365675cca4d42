import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries, uploads } from "../../../api/db/schema.ts";
import { importSubtitles } from "../../../api/domain/ingest/subtitles/import-subtitles.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";

let api: TestBackend;
let editor: { uid: string; token: string };
const srt = (words = "A door opens", from = "00:00:01,000", to = "00:00:02,500") =>
  `1\n${from} --> ${to}\n${words}\n`;

beforeAll(async () => {
  api = await startTestBackend();
  editor = await api.person({ admin: 2, name: "Ada" });
  for (const id of ["film", "shifted", "kept"]) {
    await addMovie(api.db, { id });
    await writeAsset(api.dataDir, `${id}-1`, 3);
  }
  await addMovie(api.db, { id: "bare", ready: 0 });
});
afterAll(() => api.close());

/** Puts a file among the uploads, as `oss/upload` would. @returns its name there */
async function upload(
  file: string | Uint8Array,
  { extension = "srt", uid = editor.uid } = {},
): Promise<string> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  const key = `${createHash("sha256").update(bytes).digest("hex")}.${extension}`;
  await mkdir(join(api.dataDir, "uploads"), { recursive: true });
  await writeFile(join(api.dataDir, "uploads", key), bytes);
  await api.db
    .insert(uploads)
    .values({ key, bytes: bytes.byteLength, uid, purpose: "any" })
    .onConflictDoNothing();
  return key;
}

const revisionOf = async (id: string) =>
  (await api.get("z/movie/detail", `?id=${id}`, editor)).d.revision as number;
async function add(id: string, file: string | Uint8Array, more: Record<string, unknown> = {}) {
  const extension = (more.extension as string | undefined) ?? "srt";
  const { extension: _extension, ...fields } = more;
  const key = await upload(file, { extension });
  const revision = await revisionOf(id);
  const body = { id, revision, index: 1, key, locale: "de", kind: "subtitles", replace: false, ...fields };
  return api.post("z/subtitle/add", body, editor);
}
const list = async (id: string) => (await api.get("z/subtitle/list", `?id=${id}&index=1`, editor)).d.items;
const shown = async (id: string, track = 0) => {
  const { d } = await api.get("playback/start", `?id=${id}`);
  return (await api.fetch(d.subtitles[track].url)).text();
};
const problem = ({ d }: { d: { issues?: { field: string; reason: string }[] } }) =>
  `${d.issues?.[0]?.field} ${d.issues?.[0]?.reason}`;

describe("a file that is uploaded", () => {
  test("is what the player shows, and is told with its first words and where it came from", async () => {
    const added = await add("film", srt("<i>Eine</i> Tür & mehr"));
    expect(added).toMatchObject({ c: 0, d: { subtitle: "de", cues: 1, encoding: "utf-8" } });
    expect(await shown("film")).toContain("00:00:01.000 --> 00:00:02.500\n<i>Eine</i> Tür &amp; mehr\n");
    expect(await list("film")).toEqual([
      {
        ...{ id: "de", locale: "de", label: "Deutsch", kind: "subtitles", source: "uploaded", offsetMs: 0 },
        edited: false,
        ...{ cues: 1, endsS: 2.5, first: [{ fromS: 1, text: "Eine Tür & mehr" }] },
      },
    ]);
    expect(await readdir(join(api.dataDir, "uploads"))).toEqual([]);
    expect(await api.db.select().from(uploads)).toEqual([]);
  });

  test("takes the place of the one there is only where that is meant, and the log says that it is another", async () => {
    expect(problem(await add("film", srt("Zweite")))).toBe("locale repeated");
    const before = await revisionOf("film");
    expect((await add("film", srt("Zweite"), { replace: true })).d.revision).toBe(before + 1);
    expect(await shown("film")).toContain("Zweite");
    const [entry] = await api.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.targetId, "film"), eq(auditEntries.action, "z/subtitle/add")))
      .orderBy(desc(auditEntries.at))
      .limit(1);
    expect(Object.keys(entry!.after as object)).toEqual(["episode.1.subtitles.de.file"]);
  });

  test("of the other kind, or in another language, stands beside it under the name it was given", async () => {
    const words = "[Tür]";
    expect((await add("film", srt(words), { kind: "captions", label: "Deutsch für alle" })).c).toBe(0);
    expect((await add("film", srt("門"), { locale: "zh-hant", extension: "vtt" })).c).toBe(0);
    const tracks = await list("film");
    expect(tracks.map(({ id, label }: { id: string; label: string }) => [id, label])).toEqual([
      ["de", "Deutsch"],
      ["de-cc", "Deutsch für alle"],
      ["zh-hant", "繁體中文"],
    ]);
  });

  test("can be had again as a WebVTT file", async () => {
    const { d } = await api.get("z/subtitle/file", "?id=film&index=1&subtitle=de-cc", editor);
    expect(d).toEqual({ name: "film-1.de-cc.vtt", vtt: "WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n[Tür]\n" });
    expect((await api.get("z/subtitle/file", "?id=film&index=1&subtitle=fr", editor)).c).toBe(404);
  });

  test.each([
    ["nothing", "", "key required"],
    ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), "key format"],
    ["a letter", "Dear all", "cues required"],
    ["a script", srt("<script>alert(1)</script>"), "cues.3 characters"],
    ["times that run backwards", srt("No", "00:00:09,000", "00:00:01,000"), "times.1 wrong"],
    ["times behind the film's end", srt("No", "00:01:41,000", "00:01:42,000"), "times.1 too_big"],
  ])("and is %s is refused, and nothing has changed", async (_what, file, reason) => {
    const before = await revisionOf("film");
    const answer = await add("film", file, { locale: "fr" });
    expect([answer.status, problem(answer)]).toEqual([422, reason]);
    expect(await revisionOf("film")).toBe(before);
    expect(await list("film")).toHaveLength(3);
  });

  test("has to exist, to be one's own upload, and to be of a title that did not change meanwhile", async () => {
    const stranger = await api.person({});
    const key = await upload(srt("Theirs"), { uid: stranger.uid });
    expect(problem(await add("film", srt("Mine"), { key, locale: "fr" }))).toBe("key format");
    expect((await add("film", srt("Mine"), { revision: 0, locale: "fr" })).status).toBe(409);
    expect((await add("bare", srt("Too early"))).status).toBe(409);
    expect((await add("film", srt("Where"), { index: 2 })).status).toBe(404);
    expect(problem(await add("film", srt("Path"), { locale: "../x" }))).toBe("locale format");
  });
});

describe("times that are not the film's", () => {
  const shift = async (byMs: number) => {
    const revision = await revisionOf("shifted");
    return api.post("z/subtitle/shift", { id: "shifted", revision, index: 1, subtitle: "de", byMs }, editor);
  };
  const two = `${srt("One")}\n2\n00:01:39,000 --> 00:01:40,000\nTwo\n`;

  test("are moved, and come back whole with the opposite, also what had left the film", async () => {
    await add("shifted", two);
    const whole = await shown("shifted");
    expect((await shift(1_250)).d.offsetMs).toBe(1_250);
    expect(await shown("shifted")).toContain("00:00:02.250 --> 00:00:03.750\nOne\n");
    expect(await shown("shifted")).not.toContain("Two");
    expect((await shift(-3_000)).d.offsetMs).toBe(-1_750);
    expect(await shown("shifted")).toContain(
      "00:00:00.000 --> 00:00:00.750\nOne\n\n00:01:37.250 --> 00:01:38.250",
    );
    expect((await list("shifted"))[0]).toMatchObject({ offsetMs: -1_750, cues: 2 });
    expect((await shift(1_750)).d.offsetMs).toBe(0);
    expect(await shown("shifted")).toBe(whole);
    expect(await readdir(join(api.dataDir, "media", "shifted-1", "subs"))).toEqual(["de.m3u8", "de.vtt"]);
  });

  test("that would leave nothing in the film are refused", async () => {
    expect(problem(await shift(-100_000))).toBe("byMs too_small");
    expect(problem(await shift(3_600_000))).toBe("byMs too_big");
    expect(await shown("shifted")).toContain("One");
  });

  test("the original file is not served, and is removed with the track", async () => {
    await shift(500);
    const { d } = await api.get("playback/start", "?id=shifted");
    const own = d.subtitles[0].url.replace("/de.vtt", "/.de.vtt");
    expect((await api.fetch(own)).status).toBe(404);
    const revision = await revisionOf("shifted");
    await api.post("z/subtitle/delete", { id: "shifted", revision, index: 1, subtitle: "de" }, editor);
    expect(await readdir(join(api.dataDir, "media", "shifted-1", "subs"))).toEqual([]);
  });
});

test("subtitle files beside a film are imported with the id of their finder", async () => {
  const { db, assetStore } = api;
  const bytes = new TextEncoder().encode(
    "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,Hej\n",
  );
  const into = { asset: "kept-1", locale: "da", kind: "subtitles" as const, bytes };
  expect(await importSubtitles({ db, assetStore }, into)).toEqual({
    subtitle: "da",
    cues: 1,
    encoding: "utf-8",
  });
  expect(await shown("kept")).toContain("Hej");
  await expect(importSubtitles({ db, assetStore }, { ...into, asset: "none" })).rejects.toMatchObject({
    code: "not_found",
  });
});

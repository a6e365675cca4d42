import { randomUUID } from "node:crypto";
import { chmod, cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { assets, auditEntries, captionings, subtitles } from "../../../api/db/schema.ts";
import { createProcessLease } from "../../../api/db/process-lease.ts";
import { claimCaptioning } from "../../../api/domain/ingest/captions/claim-captioning.ts";
import { publishCaptions } from "../../../api/domain/ingest/captions/publish-captions.ts";
import { putSubtitles } from "../../../api/domain/ingest/subtitles/put-subtitles.ts";
import { LeaseLost } from "../../../api/domain/kernel/lease.ts";
import type { Captioning } from "../../../contract/index.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addMovie } from "../../setup/catalogue.ts";
import { makeCaptionsProgram, type CaptionsProgram, type ProgramMode } from "../../setup/captions-program.ts";
import { makeBothForms } from "../../setup/joined-film.ts";

let api: TestBackend;
let folder: string;
let film: { segments: string; joined: string };
let program: CaptionsProgram;
let editor: { uid: string; token: string };
/** Milliseconds that the program may take. */
let limitMs = 60_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinee-captions-"));
  program = await makeCaptionsProgram(folder);
  film = await makeBothForms(folder, { seconds: 4 });
  api = await startTestBackend({ captions: program, work: { captionsMs: () => limitMs } });
  editor = await api.person({ admin: 2 });
  await api.worker.start();
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  limitMs = 60_000;
  return program.set("speaks");
});

/** A film whose video has an English and a German sound. */
async function addFilm(id: string, form: "segments" | "joined" = "segments"): Promise<string> {
  await addMovie(api.db, { id });
  const asset = `${id}-1`;
  await cp(film[form], join(api.dataDir, "media", asset), { recursive: true });
  await api.db.update(assets).set({ durationS: 4 }).where(eq(assets.id, asset));
  return asset;
}

const start = (id: string, more: Record<string, unknown> = {}) =>
  api.post(
    "z/captions/start",
    { key: randomUUID(), id, index: 1, locale: null, replace: false, ...more },
    editor,
  );
const list = async (id: string) => (await api.get("z/subtitle/list", `?id=${id}&index=1`, editor)).d;
const jobOf = async (id: string) =>
  (await api.get("z/job/list", `?kind=captions&movie=${id}`, editor)).d.items[0];
const issue = ({ d }: { d: { issues?: { field: string; reason: string }[] } }) =>
  `${d.issues?.[0]?.field} ${d.issues?.[0]?.reason}`;

async function until(id: string, ready: (row: typeof captionings.$inferSelect) => boolean) {
  for (;;) {
    const [row] = await api.db.select().from(captionings).where(eq(captionings.id, id));
    if (row && ready(row)) return row;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const isOver = ({ state }: { state: Captioning["state"] }) => state !== "waiting" && state !== "running";

async function make(id: string, more: Record<string, unknown> = {}) {
  const { c, d } = await start(id, more);
  expect(c).toBe(0);
  return until(d.id, isOver);
}

describe("a program that writes down what is said", () => {
  test("makes subtitles of the sound's language, which are marked as automatic wherever they are offered", async () => {
    await addFilm("spoken");
    expect(await list("spoken")).toMatchObject({ makesCaptions: true, spoken: "en", captioning: null });
    expect(await make("spoken")).toMatchObject({ state: "done", progress: 1, problem: null, claim: null });
    const { items, captioning } = await list("spoken");
    expect(captioning).toBeNull();
    expect(items).toMatchObject([
      { id: "en", label: "English", kind: "subtitles", source: "automatic", edited: false, cues: 3 },
    ]);
    const { d } = await api.get("playback/start", "?id=spoken");
    expect(d.subtitles).toMatchObject([{ label: "English (automatic)", automatic: true }]);
    expect(await (await api.fetch(d.subtitles[0].url)).text()).toContain(
      "00:01.000 --> 00:00:02.000\nWho is it?",
    );
    expect(await (await api.fetch(d.hls)).text()).toContain('NAME="English (automatic)"');
    expect(await jobOf("spoken")).toMatchObject({ kind: "captions", state: "done", actions: [] });
    const entries = await api.db.select().from(auditEntries).where(eq(auditEntries.targetId, "spoken"));
    expect(entries.map(({ action }) => action)).toEqual(["z/captions/start"]);
  });

  test("hears the sound in the chosen language, with none of our environment", async () => {
    await addFilm("german");
    expect((await make("german", { locale: "de" })).state).toBe("done");
    expect((await list("german")).items).toMatchObject([{ id: "de", label: "Deutsch" }]);
    const told = JSON.parse(await readFile(`${program.model}.told`, "utf8"));
    expect(told).toMatchObject({ rate: 16_000, channels: 1 });
    expect(told.args.slice(0, 2)).toEqual(["-m", program.model]);
    expect(told.args.slice(4)).toEqual(["-l", "de", "-pp", "-ovtt", "-of", expect.any(String)]);
    expect(told.env.filter((name: string) => !/^(PWD|SHLVL|_|MALLOC_ARENA_MAX)$/.test(name))).toEqual([]);
  });

  test("tells the language where the video does not, and reads a video of one file for each rendition", async () => {
    const asset = await addFilm("unmarked", "joined");
    const master = join(api.dataDir, "media", asset, "master.m3u8");
    const text = (await readFile(master, "utf8")).replaceAll(/LANGUAGE="\w+"/g, 'LANGUAGE="und"');
    await api.assetStore.write(`${asset}/master.m3u8`, text);
    expect(await make("unmarked")).toMatchObject({ state: "done" });
    expect((await list("unmarked")).items).toMatchObject([{ id: "fr", label: "Français" }]);
    const { d } = await api.get("playback/start", "?id=unmarked");
    expect(d.subtitles[0].label).toBe("Français (automatic)");
  });

  test("is read as a stranger's: no markup but that of subtitles, and no text without an end", async () => {
    await addFilm("hostile");
    await program.set("hostile");
    expect((await make("hostile")).state).toBe("done");
    const { vtt } = (await api.get("z/subtitle/file", "?id=hostile&index=1&subtitle=en", editor)).d;
    expect(vtt).toContain("\nalert(1)  <i>Tom</i> &amp; 😀 Jerry\n");
    expect(Math.max(...vtt.split("\n").map((line: string) => line.length))).toBeLessThanOrEqual(500);
  });
});

describe("a program that fails", () => {
  const cases: [ProgramMode, string][] = [
    ["fails", "tool_failed"],
    ["garbage", "garbled"],
    ["nothing", "tool_failed"],
    ["silent", "silent"],
    ["hangs", "timeout"],
    ["floods", "too_large"],
  ];
  test.each(cases)("%s: %s", async (mode, problem) => {
    const id = `made-${mode}`;
    await addFilm(id);
    await program.set(mode);
    limitMs = mode === "hangs" ? 1_000 : 60_000;
    expect(await make(id)).toMatchObject({ state: "failed", problem, claim: null });
    const job = await jobOf(id);
    expect(job).toMatchObject({
      state: "failed",
      problems: [{ code: problem }],
      actions: ["retry", "cancel"],
    });
    if (mode === "fails") expect(job.detail).toContain("failed to initialize whisper context");
    expect((await list(id)).items).toEqual([]);
    expect(api.bugs).toEqual([]);
  });

  test("can be tried again", async () => {
    const id = (await jobOf("made-fails")).id;
    expect((await api.post("z/captions/retry", { id }, editor)).d.state).toBe("waiting");
    expect((await until(id, isOver)).state).toBe("done");
    expect((await api.post("z/captions/retry", { id }, editor)).status).toBe(422);
    expect((await api.post("z/captions/cancel", { id }, editor)).status).toBe(422);
  });

  test("or is missing: its captions wait for it, without an end", async () => {
    await addFilm("missing");
    await chmod(program.command, 0o644);
    const { id } = (await start("missing")).d;
    const row = await until(id, ({ problem }) => problem !== null);
    expect(row).toMatchObject({ state: "waiting", problem: "no_tool", attempts: 0 });
    expect(row.notBefore!.getTime()).toBeGreaterThan(Date.now());
    await chmod(program.command, 0o755);
    expect((await api.post("z/captions/retry", { id }, editor)).c).toBe(0);
    expect((await until(id, isOver)).state).toBe("done");
  });
});

describe("while captions are made", () => {
  test("they are shown with their progress, begun once, and stopped by an admin", async () => {
    await addFilm("stopped");
    await program.set("hangs");
    const key = randomUUID();
    const body = { key, id: "stopped", index: 1, locale: null, replace: false };
    await api.post("z/captions/start", body, editor);
    expect((await api.post("z/captions/start", body, editor)).d.id).toBe(key);
    expect(issue(await start("stopped"))).toBe("index repeated");
    await until(key, ({ progress }) => progress > 0.3);
    expect(await jobOf("stopped")).toMatchObject({ state: "running", step: "speech", actions: ["cancel"] });
    expect((await list("stopped")).captioning).toMatchObject({ id: key, state: "running" });
    expect((await api.post("z/captions/cancel", { id: key }, editor)).d.state).toBe("cancelled");
    expect((await list("stopped")).captioning).toBeNull();
    // The program has ended, since its worker is free for another one.
    await program.set("speaks");
    await addFilm("behind");
    expect((await make("behind")).state).toBe("done");
    expect((await list("stopped")).items).toEqual([]);
  });

  test("a worker that lost them, or whose video was replaced, publishes nothing", async () => {
    // Without a worker of its own, which would queue again what it takes for left.
    const idle = await startTestBackend({ captions: program });
    onTestFinished(() => idle.close());
    await addMovie(idle.db, { id: "lost" });
    const { token } = await idle.person({ admin: 2 });
    const id = randomUUID();
    const jobId = randomUUID();
    const at = { movieId: "lost", episodeIndex: 1, createdAt: new Date(), updatedAt: new Date() };
    await idle.db.insert(captionings).values({ id, ...at, replace: false, state: "waiting", jobId });
    const claim = (name: string) =>
      claimCaptioning(idle.db, {
        ...{ id, jobId, mostAttempts: 2, now: new Date(), claim: name },
        lease: createProcessLease({ db: idle.db, alone: true }),
      });
    const first = await claim("first");
    const second = await claim("second");
    const cues = [{ fromS: 0, toS: 1, text: "Late", place: "" }];
    const publish = (claimed: typeof first, to: string) =>
      publishCaptions(idle, { claimed: claimed!, asset: to, locale: "en", cues, now: new Date() });
    await expect(publish(first, "lost-1")).rejects.toBeInstanceOf(LeaseLost);
    expect(await publish(second, "another-asset")).toBe("replaced");
    expect((await idle.get("z/subtitle/list", "?id=lost&index=1", { token })).d.items).toEqual([]);
    // It crashed its worker twice.
    expect(await claim("third")).toBeNull();
    const { items } = (await idle.get("z/job/list", "?kind=captions&movie=lost", { token })).d;
    expect(items[0]).toMatchObject({ state: "failed", problems: [{ code: "worker_died" }] });
  });
});

describe("subtitles that are there already", () => {
  const put = (asset: string, source: "uploaded" | "automatic", edited = false) => {
    const text = "WEBVTT\n\n00:01.000 --> 00:02.000\nBy hand\n";
    const track = { locale: "en", kind: "subtitles", text, source, edited } as const;
    return putSubtitles(api, { asset, tracks: [track] });
  };

  test.each([
    ["uploaded", false],
    ["automatic", true],
  ] as const)("%s, edited %s: are replaced only where the admin agrees", async (source, edited) => {
    const id = `there-${source}`;
    await put(await addFilm(id), source, edited);
    expect(issue(await start(id, { locale: "en" }))).toBe("locale repeated");
    // The language is known only from the sound.
    expect(await make(id)).toMatchObject({ state: "failed", problem: "taken" });
    expect((await list(id)).items).toMatchObject([{ source, first: [{ text: "By hand" }] }]);
    expect((await make(id, { locale: "en", replace: true })).state).toBe("done");
    expect((await list(id)).items).toMatchObject([{ source: "automatic", edited: false, cues: 3 }]);
  });

  test("that were made automatically are made anew without asking", async () => {
    await put(await addFilm("anew"), "automatic");
    expect((await make("anew", { locale: "en" })).state).toBe("done");
    const one = and(eq(subtitles.assetId, "anew-1"), eq(subtitles.id, "en"));
    expect(await api.db.select().from(subtitles).where(one)).toMatchObject([{ source: "automatic" }]);
  });
});

test("nothing is made of a video without a sound, without a video, or where no program is set up", async () => {
  await addMovie(api.db, { id: "no-video", ready: 0 });
  expect((await start("no-video")).status).toBe(409);
  expect((await start("nowhere")).status).toBe(404);
  const asset = await addFilm("mute");
  const master = (await api.assetStore.text(`${asset}/master.m3u8`))!;
  await api.assetStore.write(`${asset}/master.m3u8`, master.replaceAll(",mp4a.40.2", ""));
  expect(await make("mute")).toMatchObject({ state: "failed", problem: "no_sound" });
  const plain = await startTestBackend();
  const { token } = await plain.person({ admin: 2 });
  await addMovie(plain.db, { id: "plain" });
  const body = { key: randomUUID(), id: "plain", index: 1, locale: null, replace: false };
  expect((await plain.post("z/captions/start", body, { token })).status).toBe(422);
  expect((await plain.get("z/subtitle/list", "?id=plain&index=1", { token })).d.makesCaptions).toBe(false);
  await plain.close();
});

test("none of it is left on the machine", async () => {
  await expect.poll(() => readdir(join(api.dataDir, "media", ".captions"))).toEqual([]);
});

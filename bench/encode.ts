import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createFfmpegMedia } from "../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { ladderCommand } from "../api/adapters/ffmpeg-media/ladder-command.ts";
import { locateTool } from "../api/adapters/ffmpeg-media/locate.ts";
import { encodeLimits } from "../api/adapters/ffmpeg-media/process-limits.ts";
import { runProcess } from "../api/adapters/ffmpeg-media/run-process.ts";
import { emptyResult, median, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const run = promisify(execFile);
const rungs = [240, 360, 480, 720];
const target = { atMost: 0.85 };

/**
 * Cost of encoding: one process for the ladder against one for each rendition, and the time until a long movie is
 * playable.
 */
export const encode: Part = { title: "Encoding", run: measure };

async function measure({ quick, say }: PartOptions): Promise<PartResult> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-encode-"));
  try {
    const result = emptyResult();
    await compareLadders(folder, { seconds: quick ? 6 : 30, rounds: quick ? 1 : 3, say, result });
    await timePreview(folder, { minutes: quick ? 1 : 10, say, result });
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Order = Pick<PartOptions, "say"> & { result: PartResult };

async function compareLadders(
  folder: string,
  { seconds, rounds, say, result }: Order & { seconds: number; rounds: number },
): Promise<void> {
  say("drawing a film");
  const film = await drawVideo(folder, { seconds, size: "1280x720" });
  const tool = await locateTool({});
  const cpu: Record<"one" | "each", number[]> = { one: [], each: [] };
  for (let round = 0; round < rounds; round++) {
    say(`one process, round ${round + 1} of ${rounds}`);
    cpu.one.push(await cpuOf(() => ladder(rungs)));
    say(`a process for each quality, round ${round + 1} of ${rounds}`);
    cpu.each.push(
      await cpuOf(async () => {
        for (const rung of rungs) await ladder([rung]);
      }),
    );
  }
  async function ladder(wanted: number[]): Promise<void> {
    const out = await mkdtemp(join(folder, "ladder-"));
    const { args, folders } = await ladderCommand(tool, { source: film, outDir: out, rungs: wanted });
    for (const name of folders) await mkdir(join(out, name));
    await runProcess({ path: tool.ffmpeg, args, timeoutMs: 600_000, limits: encodeLimits(600_000) });
    await rm(out, { recursive: true });
  }
  const [one, each] = [median(cpu.one), median(cpu.each)];
  const of = `${seconds} s of 720p, ${rungs.length} qualities`;
  result.rows.push({ name: `${of}: one process`, value: rounded(one, 1), unit: "s CPU" });
  result.rows.push({ name: `${of}: a process for each`, value: rounded(each, 1), unit: "s CPU" });
  result.ratios.push({
    name: "one process ÷ a process for each",
    value: rounded(one / each, 2),
    unit: "×",
    target,
  });
}

/** For a movie of ten minutes: the time until its smallest rendition is playable, and until all are done. */
async function timePreview(
  folder: string,
  { minutes, say, result }: Order & { minutes: number },
): Promise<void> {
  const part = await drawVideo(folder, { seconds: 20, size: "854x480" });
  const film = join(folder, "long.mp4");
  await run("ffmpeg", ["-v", "error", "-stream_loop", `${minutes * 3 - 1}`, "-i", part, "-c", "copy", film]);
  const media = await createFfmpegMedia();
  const began = performance.now();
  const since = () => rounded((performance.now() - began) / 1_000, 1);
  say("the smallest quality of a long film");
  await media.encodeHls({ source: film, outDir: join(folder, "preview"), rungs: [240] });
  const first = since();
  say("all qualities of a long film");
  await media.encodeHls({ source: film, outDir: join(folder, "film") });
  const last = since();
  result.rows.push({ name: `${minutes} min of 480p: smallest quality there`, value: first, unit: "s" });
  result.rows.push({ name: `${minutes} min of 480p: ladder there`, value: last, unit: "s" });
  result.checks[`the smallest quality of ${minutes} min can be watched before the ladder is there`] =
    first < last / 2;
}

/** Moving shapes under video grain, so that it is as hard to encode as a camera's picture. */
async function drawVideo(
  folder: string,
  { seconds, size }: { seconds: number; size: string },
): Promise<string> {
  const path = join(folder, `${size}.mp4`);
  await run("ffmpeg", [
    ...[
      "-v",
      "error",
      "-y",
      "-f",
      "lavfi",
      "-t",
      `${seconds}`,
      "-i",
      `testsrc2=size=${size}:rate=25,noise=alls=6:allf=t`,
    ],
    ...["-f", "lavfi", "-t", `${seconds}`, "-i", "anoisesrc=color=pink:amplitude=0.1:sample_rate=48000"],
    ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", "-c:a", "aac", path],
  ]);
  return path;
}

/** Seconds of processor time used by the ended child processes of this one. Linux only. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const ticks = async () => {
    const fields = (await readFile("/proc/self/stat", "latin1")).split(") ").at(-1)!.split(" ");
    return Number(fields[13]) + Number(fields[14]);
  };
  const before = await ticks();
  await work();
  return ((await ticks()) - before) / 100;
}

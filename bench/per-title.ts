import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createFfmpegMedia } from "../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { planOf } from "../api/adapters/ffmpeg-media/ladder-command.ts";
import { locateTool } from "../api/adapters/ffmpeg-media/locate.ts";
import type { GraphSource, Ladder, LadderTuning, MediaTool } from "../api/ports/media.ts";
import { demoMovies } from "../demo/catalogue/movies.ts";
import { makeVideo } from "../demo/video.ts";
import { scoreOf, type Scored } from "../tests/setup/score.ts";
import { cpuOf } from "./encode.ts";
import { emptyResult, rounded, type Part, type PartOptions, type PartResult } from "./result.ts";

const run = promisify(execFile);
const target = { atMost: 0.85 };
/** Samples are a few seconds: SSIM by which the whole film may differ from what they promise. */
const sameScore = 0.001;
const lossless = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-pix_fmt", "yuv420p", "-an"];
const noLimits = { timeoutPerSecondMs: 0, maxDurationS: Infinity, maxPixels: Infinity };

/** Bits of the picture for the same score: rungs chosen for a film against the fixed ladder. */
export const perTitle: Part = { title: "Rungs for each film", run: measure };

type Source = { name: string; make: (path: string, folder: string) => Promise<void> };

async function measure({ quick, say }: PartOptions): Promise<PartResult> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-per-title-"));
  const media = await createFfmpegMedia();
  const result = emptyResult();
  try {
    for (const { name, make } of quick ? sources.slice(0, 1) : sources) {
      const film = join(folder, "film.mkv");
      say(`drawing ${name}`);
      await make(film, folder);
      await compare(media, { name, film, folder, say, result });
    }
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sources: readonly Source[] = [
  ...[0, 6, 12].map((at) => ({ name: `demo, “${demoMovies[at]!.id}”`, make: drawDemo(at) })),
  { name: "fine grain on shapes", make: drawGrain("testsrc2=size=854x480:rate=24", 6) },
  {
    name: "coarse grain on a zoom",
    make: drawGrain("mandelbrot=size=854x480:rate=24:end_scale=0.001:end_pts=1008", 14),
  },
];

/** A film of the demo, before it is encoded. */
function drawDemo(at: number): Source["make"] {
  return async (path, folder) => {
    const tool = await locateTool({});
    const encodeHls = async ({ source }: { source: string | GraphSource }): Promise<Ladder> => {
      const { plan, rungs } = await planOf(tool, { source, rungs: [360] }, noLimits);
      const graph = ["-filter_complex", plan.filterHead(rungs[0]!), "-map", `[${plan.videoLabel}]`];
      await run("ffmpeg", [
        "-v",
        "error",
        "-y",
        ...plan.inputs,
        ...graph,
        "-t",
        `${plan.durationS}`,
        ...lossless,
        path,
      ]);
      return { durationS: plan.durationS, height: plan.height, renditions: [], tracks: [] };
    };
    const title = demoMovies[at]!;
    const media = { encodeHls } as Pick<MediaTool, "encodeHls"> as MediaTool;
    const outDir = join(folder, "demo");
    await makeVideo({ title, episode: title.episodes[0]!, media, workDir: folder, outDir });
  };
}

/** Forty-two seconds of a moving picture under grain that changes with each frame. */
function drawGrain(picture: string, strength: number): Source["make"] {
  return async (path) => {
    const source = `${picture},noise=alls=${strength}:allf=t`;
    await run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-t", "42", ...lossless, path]);
  };
}

type Order = Pick<PartOptions, "say"> & { name: string; film: string; folder: string; result: PartResult };
async function compare(media: MediaTool, { name, film, folder, say, result }: Order): Promise<void> {
  say(`sampling ${name}`);
  // Reads the film, as a worker has done before.
  await media.takeStill(film, { durationS: 40, workDir: folder });
  let tuning: LadderTuning | null = null;
  const probing = await cpuOf(async () => (tuning = await media.tuneLadder({ source: film })));
  const encode = async (how: string, given?: LadderTuning) => {
    say(`encoding ${name}, ${how}`);
    const outDir = join(folder, "out");
    let ladder: Ladder | undefined;
    const cpu = await cpuOf(
      async () => (ladder = await media.encodeHls({ source: film, outDir, tuning: given })),
    );
    const scored = new Map<string, Scored>();
    for (const one of ladder!.renditions)
      scored.set(one.name, await scoreOf(film, join(outDir, one.name), one));
    return { cpu, scored };
  };
  const fixed = await encode("fixed ladder");
  const chosen = await encode("its own rungs", tuning ?? undefined);
  const both = [...chosen.scored].map(([rung, own]) => ({ rung, own, before: fixed.scored.get(rung)! }));
  const sum = (of: (one: (typeof both)[number]) => number) => both.reduce((all, one) => all + of(one), 0);
  for (const { rung, own, before } of both)
    result.rows.push(
      { name: `${name}, ${rung}: fixed ladder, SSIM ${before.ssim.toFixed(4)}`, ...kbit(before) },
      { name: `${name}, ${rung}: its own rungs, SSIM ${own.ssim.toFixed(4)}`, ...kbit(own) },
    );
  const ratio = (what: string, value: number) => ({
    name: `${name}: ${what}`,
    value: rounded(value, 2),
    unit: "×",
  });
  result.ratios.push(
    {
      ...ratio(
        "bits of its own rungs ÷ fixed",
        sum(({ own }) => own.kbps) / sum(({ before }) => before.kbps),
      ),
      target,
    },
    // As many seconds are sampled of these short films as of one of a quarter of an hour.
    ratio("samples ÷ encode of its own rungs, CPU", probing / chosen.cpu),
    ratio("encode of its own rungs ÷ fixed, CPU", chosen.cpu / fixed.cpu),
  );
  result.checks[`${name}: the same score in each rendition`] = both.every(
    ({ own, before }) => own.ssim >= before.ssim - sameScore,
  );
  const dropped = [...fixed.scored.keys()].filter((rung) => !chosen.scored.has(rung));
  if (dropped.length > 0)
    result.findings.push(`${name}: without ${dropped.join(", ")}, next to a larger one`);
}

const kbit = ({ kbps }: Scored) => ({ value: rounded(kbps), unit: "kbit/s" });

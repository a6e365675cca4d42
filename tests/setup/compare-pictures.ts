import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs the system's ffmpeg, quietly. @returns what it printed as an error */
export async function ffmpeg(args: readonly string[], verbosity = "error"): Promise<string> {
  const { stderr } = await run("ffmpeg", ["-nostdin", "-hide_banner", "-v", verbosity, "-y", ...args]);
  return stderr;
}

/** What ffprobe says about the first picture of a file or playlist. */
export async function streamFacts(path: string): Promise<Record<string, unknown>> {
  const show = ["-select_streams", "V:0", "-show_streams", "-of", "json"];
  const { stdout } = await run("ffprobe", ["-v", "error", ...show, path]);
  return (JSON.parse(stdout) as { streams: Record<string, unknown>[] }).streams[0]!;
}

/** Times of the frames, in seconds from the first. */
export async function frameTimes(path: string): Promise<number[]> {
  const show = ["-select_streams", "V:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0"];
  const { stdout } = await run("ffprobe", ["-v", "error", ...show, path]);
  const times = stdout
    .split("\n")
    .map((line) => Number.parseFloat(line))
    .filter((time) => !Number.isNaN(time))
    .sort((a, b) => a - b);
  return times.map((time) => time - times[0]!);
}

/**
 * Compares what the frames of two videos look like, one by one, in order, at the size `scaled` (`width:height`).
 * @returns PSNR in dB of red, green and blue; above 28 they look the same
 */
export async function likeness(
  video: string,
  reference: string,
  { scaled }: { scaled: string },
): Promise<number> {
  const same = `scale=${scaled}:flags=bicubic,setsar=1,format=gbrp,settb=1/25,setpts=N`;
  const printed = await ffmpeg(
    [
      ...["-i", video, "-i", reference, "-filter_complex"],
      `[0:V]${same}[a];[1:V]${same}[b];[a][b]psnr=shortest=1`,
      ...["-an", "-f", "null", "-"],
    ],
    "info",
  );
  return Number(/PSNR .* average:([\d.]+)/.exec(printed)?.[1]);
}

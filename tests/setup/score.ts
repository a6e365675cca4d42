import { execFile } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseMediaPlaylist } from "../../api/adapters/ffmpeg-media/playlists.ts";

const run = promisify(execFile);

export type Scored = { kbps: number; ssim: number };

/** Bits of a finished rendition's folder, and its likeness (SSIM of luma) to its film scaled to its size. */
export async function scoreOf(
  film: string,
  rendition: string,
  { width, height }: { width: number; height: number },
): Promise<Scored> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-score-"));
  const joined = join(folder, "joined.mp4");
  const segments = parseMediaPlaylist(await readFile(join(rendition, "index.m3u8"), "utf8"));
  let bytes = 0;
  for (const uri of ["init.mp4", ...segments.map((one) => one.uri)]) {
    const piece = await readFile(join(rendition, uri));
    bytes += piece.length;
    await appendFile(joined, piece);
  }
  const seconds = segments.reduce((all, { durationS }) => all + durationS, 0);
  const graph = `[1:v]scale=${width}:${height}:flags=bicubic,settb=1/1000,setpts=N[film];[0:v]settb=1/1000,setpts=N[own];[own][film]ssim`;
  const { stderr } = await run("ffmpeg", [
    ...["-hide_banner", "-nostats", "-i", joined, "-i", film, "-lavfi", graph, "-f", "null", "-"],
  ]);
  await rm(folder, { recursive: true });
  return {
    kbps: (bytes * 8) / 1000 / seconds,
    ssim: Number(/SSIM Y:([\d.]+)/.exec(stderr)?.[1] ?? Number.NaN),
  };
}

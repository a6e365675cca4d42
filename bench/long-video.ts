import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { eq, sql } from "drizzle-orm";
import { openDatabase } from "../api/db/client.ts";
import { assets } from "../api/db/schema.ts";
import { joinSegments } from "../api/adapters/ffmpeg-media/join-segments.ts";
import { ensureSystemTools } from "../scripts/system-tools.ts";
import { dataDir, resultsDir } from "./app.ts";

const run = promisify(execFile);
/** How often the movie is repeated: more than ten minutes in total. */
const times = 14;

/**
 * A separate data folder in which one movie is longer: the same pictures repeated, copied without encoding. Made once.
 * @param asset the movie to lengthen
 */
export async function makeLongVideo(asset: string): Promise<string> {
  const folder = join(resultsDir, `long-${asset}`);
  if (existsSync(folder)) return folder;
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  const left = join(dataDir, "media") + sep;
  await cp(dataDir, making, {
    recursive: true,
    filter: (path) => !path.startsWith(left) || path.startsWith(left + asset),
  });
  const film = join(making, "media", asset);
  const { ffmpeg } = await ensureSystemTools();
  if (!ffmpeg) throw new Error("there is no ffmpeg");
  for (const rung of await readdir(film, { withFileTypes: true }))
    if (rung.isDirectory() && /^v\d+$/.test(rung.name)) await lengthen(ffmpeg, join(film, rung.name));
  const { db, close } = await openDatabase({ dataDir: making });
  // The database still describes the short movie; without that data the server reads the playlists.
  await db
    .update(assets)
    .set({ facts: null, durationS: sql`${assets.durationS} * ${times}` })
    .where(eq(assets.id, asset));
  await close();
  await mkdir(resultsDir, { recursive: true });
  await rename(making, folder);
  return folder;
}

async function lengthen(ffmpeg: string, rung: string): Promise<void> {
  const short = `${rung}.mp4`;
  const parts = (await readdir(rung)).filter((name) => name.endsWith(".m4s")).sort();
  for (const name of ["init.mp4", ...parts]) await appendFile(short, await readFile(join(rung, name)));
  await rm(rung, { recursive: true });
  await mkdir(rung);
  await run(ffmpeg, [
    ...["-v", "error", "-stream_loop", String(times - 1), "-i", short, "-c", "copy"],
    ...["-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"],
    ...["-hls_flags", "independent_segments", "-hls_fmp4_init_filename", "init.mp4"],
    ...["-hls_segment_filename", join(rung, "seg_%05d.m4s"), join(rung, "index.m3u8")],
  ]);
  await joinSegments(rung);
  await rm(short);
}

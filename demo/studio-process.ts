import { join } from "node:path";
import { createFfmpegMedia } from "../api/adapters/ffmpeg-media/ffmpeg-media.ts";
import { drawArtwork } from "./artwork.ts";
import { makeVideo } from "./video.ts";
import type { StudioAnswer, StudioTask } from "./studio.ts";
import { demoMovies } from "./catalogue/movies.ts";

/**
 * The studio runs in a separate process: drawing and composing keep a core busy, which would block a server, and their
 * memory is freed when the process ends. The parent sends tasks one at a time.
 */
const [dataDir = "", ffmpegPath] = process.argv.slice(2);
const say = (answer: StudioAnswer) => process.send?.(answer);
const media = createFfmpegMedia({ ffmpegPath, anyVersion: true });
// Reported with the first movie; artwork needs no ffmpeg.
media.catch(() => {});

async function work(task: StudioTask): Promise<void> {
  const title = demoMovies.find(({ id }) => id === task.title);
  if (!title) throw new Error(`There is no demo title ${task.title}`);
  const onProgress = (fraction: number) => say({ kind: "progress", fraction });
  if (task.kind === "artwork") {
    await drawArtwork(title, join(dataDir, "artwork", title.id), onProgress);
    say({ kind: "done", durationS: 0, height: 0 });
    return;
  }
  const episode = title.episodes.find(({ index }) => index === task.index);
  if (!episode) throw new Error(`${task.title} has no episode ${task.index}`);
  const ladder = await makeVideo({
    title,
    episode,
    media: await media,
    workDir: join(dataDir, "work"),
    outDir: join(dataDir, "media", task.asset),
    lowPriority: !task.awaited,
    onProgress,
  });
  say({ kind: "done", durationS: ladder.durationS, height: ladder.height });
}

process.on("message", (task: StudioTask) => {
  work(task).catch((error: Error & { detail?: string }) => {
    say({ kind: "failed", message: error.message, detail: error.detail ?? "" });
  });
});
// The parent has ended, so no movie is wanted.
process.on("disconnect", () => process.exit(0));

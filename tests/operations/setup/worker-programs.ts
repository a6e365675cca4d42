import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../../../scripts/run.ts";

export type WorkerPrograms = {
  /** The folder with what the worker's image has beside the server's. */
  path: string;
  /** An ffmpeg, with an ffprobe beside it, that sees this folder as the root of all files. */
  ffmpeg: string;
  /** A folder that they see by the same path. */
  workDir: string;
  remove: () => Promise<void>;
};

/** Collects the worker's programs by the script that the Containerfile runs, and locks them into their folder. */
export async function collectWorkerPrograms(): Promise<WorkerPrograms> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-programs-"));
  const path = join(folder, "root");
  const made = await run("deploy/collect-programs.sh", [path, "ffmpeg", "ffprobe"], { quiet: true });
  if (made.code !== 0) throw new Error(`deploy/collect-programs.sh failed:\n${made.output}`);
  // Debian's own links, and one by which a path outside means the same file inside.
  for (const name of ["lib", "lib64"]) await symlink(`usr/${name}`, join(path, name));
  await mkdir(join(path, dirname(path)), { recursive: true });
  await symlink("/", join(path, path));
  const workDir = join(path, "work");
  await mkdir(workDir);
  for (const name of ["ffmpeg", "ffprobe"]) {
    await writeFile(join(folder, name), `#!/bin/sh\nexec /usr/sbin/chroot ${path} /usr/bin/${name} "$@"\n`);
    await chmod(join(folder, name), 0o755);
  }
  const remove = () => rm(folder, { recursive: true, force: true });
  return { path, ffmpeg: join(folder, "ffmpeg"), workDir, remove };
}

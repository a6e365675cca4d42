import { spawn, type ChildProcess } from "node:child_process";
import { chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/run.ts";

/** The user that deploy/Containerfile names; on a machine where the tests do not run as root, the one who runs them. */
export const containerUser = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};

export type PackagedRoot = {
  /** The folder that is /opt/matinee in the image. */
  path: string;
  /** Bytes on the disk, each file counted once. */
  bytes: number;
  /** Makes a folder that the container's user owns. */
  ownFolder: (name: string) => Promise<string>;
  remove: () => Promise<void>;
};

/**
 * Makes the image's root by the script that the Containerfile runs, in a bare folder.
 * @throws with the script's output when it fails
 */
export async function makePackagedRoot(): Promise<PackagedRoot> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-root-"));
  // Other users may pass through to what is theirs in it.
  await run("chmod", ["711", folder], { quiet: true });
  const path = join(folder, "opt");
  const remove = () => rm(folder, { recursive: true, force: true });
  const made = await run("deploy/make-root.sh", [path], { quiet: true });
  if (made.code !== 0) {
    await remove();
    throw new Error(`deploy/make-root.sh failed:\n${made.output}`);
  }
  await removeEarlierAssets(join(path, "build"));
  const ownFolder = async (name: string) => {
    const own = join(folder, name);
    await mkdir(own, { mode: 0o700 });
    if (containerUser.uid) await chown(own, containerUser.uid, containerUser.gid);
    return own;
  };
  return { path, bytes: await bytesBelow(path), ownFolder, remove };
}

/** Images are made from a folder with one build; the one these tests run in has more. */
async function removeEarlierAssets(build: string): Promise<void> {
  const current = new Set(await readdir(join(build, "current/client/assets")));
  for (const file of await readdir(join(build, "assets")))
    if (!current.has(file)) await rm(join(build, "assets", file));
}

/** Bytes of all files below a folder, as the size of an image is counted. */
export async function lengthBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await lstat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function bytesBelow(folder: string, counted = new Set<number>()): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += await bytesBelow(path, counted);
    const { ino, blocks } = await lstat(path);
    if (counted.has(ino)) continue;
    counted.add(ino);
    sum += blocks * 512;
  }
  return sum;
}

/** What deploy/Containerfile says of how one of its images is started. */
export type ImageStart = { entrypoint: string[]; cmd: string[]; health: string[] };

/** Reads ENTRYPOINT, CMD and HEALTHCHECK of the images `server` and `worker`. */
export async function readContainerfile(): Promise<Record<"server" | "worker", ImageStart>> {
  const text = await readFile("deploy/Containerfile", "utf8");
  const [, server = "", worker = ""] = text.split(/^FROM .* AS (?:server|worker)$/m);
  const arrayOf = (part: string, word: RegExp): string[] =>
    JSON.parse(word.exec(part)?.[1] ?? "[]") as string[];
  const entrypoint = arrayOf(server, /^ENTRYPOINT (\[.*\])$/m);
  const read = (part: string) => ({
    entrypoint,
    cmd: arrayOf(part, /^CMD (\[.*\])$/m),
    health: arrayOf(part, /^HEALTHCHECK .*CMD (\[.*\])$/m),
  });
  return { server: read(server), worker: read(worker) };
}

export type Contained = {
  child: ChildProcess;
  output: () => string;
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

/** Runs a command of the image in its root, as its user, with nothing in the environment but what is given. */
export function runContained(root: PackagedRoot, command: string[], env: Record<string, string>): Contained {
  const [program = "", ...args] = command.map((part) => part.replace(/^\/opt\/matinee\//, `${root.path}/`));
  const child = spawn(program, args, {
    ...containerUser,
    cwd: root.path,
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { child, output: () => text, ended };
}

/** Whether there is a file or folder of that name. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

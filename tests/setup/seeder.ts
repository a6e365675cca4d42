import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { makeTorrent, type MadeTorrent } from "./make-torrent.ts";

/** Other torrent clients than our own, of which the first installed one seeds. */
const clients = ["aria2c", "transmission-cli"] as const;
const installed = clients.filter((name) => {
  try {
    execFileSync("which", [name], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});
export const [seedingClient] = installed;
export const hasLeecher = installed.includes("aria2c");
export const noSeeder = "neither transmission-cli nor aria2c is installed: nothing can be seeded here";

const ariaOptions = [
  ...["--no-conf", "--enable-dht=false", "--bt-enable-lpd=false", "--enable-peer-exchange=false"],
  ...["--quiet", `--stop-with-process=${process.pid}`],
];

export type Seeder = MadeTorrent & {
  /** `127.0.0.1:<port>`. */
  peer: string;
  magnet: string;
  stop: () => Promise<void>;
};

/** Seeds files to peers on loopback, until it is stopped. */
export async function seed(
  name: string,
  files: readonly { path: string[]; bytes: Uint8Array }[],
  { kbps = 0 }: { kbps?: number } = {},
): Promise<Seeder> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-seeder-"));
  const made = makeTorrent(name, files);
  for (const { path, bytes } of files) {
    const place = join(folder, "data", name, ...path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, bytes);
  }
  const torrent = join(folder, "it.torrent");
  await writeFile(torrent, made.torrent);
  const port = await freePort();
  const child =
    seedingClient === "aria2c"
      ? spawn(
          "aria2c",
          [
            ...ariaOptions,
            ...["--check-integrity=true", "--seed-ratio=0"],
            ...[`--listen-port=${port}`, `--dir=${join(folder, "data")}`],
            ...[`--max-overall-upload-limit=${kbps}K`, torrent],
          ],
          { stdio: "ignore" },
        )
      : spawn(
          "transmission-cli",
          [
            ...["-g", join(folder, "settings"), "-w", join(folder, "data"), "-p", String(port), "-M"],
            ...(kbps > 0 ? ["-u", String(kbps)] : ["-U"]),
            torrent,
          ],
          { stdio: "ignore", env: { ...process.env, HOME: folder } },
        );
  await listening(port);
  const peer = `127.0.0.1:${port}`;
  return {
    ...made,
    peer,
    magnet: `magnet:?xt=urn:btih:${made.infohash}&dn=${encodeURIComponent(name)}&x.pe=${peer}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Downloads a torrent with aria2 by its magnet link. aria2 takes no peers from a link (`x.pe`), so the tracker must name
 * them.
 * @param files numbers of the wanted files, from 0; all without it
 */
export async function leech(
  infohash: string,
  { tracker, folder, files }: { tracker: string; folder: string; files?: readonly number[] },
): Promise<void> {
  const wanted = files?.map((index) => index + 1).join(",");
  await promisify(execFile)("aria2c", [
    ...ariaOptions,
    ...["--seed-time=0", "--file-allocation=none", `--dir=${folder}`],
    ...(wanted ? [`--select-file=${wanted}`] : []),
    `magnet:?xt=urn:btih:${infohash}&tr=${encodeURIComponent(tracker)}`,
  ]);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

async function listening(port: number): Promise<void> {
  for (let left = 200; left > 0; left--) {
    const socket = connect(port, "127.0.0.1");
    const open = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No process listens on ${port}`);
}

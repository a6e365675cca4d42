import { access, chmod, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { MediaAbilities } from "../../ports/media.ts";
import { MediaError } from "./media-error.ts";
import { runProcess } from "./run-process.ts";

const OLDEST_SYSTEM_MAJOR = 5;
const DEFAULT_SEARCH_PATH = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";
const ABILITY_TIMEOUT_MS = 15_000;

export type LocatedTool = {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  readonly abilities: MediaAbilities;
};

type LocateOptions = {
  readonly ffmpegPath?: string | undefined;
  readonly searchPath?: string | undefined;
};

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const findOnPath = async (name: string, searchPath: string): Promise<string | null> => {
  for (const folder of searchPath.split(":").filter(Boolean)) {
    const candidate = join(folder, name);
    if (await isExecutable(candidate)) return candidate;
  }
  return null;
};

/** The npm builds arrive without their execute bit when install scripts are off. */
const makeExecutable = async (path: string): Promise<string> => {
  if (!(await isExecutable(path))) await chmod(path, 0o755);
  return path;
};

const findBundled = async (): Promise<{ ffmpeg: string; ffprobe: string } | null> => {
  const require = createRequire(import.meta.url);
  const name = `${process.platform}-${process.arch}`;
  const suffix = process.platform === "win32" ? ".exe" : "";
  try {
    // Their own index.js throws when the file is not executable yet, so the platform package is asked instead.
    const ffmpegHome = createRequire(require.resolve("@ffmpeg-installer/ffmpeg/package.json"));
    const ffprobeHome = createRequire(require.resolve("@ffprobe-installer/ffprobe/package.json"));
    return {
      ffmpeg: await makeExecutable(
        join(dirname(ffmpegHome.resolve(`@ffmpeg-installer/${name}/package.json`)), `ffmpeg${suffix}`),
      ),
      ffprobe: await makeExecutable(
        join(dirname(ffprobeHome.resolve(`@ffprobe-installer/${name}/package.json`)), `ffprobe${suffix}`),
      ),
    };
  } catch {
    return null;
  }
};

const readVersion = async (ffmpeg: string): Promise<string> => {
  const text = await runProcess({
    path: ffmpeg,
    args: ["-hide_banner", "-version"],
    timeoutMs: ABILITY_TIMEOUT_MS,
  });
  return /^ffmpeg version (\S+)/.exec(text)?.[1] ?? "unknown";
};

const probeAbilities = async (
  ffmpeg: string,
  origin: MediaAbilities["origin"],
  version: string,
): Promise<MediaAbilities> => {
  const ask = (...args: string[]) =>
    runProcess({ path: ffmpeg, args: ["-hide_banner", ...args], timeoutMs: ABILITY_TIMEOUT_MS });
  const [encoders, filters, hls] = await Promise.all([
    ask("-encoders"),
    ask("-filters"),
    ask("-h", "muxer=hls"),
  ]);
  const names = [...filters.matchAll(/^ [A-Z.|]{2,3} (\w+) /gm)].map((match) => match[1] ?? "");
  return {
    version,
    origin,
    h264: /\blibx264\b/.test(encoders),
    aac: /^ A\S* aac /m.test(encoders),
    webp: /\blibwebp\b/.test(encoders),
    hlsFmp4: /hls_segment_type/.test(hls),
    filters: new Set(names),
  };
};

const siblingProbe = async (ffmpeg: string, searchPath: string): Promise<string | null> => {
  const beside = join(dirname(ffmpeg), process.platform === "win32" ? "ffprobe.exe" : "ffprobe");
  if (await isExecutable(beside)) return beside;
  return (await findOnPath("ffprobe", searchPath)) ?? (await findBundled())?.ffprobe ?? null;
};

/**
 * Finds a video tool: the configured path, else a system ffmpeg of version 5 or later, else the npm build.
 * Rejects with MediaError `unavailable` when there is none, or when it cannot write H.264, AAC and fMP4 HLS.
 */
export const locateTool = async (options: LocateOptions): Promise<LocatedTool> => {
  const searchPath = options.searchPath ?? DEFAULT_SEARCH_PATH;
  const finish = async (
    ffmpeg: string,
    ffprobe: string,
    origin: MediaAbilities["origin"],
    version: string,
  ) => {
    const abilities = await probeAbilities(ffmpeg, origin, version);
    if (!abilities.h264 || !abilities.aac || !abilities.hlsFmp4) {
      throw new MediaError("unavailable", `ffmpeg ${version} cannot write H.264, AAC and fMP4 HLS.`);
    }
    return { ffmpeg, ffprobe, abilities };
  };

  if (options.ffmpegPath) {
    const ffprobe = await siblingProbe(options.ffmpegPath, searchPath);
    if (!ffprobe) throw new MediaError("unavailable", "No ffprobe was found beside the configured ffmpeg.");
    return finish(options.ffmpegPath, ffprobe, "configured", await readVersion(options.ffmpegPath));
  }

  const system = await findOnPath("ffmpeg", searchPath);
  const systemProbe = system && (await siblingProbe(system, searchPath));
  if (system && systemProbe) {
    const version = await readVersion(system).catch(() => "unknown");
    // Builds from a repository checkout are numbered N-… and count as new only when the distributor says so.
    if (Number.parseInt(version.replace(/^n/, ""), 10) >= OLDEST_SYSTEM_MAJOR) {
      return finish(system, systemProbe, "system", version);
    }
  }

  const bundled = await findBundled();
  if (!bundled) throw new MediaError("unavailable", "No ffmpeg was found. Install ffmpeg 5 or later.");
  return finish(bundled.ffmpeg, bundled.ffprobe, "bundled", await readVersion(bundled.ffmpeg));
};

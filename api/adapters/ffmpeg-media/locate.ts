import { access, chmod, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { MediaAbilities } from "../../ports/media.ts";
import { MediaError } from "./media-error.ts";
import { probeHardware, type HasDevice } from "./probe-hardware.ts";
import { PROBE_LIMITS } from "./process-limits.ts";
import { runProcess } from "./run-process.ts";
import { softwareNames } from "./video-encoders.ts";

const OLDEST_SYSTEM_MAJOR = 5;
const DEFAULT_SEARCH_PATH = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";
const ABILITY_TIMEOUT_MS = 15_000;

export type LocatedTool = {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  readonly abilities: MediaAbilities;
  /** Options of an output whose frames keep their own times. */
  readonly variableRate: readonly string[];
};

type LocateOptions = {
  /**
   * Accept the build of 2018 inside the npm packages, and any version under `ffmpegPath`. For the demo and for tests
   * only, which read our own files. Files of strangers need a build with its security fixes.
   */
  readonly anyVersion?: boolean | undefined;
  readonly ffmpegPath?: string | undefined;
  readonly searchPath?: string | undefined;
  /** Whether this machine has a device, for tests; default: whether its path exists. */
  readonly hasDevice?: HasDevice | undefined;
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

/** The npm builds have no execute bit when install scripts are off. */
const makeExecutable = async (path: string): Promise<string> => {
  if (!(await isExecutable(path))) await chmod(path, 0o755);
  return path;
};

const findBundled = async (): Promise<{ ffmpeg: string; ffprobe: string } | null> => {
  const require = createRequire(import.meta.url);
  const name = `${process.platform}-${process.arch}`;
  const suffix = process.platform === "win32" ? ".exe" : "";
  try {
    // Their index.js throws while the file is not executable, so this reads the platform package instead.
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
    limits: PROBE_LIMITS,
    timeoutMs: ABILITY_TIMEOUT_MS,
  });
  return /^ffmpeg version (\S+)/.exec(text)?.[1] ?? "unknown";
};

const probeAbilities = async (
  ffmpeg: string,
  {
    origin,
    version,
    hasDevice,
  }: Pick<MediaAbilities, "origin" | "version"> & Pick<LocateOptions, "hasDevice">,
): Promise<MediaAbilities> => {
  const ask = (...args: string[]) =>
    runProcess({
      path: ffmpeg,
      args: ["-hide_banner", ...args],
      timeoutMs: ABILITY_TIMEOUT_MS,
      limits: PROBE_LIMITS,
    });
  const [encoders, filters, hls, offline] = await Promise.all([
    ask("-encoders"),
    ask("-filters"),
    ask("-h", "muxer=hls"),
    seesNoNetwork(),
  ]);
  const listed = new Set([...encoders.matchAll(/^ V\S* (\w[\w-]*) /gm)].map((match) => match[1] ?? ""));
  const names = [...filters.matchAll(/^ [A-Z.|]{2,3} (\w+) /gm)].map((match) => match[1] ?? "");
  return {
    version,
    origin,
    h264: /\blibx264\b/.test(encoders),
    aac: /^ A\S* aac /m.test(encoders),
    webp: /\blibwebp\b/.test(encoders),
    hlsFmp4: /hls_segment_type/.test(hls),
    filters: new Set(names),
    encoders: [
      ...softwareNames.filter((name) => listed.has(name)),
      ...(await probeHardware(ffmpeg, { listed, hasDevice })),
    ],
    offline,
  };
};

/** The option has another name before version 5.1; later versions drop the old one. */
const askVariableRate = async (ffmpeg: string): Promise<string[]> => {
  const options = await runProcess({
    path: ffmpeg,
    args: ["-hide_banner", "-h", "long"],
    timeoutMs: ABILITY_TIMEOUT_MS,
    limits: PROBE_LIMITS,
  });
  return [/^-fps_mode\b/m.test(options) ? "-fps_mode" : "-vsync", "vfr"];
};

/** Whether a process started like the tool has no network: its only interface is its own loopback. */
const seesNoNetwork = (): Promise<boolean> =>
  runProcess({
    path: "/bin/cat",
    args: ["/proc/net/dev"],
    timeoutMs: ABILITY_TIMEOUT_MS,
    limits: PROBE_LIMITS,
  }).then(
    (table) =>
      table
        .split("\n")
        .filter((line) => line.includes(":"))
        .every((line) => line.trim().startsWith("lo:")),
    () => false,
  );

const siblingProbe = async (
  ffmpeg: string,
  searchPath: string,
  anyVersion: boolean,
): Promise<string | null> => {
  const beside = join(dirname(ffmpeg), process.platform === "win32" ? "ffprobe.exe" : "ffprobe");
  if (await isExecutable(beside)) return beside;
  return (
    (await findOnPath("ffprobe", searchPath)) ?? (anyVersion ? (await findBundled())?.ffprobe : null) ?? null
  );
};

/** Builds from a repository checkout are numbered N-…, and that number does not tell how new they are. */
const isNewEnough = (version: string, { unnumbered }: { unnumbered: boolean }): boolean => {
  const major = Number.parseInt(version.replace(/^n/, ""), 10);
  return Number.isNaN(major) ? unnumbered : major >= OLDEST_SYSTEM_MAJOR;
};

const NEEDED = `Videos are not encoded: install ffmpeg ${OLDEST_SYSTEM_MAJOR} or later, or name one by FFMPEG_PATH`;

/**
 * Finds a video tool: the configured path, else a system ffmpeg, both of version 5 or later; with `anyVersion` else the
 * npm build. Rejects with MediaError `unavailable` when there is none, or when it cannot write H.264, AAC and fMP4 HLS.
 */
export const locateTool = async (options: LocateOptions): Promise<LocatedTool> => {
  const searchPath = options.searchPath ?? DEFAULT_SEARCH_PATH;
  const finish = async (
    ffmpeg: string,
    ffprobe: string,
    origin: MediaAbilities["origin"],
    version: string,
  ) => {
    const abilities = await probeAbilities(ffmpeg, { origin, version, hasDevice: options.hasDevice });
    if (!abilities.h264 || !abilities.aac || !abilities.hlsFmp4) {
      throw new MediaError("unavailable", `ffmpeg ${version} cannot write H.264, AAC and fMP4 HLS.`);
    }
    return { ffmpeg, ffprobe, abilities, variableRate: await askVariableRate(ffmpeg) };
  };

  if (options.ffmpegPath) {
    const ffprobe = await siblingProbe(options.ffmpegPath, searchPath, options.anyVersion ?? false);
    if (!ffprobe) throw new MediaError("unavailable", "No ffprobe was found beside the configured ffmpeg.");
    const version = await readVersion(options.ffmpegPath);
    if (!options.anyVersion && !isNewEnough(version, { unnumbered: true }))
      throw new MediaError("unavailable", `${NEEDED} (it names version ${version}).`);
    return finish(options.ffmpegPath, ffprobe, "configured", version);
  }

  const system = await findOnPath("ffmpeg", searchPath);
  const systemProbe = system && (await siblingProbe(system, searchPath, options.anyVersion ?? false));
  if (system && systemProbe) {
    const version = await readVersion(system).catch(() => "unknown");
    if (isNewEnough(version, { unnumbered: false })) return finish(system, systemProbe, "system", version);
  }

  const bundled = options.anyVersion ? await findBundled() : null;
  if (!bundled) throw new MediaError("unavailable", `${NEEDED}.`);
  return finish(bundled.ffmpeg, bundled.ffprobe, "bundled", await readVersion(bundled.ffmpeg));
};

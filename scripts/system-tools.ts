import { access, constants, readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { run } from "./run.ts";

export type SystemTools = {
  /** Paths; null when the tool is missing and could not be installed. */
  chromium: string | null;
  ffmpeg: string | null;
  /** Folder of initdb and postgres. */
  postgres: string | null;
  /** A torrent client other than ours, which seeds what the tests of magnets download. */
  seeder: string | null;
};

/** Debian's packages of them: the preferred one, then the alternatives. */
const packages: Record<keyof SystemTools, string[]> = {
  chromium: ["chromium-headless-shell", "chromium"],
  ffmpeg: ["ffmpeg"],
  postgres: ["postgresql"],
  seeder: ["aria2"],
};

/** Browsers with windows, by their usual program names. */
const withWindows = ["chromium", "chromium-browser", "google-chrome"];
/** The same engine without windows: it starts sooner, and journeys take a fifth less processor time. */
const headless = "chromium-headless-shell";

/**
 * Finds the tools the tests need besides npm's packages, and installs missing ones if allowed (as root on a system with
 * apt). Prints one line for each missing tool, with its effect on the tests.
 * @param windows use a browser with windows, because measurements must match people's browsers
 */
export async function ensureSystemTools({ windows = false } = {}): Promise<SystemTools> {
  const missingOf = (found: SystemTools) =>
    (Object.keys(packages) as (keyof SystemTools)[]).filter((name) => found[name] === null);
  let tools = await find(windows);
  const mayInstall = process.getuid?.() === 0 && (await which("apt-get")) !== null;
  for (const choice of [0, -1]) {
    const missing = missingOf(tools);
    if (missing.length === 0 || !mayInstall) break;
    await install(missing.map((name) => packages[name].at(windows ? -1 : choice)!));
    tools = await find(windows);
  }
  const without: Record<keyof SystemTools, string> = {
    chromium:
      "Chromium is missing: install it (Debian: apt install chromium; elsewhere: npx playwright install chromium). The browser journeys are skipped.",
    ffmpeg:
      "ffmpeg is missing: install it (Debian: apt install ffmpeg). The build inside the npm package is used instead.",
    postgres:
      "PostgreSQL is missing: install it (Debian: apt install postgresql), or set TEST_DATABASE_URL. The integration tests run on the embedded database alone.",
    seeder: "aria2 is missing: install it (Debian: apt install aria2). The tests of magnets are skipped.",
  };
  for (const name of missingOf(tools)) console.log(without[name]);
  return tools;
}

async function install(names: string[]): Promise<void> {
  console.log(`Installing ${names.join(", ")} with apt …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env, quiet: true });
  const args = ["install", "-y", "-qq", "--no-install-recommends", ...names];
  const done = await run("apt-get", args, { env, quiet: true });
  if (done.code !== 0) console.log(`apt could not install them: ${done.output.trim().split("\n").at(-1)}`);
}

async function find(windows: boolean): Promise<SystemTools> {
  return {
    chromium:
      (await browser(windows ? withWindows : [headless, ...withWindows])) ?? (await playwrightChromium()),
    ffmpeg: await which("ffmpeg"),
    postgres: await postgresFolder(),
    seeder: (await which("aria2c")) ?? (await which("transmission-cli")),
  };
}

async function browser(names: string[]): Promise<string | null> {
  for (const name of names) {
    const path = await which(name);
    if (path) return path;
  }
  return null;
}

async function playwrightChromium(): Promise<string | null> {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return (await isProgram(path)) ? path : null;
}

/** Debian has one folder per version, none of them on the PATH. @returns the folder of initdb and postgres */
export async function postgresFolder(): Promise<string | null> {
  const base = "/usr/lib/postgresql";
  const versions = await readdir(base).catch(() => [] as string[]);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const folder = join(base, version, "bin");
    if (Number(version) >= 15 && (await isProgram(join(folder, "postgres")))) return folder;
  }
  const initdb = await which("initdb");
  return initdb ? join(initdb, "..") : null;
}

/** @returns the path of a program in one of the folders, the PATH's by default; null when there is none */
export async function which(
  name: string,
  folders: string[] = (process.env.PATH ?? "").split(delimiter),
): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    if (folder && (await isProgram(path))) return path;
  }
  return null;
}

function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

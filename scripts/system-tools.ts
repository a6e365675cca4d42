import { access, constants, readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { run } from "./run.ts";

export type SystemTools = {
  /** Paths; null where the tool is not there and could not be installed. */
  chromium: string | null;
  ffmpeg: string | null;
  /** Folder of initdb and postgres. */
  postgres: string | null;
};

const packages = { chromium: "chromium", ffmpeg: "ffmpeg", postgres: "postgresql" } as const;

/**
 * Finds what the tests need beside npm's packages, and installs what is missing where that is allowed (as root on a
 * system with apt). What can't be had is said in one line each, with what goes without it.
 */
export async function ensureSystemTools(): Promise<SystemTools> {
  let tools = await find();
  const missing = (Object.keys(packages) as (keyof SystemTools)[]).filter((name) => tools[name] === null);
  if (missing.length > 0 && process.getuid?.() === 0 && (await which("apt-get"))) {
    const names = missing.map((name) => packages[name]);
    console.log(`Installing ${names.join(", ")} with apt …`);
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update", "-qq"], { env, quiet: true });
    const done = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], {
      env,
      quiet: true,
    });
    if (done.code !== 0) console.log(`apt could not install them: ${done.output.trim().split("\n").at(-1)}`);
    tools = await find();
  }
  const without: Record<keyof SystemTools, string> = {
    chromium:
      "Chromium is missing: install it (Debian: apt install chromium; elsewhere: npx playwright install chromium). The browser journeys are skipped.",
    ffmpeg:
      "ffmpeg is missing: install it (Debian: apt install ffmpeg). The build inside the npm package is used instead.",
    postgres:
      "PostgreSQL is missing: install it (Debian: apt install postgresql), or set TEST_DATABASE_URL. The integration tests run on the embedded database alone.",
  };
  for (const name of Object.keys(packages) as (keyof SystemTools)[])
    if (tools[name] === null) console.log(without[name]);
  return tools;
}

async function find(): Promise<SystemTools> {
  return {
    chromium:
      (await which("chromium")) ??
      (await which("chromium-browser")) ??
      (await which("google-chrome")) ??
      (await playwrightChromium()),
    ffmpeg: await which("ffmpeg"),
    postgres: await postgresFolder(),
  };
}

async function playwrightChromium(): Promise<string | null> {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return (await isProgram(path)) ? path : null;
}

/** Debian keeps a folder a version, and none of them on the PATH. */
async function postgresFolder(): Promise<string | null> {
  const base = "/usr/lib/postgresql";
  const versions = await readdir(base).catch(() => [] as string[]);
  for (const version of versions.sort((a, b) => Number(b) - Number(a))) {
    const folder = join(base, version, "bin");
    if (Number(version) >= 15 && (await isProgram(join(folder, "postgres")))) return folder;
  }
  const initdb = await which("initdb");
  return initdb ? join(initdb, "..") : null;
}

async function which(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
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

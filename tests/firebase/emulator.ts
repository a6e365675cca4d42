import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "../setup/server-process.ts";

export const project = "demo-matinee";
const program = resolve("tests/firebase/node_modules/firebase-tools/lib/bin/firebase.js");
const patienceMs = 120_000;

export type Emulator = { host: string; end: () => Promise<void> };

/**
 * Starts Firebase's Auth emulator on loopback, with nothing in it and a home of its own: it is a plain Node program
 * and needs no Java, no account and no network.
 * @throws with its output when it does not come up
 */
export async function startEmulator(): Promise<Emulator> {
  const home = await mkdtemp(join(tmpdir(), "matinee-emulator-"));
  const [auth, hub, logging] = [await freePort(), await freePort(), await freePort()];
  const on = (port: number) => ({ host: "127.0.0.1", port });
  const emulators = { auth: on(auth), hub: on(hub), logging: on(logging), ui: { enabled: false } };
  await writeFile(join(home, "firebase.json"), JSON.stringify({ emulators }));
  const child = spawn(
    process.execPath,
    [program, "emulators:start", "--only", "auth", "--project", project],
    {
      cwd: home,
      // With a standard input it takes itself to be in a terminal, and ends when that does.
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH ?? "", HOME: home, CI: "1" } as unknown as NodeJS.ProcessEnv,
    },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  const end = async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
    await ended;
    clearTimeout(timer);
    await rm(home, { recursive: true, force: true });
  };
  const host = `127.0.0.1:${auth}`;
  const until = Date.now() + patienceMs;
  for (;;) {
    const up = await fetch(`http://${host}/`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return { host, end };
    if (child.exitCode !== null || Date.now() > until) {
      await end();
      throw new Error(`The Auth emulator did not come up:\n${output}`);
    }
    await new Promise((wait) => setTimeout(wait, 200));
  }
}

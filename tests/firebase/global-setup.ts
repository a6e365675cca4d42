import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sitesVariable, type Site } from "../../e2e/setup/site.ts";
import { startServer } from "../setup/server-process.ts";
import { project, startEmulator } from "./emulator.ts";

/**
 * The emulator, the built product with it as its Firebase, and the same product without: that one takes itself to be
 * with Google. Their addresses reach the journeys through the environment. There is one site, so one worker.
 */
export default async function globalSetup() {
  const began = Date.now();
  const emulator = await startEmulator();
  process.stdout.write(`The Auth emulator took ${((Date.now() - began) / 1000).toFixed(1)} s to start.\n`);
  const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), "matinee-firebase-"))));
  const config = {
    apiKey: "fake-key",
    authDomain: `${project}.firebaseapp.com`,
    projectId: project,
    appId: "1:1:web:1",
    measurementId: "G-TEST",
  };
  const common = { LOG_LEVEL: "warn", FIREBASE_CONFIG: JSON.stringify(config) };
  const server = await startServer({
    ...common,
    NODE_ENV: "test",
    DATA_DIR: folders[0]!,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  });
  const real = await startServer({ ...common, DATA_DIR: folders[1]! });
  const site: Site = { url: server.url, remote: server.url, orphan: server.url, mails: "" };
  process.env[sitesVariable] = JSON.stringify([site]);
  process.env.REAL_URL = real.url;
  process.env.EMULATOR_HOST = emulator.host;
  return async () => {
    await Promise.all([server.end(), real.end(), emulator.end()]);
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  };
}

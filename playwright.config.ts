import { defineConfig } from "@playwright/test";
import { siteCount } from "./e2e/setup/site.ts";

/** Journeys that mostly wait: for players that try again, or for tasks that run once a minute. */
const waiting = [
  "player-{episodes,failures,faults,touch,without-media}",
  "{casting,page-start,streams,teaser,watch}",
  "{notices,operators-day}",
].map((name) => `**/${name}.spec.ts`);

/**
 * Browser journeys on the production build, against servers that e2e/setup starts on loopback with data of their own:
 * a set for each worker.
 */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/setup/global-setup.ts",
  workers: siteCount,
  // What waits leaves the processors to the others.
  projects: [
    { name: "waiting", testMatch: waiting, workers: 1 },
    { name: "working", testIgnore: waiting, workers: siteCount - 1 },
  ],
  retries: 0,
  forbidOnly: true,
  // Guards against a journey that hangs; what must be quick is a figure of the benchmarks.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    // Times are shown in the browser's zone.
    timezoneId: "UTC",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    trace: "off",
    // A journey must not depend on what the one before has left in a cache; pwa.spec.ts lets the worker in.
    serviceWorkers: "block",
  },
});

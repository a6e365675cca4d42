import { defineConfig } from "@playwright/test";

/**
 * Browser journeys on the production build, against servers that e2e/setup starts on loopback with data of their own.
 * One worker: two cores are busy enough with one browser and one server.
 */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/setup/global-setup.ts",
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: process.env.BASE_URL,
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

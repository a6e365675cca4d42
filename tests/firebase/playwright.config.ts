import base from "../../playwright.config.ts";

/** The journeys with Firebase, apart from the suite: firebase-tools is 300 MB, and takes its time to start. */
export default {
  ...base,
  workers: 1,
  testDir: ".",
  globalSetup: "./global-setup.ts",
  outputDir: "../../test-results",
};

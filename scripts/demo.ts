import { access } from "node:fs/promises";

/** The demo: built if need be, then the server itself with DEMO set. Quiet, so that the progress line can be read. */
const built = await access("build/server/index.js").then(
  () => true,
  () => false,
);
if (!built) await import("./build.ts");
process.env.DEMO = "1";
process.env.LOG_LEVEL ??= "warn";
await import("../server.ts");

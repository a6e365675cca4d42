import { expect, test } from "vitest";
import { run } from "../../../scripts/run.ts";

test("no code of the embedded database is freed while the process runs, which can end it", async () => {
  const program = `
    const { createEmbedded } = await import("./api/db/embedded/create-embedded.ts");
    console.log("loaded");
    for (let round = 0; round < 2; round++) {
      const database = await createEmbedded(undefined);
      await database.exec("select count(*) from generate_series(1, 300000)");
      await database.close();
    }
    console.log("done");`;
  // V8 says when it frees code; without the setting it does so here several times.
  const flags = ["--trace-wasm-code-gc", "--input-type=module", "--eval", program];
  const { output } = await run(process.execPath, flags, { quiet: true });
  // Reading TypeScript is WebAssembly too, before a database is there.
  const [, later] = output.split("loaded\n");
  expect(later).toContain("done\n");
  expect(later).not.toMatch(/Triggering|Freeing/);
});

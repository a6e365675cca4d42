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

test("opening takes no large function of the embedded database through the compiler a second time", async () => {
  const program = `
    const { createEmbedded } = await import("./api/db/embedded/create-embedded.ts");
    console.log("loaded");
    const database = await createEmbedded(undefined);
    const until = Date.now() + 4_000;
    while (Date.now() < until) await database.exec("select count(*), md5(min(n)::text) from generate_series(1, 20000) n");
    await database.close();
    console.log("done");
    process.exit();`;
  // V8 says what it compiles: one function of it needs 603 MB without the setting.
  const flags = ["--trace-wasm-compilation-times", "--input-type=module", "--eval", program];
  const { output } = await run(process.execPath, flags, { quiet: true });
  const [, later] = output.split("loaded\n");
  expect(later).toContain("done\n");
  const needed = [...later!.matchAll(/using TurboFan, took \d+ ms and (\d+) \//g)].map(([, bytes]) =>
    Number(bytes),
  );
  // What is first run later is compiled again, once it runs often.
  expect(needed.length).toBeGreaterThan(0);
  expect(Math.max(...needed)).toBeLessThan(100_000_000);
});

import { expect, test } from "vitest";
import { run } from "../../../scripts/run.ts";

/**
 * Runs a program on embedded databases in a process of its own.
 * @param flag of V8, which then says what it does with compiled code
 * @returns what it says once the program has been read: reading TypeScript is WebAssembly too
 */
async function saidOf(flag: string, program: string): Promise<string> {
  const whole = `
    const { createEmbedded } = await import("./api/db/embedded/create-embedded.ts");
    console.log("loaded");
    ${program}
    console.log("done");`;
  const { output } = await run(process.execPath, [flag, "--input-type=module", "--eval", whole], {
    quiet: true,
  });
  const said = output.split("loaded\n")[1]!;
  expect(said).toContain("done\n");
  return said;
}

test("no code of the embedded database is freed while the process runs, which can end it", async () => {
  // Without the setting V8 frees some here several times.
  const said = await saidOf(
    "--trace-wasm-code-gc",
    `for (let round = 0; round < 2; round++) {
      const database = await createEmbedded(undefined);
      await database.exec("select count(*) from generate_series(1, 300000)");
      await database.close();
    }`,
  );
  expect(said).not.toMatch(/Triggering|Freeing/);
});

test("no large function of the embedded database is compiled a second time", async () => {
  // Without the setting one function of it needs 603 MB here.
  const said = await saidOf(
    "--trace-wasm-compilation-times",
    `const database = await createEmbedded(undefined);
    const until = Date.now() + 4_000;
    while (Date.now() < until) await database.exec("select count(*), md5(min(n)::text) from generate_series(1, 20000) n");
    await database.close();`,
  );
  const needed = [...said.matchAll(/using TurboFan, took \d+ ms and (\d+) \//g)].map(([, bytes]) => +bytes!);
  // What first runs later is compiled again, once it runs often.
  expect(needed.length).toBeGreaterThan(0);
  expect(Math.max(...needed)).toBeLessThan(100_000_000);
});

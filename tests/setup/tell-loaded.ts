import module from "node:module";

type Loaded = Record<string, { loaded: boolean }>;

/** Brought along by a process under test, it says at its end which CommonJS files were run, not only looked at. */
const { _cache: cache } = module as unknown as { _cache: Loaded };
process.on("exit", () => {
  const names = Object.keys(cache).filter((name) => cache[name]!.loaded);
  process.stdout.write(`loaded:\n${names.join("\n")}\n`);
});

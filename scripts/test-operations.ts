import { packagesOfPrograms, programs, type Programs } from "../tests/operations/setup/programs.ts";
import { run, runBin } from "./run.ts";

/**
 * Tests with many processes, and with the programs that run around them. Names what is missing and therefore skipped;
 * as root on a system with apt, `--install` installs it first.
 */
const names = Object.keys(packagesOfPrograms) as (keyof Programs)[];
const missing = names.filter((name) => programs[name] === null);
const args = process.argv.slice(2);
if (missing.length > 0 && args.includes("--install")) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env, quiet: true });
  await run(
    "apt-get",
    [
      "install",
      "-y",
      "-qq",
      "--no-install-recommends",
      ...missing.flatMap((name) => packagesOfPrograms[name].split(" ")),
    ],
    { env },
  );
} else
  for (const name of missing)
    console.log(
      `${name} is missing: its tests are skipped (Debian: apt install ${packagesOfPrograms[name]})`,
    );
const built = await runBin("node", ["scripts/build.ts"], { quiet: true });
if (built.code !== 0) {
  console.log(built.output);
  process.exit(built.code);
}
const files = args.filter((name) => name !== "--install");
const { code } = await runBin("vitest", ["run", "--project", "operations", "--passWithNoTests", ...files]);
process.exitCode = code;

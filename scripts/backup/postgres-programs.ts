import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CannotStart } from "../../server/cannot-start.ts";
import { which } from "../system-tools.ts";

type Program = "pg_dump" | "pg_restore" | "psql";

/** Debian has one folder for each version; only some of its programs are on the PATH. */
const debian = "/usr/lib/postgresql";

/** Finds PostgreSQL's programs. @throws CannotStart when one is missing */
export async function findPostgresPrograms(path = process.env.PATH ?? ""): Promise<Record<Program, string>> {
  const versions = await readdir(debian).catch(() => []);
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((one) => join(debian, one, "bin"));
  const find = async (name: Program) => {
    const found = await which(name, [...path.split(delimiter), ...folders]);
    if (found) return found;
    throw new CannotStart(
      `${name} was not found: install PostgreSQL's programs (Debian: apt install postgresql-client), or add their folder to PATH.`,
    );
  };
  return { pg_dump: await find("pg_dump"), pg_restore: await find("pg_restore"), psql: await find("psql") };
}

/** A running program: what it writes, and its end. */
export type Running = {
  output: Readable;
  /** @throws CannotStart with its last line when it fails */
  ended: Promise<void>;
};

/**
 * Starts a program with the connection of `url`.
 * @param input what it reads
 */
export function startProgram(
  program: string,
  { args, url, input }: { args: string[]; url?: string; input?: AsyncIterable<Buffer> | undefined },
): Running {
  const { target, password } = splitUrl(url);
  const child = spawn(program, [...args, ...target], {
    stdio: [input ? "pipe" : "ignore", "pipe", "pipe"],
    env: { ...process.env, LC_ALL: "C", PGCONNECT_TIMEOUT: "10", ...password },
  });
  let complaint = "";
  child.stderr!.on("data", (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-4_000)));
  const ended = (async () => {
    const [code] = (await once(child, "close")) as [number | null];
    if (code === 0) return;
    const lines = complaint.trim().split("\n");
    const line = lines.find((one) => /error|fatal/i.test(one)) ?? lines.at(-1) ?? "";
    throw new CannotStart(`${program.split("/").at(-1)} failed: ${line || `exit code ${code}`}`);
  })();
  // Reported where it is awaited.
  ended.catch(() => {});
  if (input) pipeline(input, child.stdin!).catch(() => child.kill());
  return { output: child.stdout!, ended };
}

/** A password among the arguments would be visible to other users of the machine. */
function splitUrl(url: string | undefined): { target: string[]; password: { PGPASSWORD?: string } } {
  if (!url) return { target: [], password: {} };
  const parsed = new URL(url);
  const password = parsed.password ? { PGPASSWORD: decodeURIComponent(parsed.password) } : {};
  parsed.password = "";
  return { target: [`--dbname=${parsed.href}`], password };
}

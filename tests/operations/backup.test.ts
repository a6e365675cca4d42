import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../api/db/client.ts";
import { startTestPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { runServer } from "../setup/server-process.ts";
import { programs } from "./setup/programs.ts";
import {
  answersOf,
  filesOf,
  fillPlace,
  newFolder,
  newPlace,
  removeFolders,
  runScript,
  type Place,
} from "./setup/sample-service.ts";

const engines = ["embedded", ...(programs.postgres ? ["PostgreSQL"] : [])];
let postgres: TestPostgres | null = null;
beforeAll(async () => {
  if (programs.postgres) postgres = await startTestPostgres(programs.postgres);
});
afterAll(async () => {
  await removeFolders();
  await postgres?.stop();
});

describe.each(engines)("a backup of the %s database", (engine) => {
  const fresh = () => newPlace(engine === "PostgreSQL" ? postgres!.url : undefined);
  const backUp = (env: Place, folder: string) => runScript("backup", { args: [folder], env });
  const restore = (env: Place, folder: string, ...args: string[]) =>
    runScript("restore", { args: [folder, ...args], env });
  const refusal = (line: RegExp) => ({ code: 1, output: expect.stringMatching(line) as string });
  let source: Place;
  let backup: string;
  let answers: unknown;
  beforeAll(async () => {
    source = await fresh();
    await fillPlace(source);
    answers = await answersOf(source);
    backup = join(await newFolder(), "backup");
    const { code, output } = await backUp(source, backup);
    expect(output).toMatch(/^Backed up \d+ files, \d+\.\d MB, to \S+\.\n$/);
    expect(code).toBe(0);
  });

  /** A copy of the backup that a test damages. */
  async function copyOfBackup(): Promise<string> {
    const folder = join(await newFolder(), "copy");
    execFileSync("cp", ["-a", backup, folder]);
    return folder;
  }

  test("restores everything to an empty place, and nothing that was unfinished", async () => {
    const place = await fresh();
    const { code, output } = await restore(place, backup);
    expect(output).toMatch(/^Restored \d+ files, \d+\.\d MB, from \S+\.\n$/);
    expect(code).toBe(0);
    expect(await answersOf(place)).toEqual(answers);
    expect(await filesOf(place)).toEqual(await filesOf(source));
    expect(existsSync(join(place.DATA_DIR, "media/.encoding"))).toBe(false);
    expect(existsSync(join(place.DATA_DIR, ".restore"))).toBe(false);
    expect((await stat(join(place.DATA_DIR, "secret"))).mode & 0o777).toBe(0o600);
    expect((await stat(backup)).mode & 0o777).toBe(0o700);
  });

  test("is not restored over data, unless it may replace them", async () => {
    const place = await fresh();
    await fillPlace(place);
    const database = await openDatabase({ dataDir: place.DATA_DIR, url: place.DATABASE_URL });
    await database.db.execute("update movie set year = 1900");
    await database.db.execute("create table later (n int)");
    await database.close();
    await writeFile(join(place.DATA_DIR, "artwork/later"), "later");
    expect(await restore(place, backup)).toEqual(
      refusal(/^matinee: [^\n]+ holds data: npm run restore -- <folder> --replace removes them first\n$/),
    );
    expect(await answersOf(place)).not.toEqual(answers);
    expect((await restore(place, backup, "--replace")).code).toBe(0);
    expect(await answersOf(place)).toEqual(answers);
    expect(await filesOf(place)).toEqual(await filesOf(source));
  });

  test("is refused where a file is damaged or missing, before anything is replaced", async () => {
    const place = await fresh();
    await fillPlace(place);
    const before = await answersOf(place);
    const damaged = await copyOfBackup();
    const file = join(damaged, engine === "PostgreSQL" ? "database.dump" : "pg/PG_VERSION");
    const content = await readFile(file);
    content[1]! ^= 1;
    await writeFile(file, content);
    expect(await restore(place, damaged, "--replace")).toEqual(
      refusal(/^matinee: \S+(database\.dump|PG_VERSION) is damaged or missing: nothing was restored\./),
    );
    const missing = await copyOfBackup();
    await rm(join(missing, "media/ferry-1/master.m3u8"));
    expect(await restore(place, missing, "--replace")).toEqual(
      refusal(/^matinee: \S+master\.m3u8 is damaged or missing: nothing was restored\./),
    );
    expect(await answersOf(place)).toEqual(before);
    expect(existsSync(join(place.DATA_DIR, ".restore"))).toBe(false);
  });

  test("of a newer version, of another engine, and a part of one are refused", async () => {
    const place = await fresh();
    const manifest = (folder: string) => join(folder, "manifest.jsonl");
    const change = async (from: RegExp, to: string) => {
      const folder = await copyOfBackup();
      const text = await readFile(manifest(folder), "utf8");
      await writeFile(manifest(folder), text.replace(from, to));
      return restore(place, folder);
    };
    const newer =
      /^matinee: The backup is of a newer version of Matinee \(\S+\): restore it with that version or a later one\.\n$/;
    expect(await change(/"schema":\d+/, `"schema":${Date.now() * 2}`)).toEqual(refusal(newer));
    expect(await change(/"format":1/, `"format":2`)).toEqual(refusal(newer));
    expect(await change(/\n.*\n$/, "\n")).toEqual(
      refusal(/^matinee: \S+: manifest\.jsonl is damaged: restore another backup\n$/),
    );
    const cut = await copyOfBackup();
    await truncate(manifest(cut), 500);
    expect((await restore(place, cut)).code).toBe(1);
    const other = engine === "PostgreSQL" ? await newPlace() : { ...place, DATABASE_URL: "postgres://none" };
    expect(await restore(other, backup)).toEqual(
      refusal(/^matinee: The backup holds (an embedded|a PostgreSQL) database: /),
    );
  });

  test("that was killed is no backup, and leaves nothing behind for the next", async () => {
    const folder = join(await newFolder(), "killed");
    await killWhen(() => existsSync(join(folder, "media")), ["backup", folder], source);
    expect(existsSync(join(folder, "manifest.jsonl"))).toBe(false);
    expect(await restore(await fresh(), folder)).toEqual(
      refusal(/^matinee: \S+ holds no complete backup: it has no manifest\.jsonl\n$/),
    );
    expect(await backUp(source, folder)).toEqual(refusal(/^matinee: \S+ is not empty: name a new folder\n$/));
    expect((await backUp(source, join(folder, "again"))).code).toBe(0);
    expect(existsSync(join(source.DATA_DIR, ".backup"))).toBe(false);
  });

  test("whose restore was killed keeps servers from starting, until it is restored", async () => {
    const place = await fresh();
    const marker = join(place.DATA_DIR, "restore-unfinished");
    if (engine === "PostgreSQL") await killWhen(() => existsSync(marker), ["restore", backup], place);
    // Its files are exchanged in a millisecond: no kill hits it.
    else await writeFile(marker, "");
    const { code, output } = await runServer(place);
    expect(output).toMatch(
      /^matinee: DATA_DIR \S+: a restore was interrupted\. Run npm run restore again with the same backup\.\n$/,
    );
    expect(code).toBe(1);
    expect((await restore(place, backup)).code).toBe(0);
    expect(await answersOf(place)).toEqual(answers);
  });

  test("needs room: on a full disk nothing is taken for a backup, and nothing is replaced", async (context) => {
    const small = await mountSmall();
    if (!small) return context.skip("no disk could be mounted");
    const folder = join(small, "backup");
    const full = /^matinee: \S+: the disk is full\n$/;
    expect(await backUp(source, folder)).toEqual(refusal(full));
    expect((await restore(await fresh(), folder)).code).toBe(1);
    await rm(folder, { recursive: true });
    const place = { ...(await fresh()), DATA_DIR: small };
    await writeFile(join(small, "secret"), `${"6".repeat(64)}\n`, { mode: 0o600 });
    expect(await restore(place, backup)).toEqual(refusal(full));
    expect(await readFile(join(small, "secret"), "utf8")).toMatch(/^6/);
    expect(existsSync(join(small, "restore-unfinished"))).toBe(false);
  });

  test("is made beside servers on PostgreSQL alone; none is restored below a server", async () => {
    const server = await openDatabase({ dataDir: source.DATA_DIR, url: source.DATABASE_URL });
    onTestFinished(() => server.close());
    const folder = join(await newFolder(), "beside");
    const { code, output } = await backUp(source, folder);
    if (engine === "PostgreSQL") expect(code).toBe(0);
    else expect(output).toMatch(/^matinee: The embedded database belongs to the running server: stop it/);
    expect(await restore(source, backup, "--replace")).toEqual(
      refusal(/^matinee: (The embedded database belongs|DATABASE_URL: \d+ other connections are open)/),
    );
  });

  test.runIf(engine === "PostgreSQL")("has the files that were removed while it was made", async () => {
    const place = await fresh();
    await fillPlace(place);
    const folder = join(await newFolder(), "moving");
    const making = backUp(place, folder);
    const name = "artwork/ferry/poster.webp";
    await expect
      .poll(() => existsSync(join(place.DATA_DIR, ".backup", "uploads")), { interval: 5, timeout: 30_000 })
      .toBe(true);
    await rm(join(place.DATA_DIR, name));
    expect((await making).code).toBe(0);
    expect(await readFile(join(folder, name), "utf8")).toBe("picture");
  });
});

/** Starts a script and kills it as soon as something is so. */
async function killWhen(isSo: () => boolean, [script, ...args]: string[], env: Place): Promise<void> {
  const child = spawn("node_modules/.bin/node", [`scripts/${script!}.ts`, ...args], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const timer = setInterval(() => isSo() && child.kill("SIGKILL"), 1);
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearInterval(timer);
  expect({ code, signal }).toEqual({ code: null, signal: "SIGKILL" });
}

/** A disk that holds a megabyte, which only root may mount. */
async function mountSmall(): Promise<string | null> {
  const folder = await newFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "pipe" });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}

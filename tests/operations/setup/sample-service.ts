import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { openDatabase } from "../../../api/db/client.ts";
import { run } from "../../../scripts/run.ts";
import { writeAsset } from "../../setup/asset-files.ts";
import { startTestBackend, type TestBackend } from "../../setup/backend.ts";
import { addSampleData, readSampleData } from "../../setup/sample-data.ts";

/** Where a service has its data, as the environment names it. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string };

const made: { folders: string[]; databases: string[] } = { folders: [], databases: [] };

/**
 * A new folder, and a new database on a server, or none for the embedded one.
 * @param server address of a PostgreSQL
 */
export async function newPlace(server?: string): Promise<Place> {
  const DATA_DIR = await newFolder();
  if (!server) return { DATA_DIR };
  const name = `moved_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(
    `create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  );
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { DATA_DIR, DATABASE_URL: url.href };
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "matinee-moved-"));
  made.folders.push(folder);
  return folder;
}

export async function removeFolders(): Promise<void> {
  for (const folder of made.folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Fills a place with sample data and files. */
export async function fillPlace(place: Place): Promise<void> {
  await withBackend(place, addSampleData);
  const { DATA_DIR: folder } = place;
  await writeAsset(folder, "ferry-1");
  await mkdir(join(folder, "artwork/ferry"), { recursive: true });
  await writeFile(join(folder, "artwork/ferry/poster.webp"), "picture");
  await writeFile(join(folder, "media/ferry-1/.original.vtt"), "WEBVTT");
  await mkdir(join(folder, "media/.encoding/half"), { recursive: true });
  await writeFile(join(folder, "media/.encoding/half/segment"), "half");
  await mkdir(join(folder, "uploads"), { recursive: true });
  await writeFile(join(folder, "uploads", "a".repeat(64)), Buffer.alloc(3_000_000, 7));
  await writeFile(join(folder, "secret"), `${"5".repeat(64)}\n`, { mode: 0o600 });
}

/** What the service of a place answers. */
export async function answersOf(place: Place): Promise<unknown> {
  let answers: unknown;
  await withBackend(place, async (backend) => {
    answers = await readSampleData(backend);
  });
  return answers;
}

export async function withBackend(
  { DATA_DIR: dataDir, DATABASE_URL: url }: Place,
  work: (backend: TestBackend) => Promise<void>,
): Promise<void> {
  const database = await openDatabase({ dataDir, url });
  const backend = await startTestBackend({ beside: { database } as TestBackend });
  try {
    await work(backend);
  } finally {
    await backend.close();
    await database.close();
  }
}

/** Every file of a place besides its database, with its content. */
export async function filesOf({ DATA_DIR: folder }: Place): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of ["artwork", "media", "uploads", "secret"])
    for (const path of await readdir(join(folder, part), { recursive: true, withFileTypes: true }).catch(
      () => [],
    ))
      if (path.isFile() && !path.parentPath.includes(".encoding")) {
        const whole = join(path.parentPath, path.name);
        found[whole.slice(folder.length)] = await readFile(whole, "latin1");
      }
  return found;
}

/** Runs a script of the product with nothing else in its environment. */
export function runScript(
  script: string,
  { args = [], env }: { args?: string[]; env: Place & Record<string, string> },
): Promise<{ code: number; output: string }> {
  return run("node_modules/.bin/node", [`scripts/${script}.ts`, ...args], { quiet: true, env });
}

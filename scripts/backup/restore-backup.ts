import { existsSync } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownMigrations } from "../../api/db/client.ts";
import { lockDirectory } from "../../api/db/directory-lock.ts";
import { readMigrations } from "../../api/db/migration-files.ts";
import { CannotStart } from "../../server/cannot-start.ts";
import type { Env } from "../../server/env.ts";
import { unfinishedRestore } from "../../server/unfinished-restore.ts";
import { closed, copyFile, hashFile, usual } from "./copy-files.ts";
import { newer, readManifest, type Entry, type Head, type Manifest } from "./manifest.ts";
import { isEmpty, placesOf, type Place } from "./places.ts";
import { openTarget, type TargetDatabase } from "./restore-postgres.ts";

type Settings = Pick<Env, "DATA_DIR" | "DATABASE_URL" | "storage">;
export type Restored = { files: number; bytes: number; olderSchema: boolean; secret: boolean };

/** Where files are copied to and checked before they replace anything; in the folder of each place. */
const stageName = ".restore";

/**
 * Puts a backup back. Every file is copied and its checksum compared before anything is replaced; PostgreSQL is restored
 * in one transaction. After an interruption servers do not start until a restore has finished.
 * @param replace whether existing data may be replaced
 * @throws CannotStart, DirectoryInUse and the like for problems the operator can fix
 */
export async function restoreBackup(
  env: Settings,
  { folder, replace }: { folder: string; replace: boolean },
): Promise<Restored> {
  const manifest = await readManifest(folder);
  const { head } = manifest;
  const schema = requireFitting(head, env);
  const { DATA_DIR: dataDir, DATABASE_URL: url } = env;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const release = url ? async () => {} : await lockDirectory(dataDir);
  const places = placesOf(env).filter(({ name }) => head.videos || !["media", "uploads"].includes(name));
  if (!url) places.push({ root: dataDir, name: "pg" });
  const marker = unfinishedRestore(dataDir);
  const interrupted = existsSync(marker);
  const target = url ? await openTarget(url) : null;
  try {
    await requireOneDisk(places);
    if (!replace && !interrupted) await requireNoData(places, target);
    await target?.requireFitting(head.engine);
    await dropStages(places);
    const secret = await stage(folder, { manifest, places });
    await writeFile(marker, `${folder}\n`, { mode: 0o600 });
    await target?.load(join(folder, "database.dump")).catch(async (error: unknown) => {
      // It was one transaction: everything is as before.
      if (!interrupted) await rm(marker);
      throw error;
    });
    for (const place of places) await swap(place);
    await rm(marker);
    return { ...manifest.end, olderSchema: (head.schema ?? 0) < schema, secret };
  } finally {
    // What a failed exchange has put aside stays there.
    if (!existsSync(marker)) await dropStages(places);
    await target?.close();
    await release();
  }
}

/** @returns the newest schema that this version knows */
function requireFitting(head: Head, { DATABASE_URL: url, storage }: Settings): number {
  const newest = readMigrations(ownMigrations).at(-1)!.when;
  if ((head.schema ?? 0) > newest) throw newer(head);
  if (head.database === "pglite" && url)
    throw new CannotStart(
      "The backup holds an embedded database: restore it without DATABASE_URL, then npm run db:move.",
    );
  if (head.database === "postgresql" && !url)
    throw new CannotStart("The backup holds a PostgreSQL database: set DATABASE_URL.");
  if (head.videos && storage?.kind === "bucket")
    throw new CannotStart(
      "The backup holds videos and uploads, and STORAGE_URL names a bucket: restore without STORAGE_URL, then copy them there.",
    );
  return newest;
}

/** What was checked takes its place by a new name, which works on one disk alone. */
async function requireOneDisk(places: Place[]): Promise<void> {
  for (const { root, name } of places) {
    const place = join(root, name);
    if (existsSync(place) && (await stat(place)).dev !== (await stat(root)).dev)
      throw new CannotStart(`${place} is on another disk than ${root}: restore to a folder on one disk`);
  }
}

async function requireNoData(places: Place[], target: TargetDatabase | null): Promise<void> {
  const refuse = (what: string) =>
    new CannotStart(`${what} holds data: npm run restore -- <folder> --replace removes them first`);
  if (target && (await target.hasData())) throw refuse("The database of DATABASE_URL");
  // A first start makes a secret, and it has signed nothing yet.
  for (const { root, name } of places)
    if (name !== "secret" && !(await isEmpty(join(root, name)))) throw refuse(join(root, name));
}

/** Copies all files next to their places and checks them. @returns whether there is a secret among them */
async function stage(
  folder: string,
  { manifest, places }: { manifest: Manifest; places: Place[] },
): Promise<boolean> {
  const roots = new Map(places.map(({ root, name }) => [name, root]));
  let secret = false;
  for await (const entry of manifest.entries()) {
    const [name = ""] = entry.path.split("/");
    const root = roots.get(name);
    if (entry.path.split("/").includes("..") || (!root && name !== "database.dump"))
      throw new CannotStart(`${folder}: the manifest names ${entry.path}, which is in no backup`);
    const modes = name === "secret" || name === "pg" ? closed : usual;
    const from = join(folder, entry.path);
    const read = root ? copyFile(from, join(root, stageName, entry.path), modes) : hashFile(from);
    requireSame(from, { entry, read: await read.catch(nameMissing(from)) });
    secret ||= name === "secret";
  }
  return secret;
}

const nameMissing = (from: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === "ENOENT" && error.path === from ? damaged(from) : error;
};

function requireSame(from: string, { entry, read }: { entry: Entry; read: Omit<Entry, "path"> }): void {
  if (read.sha256 !== entry.sha256 || read.bytes !== entry.bytes) throw damaged(from);
}

function damaged(path: string): CannotStart {
  return new CannotStart(`${path} is damaged or missing: nothing was restored. Restore another backup.`);
}

/** Replaces a place by what was staged for it; without that, by nothing. The secret stays if the backup has none. */
async function swap({ root, name }: Place): Promise<void> {
  const [staged, place] = [join(root, stageName, name), join(root, name)];
  const isStaged = existsSync(staged);
  if (!isStaged && name === "secret") return;
  if (existsSync(place)) await rename(place, join(root, stageName, `${name}.replaced`));
  if (isStaged) await rename(staged, place);
}

async function dropStages(places: Place[]): Promise<void> {
  for (const root of new Set(places.map((place) => place.root))) {
    const folder = join(root, stageName);
    await rm(folder, { recursive: true, force: true });
  }
}

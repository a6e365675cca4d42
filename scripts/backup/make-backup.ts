import { mkdir, readFile, rm } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import postgres from "postgres";
import { newestMigration } from "../../api/db/apply-migrations.ts";
import { lockDirectory } from "../../api/db/directory-lock.ts";
import { askEmbedded, createEmbedded } from "../../api/db/embedded/create-embedded.ts";
import { CannotStart } from "../../server/cannot-start.ts";
import type { Env } from "../../server/env.ts";
import { version } from "../../server/open-backend.ts";
import { copyFile, filesBelow, linkFiles, writeHashed } from "./copy-files.ts";
import { beginManifest, format, type Head, type ManifestWriter } from "./manifest.ts";
import { isEmpty, placesOf, type Place } from "./places.ts";
import { findPostgresPrograms, startProgram } from "./postgres-programs.ts";

type Settings = Pick<Env, "DATA_DIR" | "DATABASE_URL" | "storage">;
type Sum = { files: number; bytes: number; removed: number };

/** Second names of the files, while they are copied; in the folder of each place. */
const linksName = ".backup";
/** Lock key by which only one backup of a database runs at a time. */
const backupLock = 712_433_902;

/**
 * Copies the database and all files that are not in a bucket to a folder: first the database, then the files that it
 * names. The embedded database is locked meanwhile; PostgreSQL's servers continue.
 * @throws CannotStart, DirectoryInUse and the like for problems the operator can fix
 */
export async function makeBackup(env: Settings, folder: string): Promise<Sum> {
  const places = placesOf(env);
  requireOutside(folder, [...places, { root: env.DATA_DIR, name: "pg" }]);
  if (!(await isEmpty(folder))) throw new CannotStart(`${folder} is not empty: name a new folder`);
  return env.DATABASE_URL
    ? backUpPostgres({ ...env, url: env.DATABASE_URL }, folder)
    : backUpEmbedded(env, folder);
}

function requireOutside(folder: string, places: Place[]): void {
  for (const { root, name } of places) {
    const place = resolve(root, name);
    if (`${resolve(folder)}${sep}`.startsWith(`${place}${sep}`))
      throw new CannotStart(`${folder} is in ${place}, which is backed up: name a folder elsewhere`);
  }
}

async function backUpEmbedded(env: Settings, folder: string): Promise<Sum> {
  const { DATA_DIR: dataDir } = env;
  if (await isEmpty(join(dataDir, "pg"))) throw new CannotStart(`DATA_DIR ${dataDir} holds no database`);
  const release = await lockDirectory(dataDir);
  try {
    // Opened and closed: after a crash it replays its journal, and what is copied is complete.
    const database = await createEmbedded(dataDir);
    const schema = await newestMigration(askEmbedded(database));
    await database.close();
    const engine = Number(await readFile(join(dataDir, "pg/PG_VERSION"), "utf8"));
    const manifest = await begin(folder, headOf(env, { database: "pglite", engine, schema }));
    await copyAll({ root: dataDir, name: "pg", from: dataDir }, { folder, manifest });
    for (const place of placesOf(env)) await copyAll({ ...place, from: place.root }, { folder, manifest });
    return { ...(await manifest.finish()), removed: 0 };
  } finally {
    await release();
  }
}

async function backUpPostgres(env: Settings & { url: string }, folder: string): Promise<Sum> {
  const programs = await findPostgresPrograms();
  const client = postgres(env.url, {
    ...{ max: 1, connect_timeout: 5, max_lifetime: null, onnotice: () => {} },
    connection: { application_name: "matinee backup" },
  });
  const places = placesOf(env);
  try {
    const { schema, engine } = await lockAndRead(client);
    const manifest = await begin(folder, headOf(env, { database: "postgresql", engine, schema }));
    // Files are removed while servers run. Those that the database names now keep a second name until they are copied;
    // a second round adds the ones that were new when the database was read.
    await dropLinks(places);
    const linked = await linkAll(places);
    await dump(programs.pg_dump, env.url, { folder, manifest });
    const kept = linked && (await linkAll(places));
    let removed = 0;
    for (const place of places) {
      const from = kept ? join(place.root, linksName) : place.root;
      removed += await copyAll({ ...place, from }, { folder, manifest });
    }
    return { ...(await manifest.finish()), removed };
  } finally {
    await dropLinks(places);
    await client.end({ timeout: 1 });
  }
}

async function lockAndRead(client: postgres.Sql): Promise<{ schema: number | null; engine: number }> {
  const [row] = await client<{ mine: boolean; engine: number }[]>`
    select pg_try_advisory_lock(${backupLock}) as mine, current_setting('server_version_num')::int / 10000 as engine`;
  if (!row?.mine) throw new CannotStart("Another backup of this database is running");
  const schema = await newestMigration((text) => client.unsafe(text));
  if (schema === null) throw new CannotStart("DATABASE_URL: the database holds nothing of Matinee");
  return { schema, engine: row.engine };
}

function headOf({ storage }: Settings, of: Pick<Head, "database" | "engine" | "schema">): Head {
  return { format, version, madeAt: new Date().toISOString(), ...of, videos: storage?.kind !== "bucket" };
}

async function begin(folder: string, head: Head): Promise<ManifestWriter> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return beginManifest(folder, head);
}

type Target = { folder: string; manifest: ManifestWriter };

async function dump(program: string, url: string, { folder, manifest }: Target): Promise<void> {
  const args = ["--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data"];
  const { output, ended } = startProgram(program, { args, url });
  const [written] = await Promise.all([writeHashed(output, join(folder, "database.dump")), ended]);
  await manifest.add({ path: "database.dump", ...written });
}

/** @returns how many files were removed before they could be copied */
async function copyAll(
  { root, name, from }: Place & { from: string },
  { folder, manifest }: Target,
): Promise<number> {
  let removed = 0;
  for await (const path of filesBelow(from, name)) {
    try {
      await manifest.add({ path, ...(await copyFile(join(from, path), join(folder, path))) });
    } catch (error) {
      const { code, path: at } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" || at !== join(from, path)) throw error;
      await rm(join(folder, path), { force: true });
      removed += 1;
    }
    // The place it was linked from stays as it is.
    if (from !== root) await rm(join(from, path), { force: true });
  }
  return removed;
}

async function linkAll(places: Place[]): Promise<boolean> {
  for (const { root, name } of places)
    if (!(await linkFiles(root, name, join(root, linksName)))) return false;
  return true;
}

async function dropLinks(places: Place[]): Promise<void> {
  for (const root of new Set(places.map((place) => place.root)))
    await rm(join(root, linksName), { recursive: true, force: true });
}

import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { and, eq } from "drizzle-orm";
import type { AdminMovie } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import type { Jobs } from "../../../db/jobs.ts";
import { magnetFiles, users, type Sidecar } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import type { Storage } from "../../../ports/storage.ts";
import { createEpisode } from "../../catalogue/admin/episodes.ts";
import { createMovie } from "../../catalogue/admin/create-movie.ts";
import { readMovie } from "../../catalogue/admin/read-movie.ts";
import { startEncoding } from "../encoding/start-encoding.ts";
import { Failure } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { checkKey, extensionOf, keepFile } from "../../service/files/keep-file.ts";
import { isStored } from "../uploads/finish-upload.ts";
import { hold, write } from "./claim-magnets.ts";
import { magnetFolder, MagnetTrouble, type MagnetFileRow, type MagnetRow } from "./magnet-row.ts";
import { matchSubtitles, type SubtitleGuess } from "./match-subtitles.ts";
import { filesOf } from "./read-magnets.ts";

export type ImportDeps = {
  db: Db;
  jobs: Jobs;
  storage: Storage;
  magnetsDir: string;
  artwork: Files;
  pictures: Pictures;
  /** Called when movies or episodes were added. */
  onMovies: () => void;
};

/**
 * Turns downloaded files into stored files, and their videos and subtitle files into episodes of the target: a new
 * draft, or an existing movie. Each step checks whether it is already done, so that a run after a crash does only the
 * rest.
 * @throws MagnetTrouble target_gone · LeaseLost
 */
export async function importFiles(
  deps: ImportDeps,
  { row, now, signal }: { row: MagnetRow; now: Date; signal: AbortSignal },
): Promise<void> {
  const { db } = deps;
  const known = await filesOf(db, row.id);
  const taken = known.filter(({ episode }) => episode !== null);
  const files = taken.filter(({ kind }) => kind === "video");
  const admin = await whoChose(db, row);
  for (const file of taken) file.key ??= await storeFile(deps, { row, file, now, signal });
  const guesses = matchSubtitles(known, row.name);
  try {
    const movie = row.movieId ?? (await titleOf(deps, { row, files, admin, now }));
    if (row.movieId === null) await write(db, row, { movieId: movie }, now);
    await addEpisodes(db, { movie, files, admin, now });
    for (const file of files) {
      const { encodingKey, key, path } = file;
      await hold(db, row);
      const episode = indexOf(await readMovie(db, { id: movie }), file);
      const beside = taken.filter((file) => file.kind === "subtitles" && file.encodingKey === encodingKey);
      const sidecars = beside.map((file) => sidecarOf(file, guesses.get(file.index)!));
      const video = { key: encodingKey!, id: movie, index: episode, source: key!, fileName: nameOf(path) };
      await startEncoding(deps, { ...video, sidecars, priority: 0, admin, now });
    }
  } catch (error) {
    if (error instanceof Failure && error.code === "not_found") throw new MagnetTrouble("target_gone");
    throw error;
  } finally {
    deps.onMovies();
  }
}

function sidecarOf({ key, path }: MagnetFileRow, { locale, kind }: SubtitleGuess): Sidecar {
  return { key: key!, name: nameOf(path), locale, kind, problem: null };
}

function nameOf(path: string): string {
  return path.split("/").at(-1)!;
}

/** @returns its name among the stored files */
async function storeFile(
  { db, storage, magnetsDir }: ImportDeps,
  { row, file, now, signal }: { row: MagnetRow; file: MagnetFileRow; now: Date; signal: AbortSignal },
): Promise<string> {
  const folder = magnetFolder(magnetsDir, row);
  const source = join(folder, String(file.index));
  const hash = createHash("sha256");
  await pipeline(createReadStream(source, { highWaterMark: 1024 * 1024 }), hash, { signal });
  const key = `${hash.digest("hex")}.${extensionOf(file.path)}`;
  checkKey(key, { purpose: "any" });
  await hold(db, row);
  if (!(await isStored(db, key))) {
    // The downloaded file stays for seeding: one content with two names, if the disk supports links.
    const part = join(folder, `.part-${randomUUID()}`);
    await mkdir(folder, { recursive: true });
    await link(source, part).catch(() => copyFile(source, part));
    try {
      const { size: bytes } = await stat(part);
      const grant = { uid: row.chosenUid ?? "", purpose: "any" as const };
      await keepFile({ db, storage }, { part, key, bytes, grant, now });
    } finally {
      await rm(part, { force: true });
    }
  }
  await db
    .update(magnetFiles)
    .set({ key })
    .where(and(eq(magnetFiles.magnetId, row.id), eq(magnetFiles.index, file.index)));
  return key;
}

type Meant = { row: MagnetRow; files: readonly MagnetFileRow[]; admin: User; now: Date };

async function titleOf(deps: ImportDeps, { row, files, admin, now }: Meant): Promise<string> {
  const target = row.target!;
  if (target.kind === "existing") return target.movie;
  const { movieKind, kind: _new, ...facts } = target;
  // The key of this choice: a new choice creates another movie.
  const key = files[0]!.encodingKey!;
  const { id } = await createMovie(deps, {
    ...facts,
    kind: movieKind,
    key,
    admin,
    now,
    action: "z/magnet/choose",
  });
  return id;
}

/** Adds the episodes that the movie lacks. */
async function addEpisodes(
  db: Db,
  { movie, files, admin, now }: { movie: string; files: readonly MagnetFileRow[]; admin: User; now: Date },
): Promise<void> {
  for (;;) {
    const title = await readMovie(db, { id: movie });
    const missing = missingOf(title, files);
    if (!missing) return;
    try {
      await createEpisode(db, { id: movie, revision: title.revision, ...missing, admin, now });
    } catch (error) {
      // An admin has just saved the movie: read it again.
      if (!(error instanceof Failure) || error.code !== "conflict") throw error;
    }
  }
}

/** The next episode to add; null if there are all. */
function missingOf(
  { episodes }: AdminMovie,
  files: readonly MagnetFileRow[],
): { season?: number; number?: number } | null {
  for (const { toSeason, toNumber, episode } of files) {
    // A version without seasons chose by index.
    if (toSeason === null || toNumber === null) {
      if (episodes.length < episode!) return {};
    } else if (!episodes.some(({ season, number }) => season === toSeason && number === toNumber))
      return { season: toSeason, number: toNumber };
  }
  return null;
}

/** @throws Failure not_found for an episode that was removed in the meantime */
function indexOf({ episodes }: AdminMovie, { toSeason, toNumber, episode }: MagnetFileRow): number {
  if (toSeason === null || toNumber === null) return episode!;
  const found = episodes.find(({ season, number }) => season === toSeason && number === toNumber);
  if (!found) throw new Failure("not_found");
  return found.index;
}

/** The admin in whose name the import runs. A deleted account has no id, but keeps its name. */
async function whoChose(db: Db, { chosenUid, chosenName }: MagnetRow): Promise<User> {
  const [user] = chosenUid === null ? [] : await db.select().from(users).where(eq(users.uid, chosenUid));
  return user ?? ({ uid: null, name: chosenName, email: null } as unknown as User);
}

import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type {
  Magnet,
  MagnetDetail,
  MagnetProblem,
  SidecarProblem,
} from "../../../../contract/ingest/admin-magnets.ts";
import type { Page, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { encodings, episodes, magnetFiles, magnets } from "../../../db/schema.ts";
import { numberInSeason } from "../../catalogue/seasons.ts";
import { decodeCursor, encodeCursor, timeKey } from "../../kernel/cursor.ts";
import { Failure } from "../../kernel/failure.ts";
import { guessTitle } from "./guess-names.ts";
import type { MagnetFileRow, MagnetRow } from "./magnet-row.ts";
import { matchSubtitles, type SubtitleGuess } from "./match-subtitles.ts";

/** Magnets, newest first. */
export async function listMagnets(
  db: Db,
  { state, cursor, limit = 50 }: ParsedOf<"z/magnet/list">,
): Promise<Page<Magnet>> {
  const after = cursor ? decodeCursor(cursor, timeKey) : null;
  const rows = await db
    .select()
    .from(magnets)
    .where(
      and(
        state === undefined ? undefined : eq(magnets.state, state),
        after
          ? sql`(${magnets.createdAt}, ${magnets.id}) < (${after.key}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(magnets.createdAt), desc(magnets.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1]! : null;
  return {
    items: rows.slice(0, limit).map(shown),
    next: last && encodeCursor({ key: last.createdAt.toISOString(), id: last.id }),
  };
}

/** @throws Failure not_found */
export async function readMagnet(db: Db, { id }: { id: string }): Promise<MagnetDetail> {
  const [row] = await db.select().from(magnets).where(eq(magnets.id, id));
  if (!row) throw new Failure("not_found");
  const files = await filesOf(db, id);
  const numbered = files.filter(({ kind, sample, guess }) => kind === "video" && !sample && guess !== null);
  const { title, year } = guessTitle(row.name);
  const subtitles = matchSubtitles(files, row.name);
  const problems = await problemsOf(db, files);
  const indexes = await indexesOf(db, row.movieId);
  return {
    ...shown(row),
    list: files.map((file) => ({
      index: file.index,
      path: file.path,
      bytes: file.bytes,
      doneBytes: file.doneBytes,
      kind: file.kind,
      sample: file.sample,
      episode: indexes.get(`${file.toSeason} ${file.toNumber}`) ?? file.episode,
      season: file.toSeason,
      number: file.toNumber,
      chosen: file.episode !== null,
      guess: { season: file.season, episode: file.guess },
      encoding: file.key === null || file.kind !== "video" ? null : file.encodingKey,
      subtitles: subtitlesShown(subtitles.get(file.index), problems(file)),
    })),
    guess: { title, year, kind: numbered.length > 0 ? "series" : "film" },
    target: row.target,
  };
}

/** Of the movie's episodes, by season and number: they may have moved since they were chosen. */
async function indexesOf(db: Db, movie: string | null): Promise<Map<string, number>> {
  if (movie === null) return new Map();
  const rows = await db
    .select({ season: episodes.season, number: numberInSeason, index: episodes.index })
    .from(episodes)
    .where(eq(episodes.movieId, movie));
  return new Map(rows.map(({ season, number, index }) => [`${season} ${number}`, index]));
}

function subtitlesShown(guess: SubtitleGuess | undefined, problem: SidecarProblem | null) {
  return guess ? { ...guess, videos: [...guess.videos], problem } : null;
}

/** Problems that the encodings of its video files found in the subtitle files. */
async function problemsOf(
  db: Db,
  files: readonly MagnetFileRow[],
): Promise<(file: MagnetFileRow) => SidecarProblem | null> {
  const beside = files.filter(({ kind, encodingKey }) => kind === "subtitles" && encodingKey !== null);
  const keys = [...new Set(beside.map(({ encodingKey }) => encodingKey!))];
  const rows =
    keys.length === 0
      ? []
      : await db
          .select({ id: encodings.id, sidecars: encodings.sidecars })
          .from(encodings)
          .where(inArray(encodings.id, keys));
  const sidecars = new Map(rows.map((row) => [row.id, row.sidecars ?? []]));
  return ({ encodingKey, key }) =>
    sidecars.get(encodingKey ?? "")?.find((sidecar) => sidecar.key === key)?.problem ?? null;
}

export function filesOf(db: Db, id: string): Promise<MagnetFileRow[]> {
  return db.select().from(magnetFiles).where(eq(magnetFiles.magnetId, id)).orderBy(asc(magnetFiles.index));
}

/** A row in the contract's form. */
export function shown(row: MagnetRow): Magnet {
  const { id, infohash, name, state, detail, bytes, doneBytes, peers, downBps, upBps, files, dropped } = row;
  const finished = ["verifying", "importing", "done"].includes(state);
  const fraction = bytes ? Math.min(1, doneBytes / bytes) : 0;
  const left =
    bytes !== null && state === "downloading" && downBps > 0 ? (bytes - doneBytes) / downBps : null;
  return {
    id,
    infohash,
    name,
    state,
    detail,
    bytes,
    doneBytes,
    peers,
    downBps,
    upBps,
    files,
    dropped,
    problem: row.problem as MagnetProblem | null,
    progress: finished ? 1 : fraction,
    leftS: left === null ? null : Math.max(0, left),
    sentBytes: row.sentBefore + row.sentBytes,
    seeding: row.seeding,
    movie: row.movieId,
    notBefore: row.notBefore?.toISOString() ?? null,
    rights: { by: { uid: row.rightsUid, name: row.rightsName }, at: row.rightsAt.toISOString() },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { MagnetTarget } from "../../../../contract/ingest/admin-magnets.ts";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { magnetFiles, magnets, movies } from "../../../db/schema.ts";
import { mostEpisodes } from "../../catalogue/admin/episodes.ts";
import { arranged, refuseManySeasons, type Place } from "../../catalogue/admin/place-episodes.ts";
import { readMovie } from "../../catalogue/admin/read-movie.ts";
import { actorOf, recordAudit } from "../../service/audit/record-audit.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import type { User } from "../../kernel/user.ts";
import { requireRoom } from "../../service/files/room.ts";
import { unclaimed, type MagnetFileRow } from "./magnet-row.ts";
import { requireOn, type ServiceDeps } from "./magnet-service.ts";
import { subtitlesOf } from "./match-subtitles.ts";
import { filesOf } from "./read-magnets.ts";

type Chosen = ParsedOf<"z/magnet/choose">["files"];

/**
 * Chooses a magnet's files and what each becomes; then the magnet waits for its turn.
 * @throws Failure magnets_off · not_found · storage_full · invalid for a magnet whose files can't be chosen now, and
 *   for files and episodes that don't fit together
 */
export async function chooseFiles(
  deps: ServiceDeps & { db: Db },
  {
    id,
    target,
    files: chosen,
    subtitles,
    reason,
    admin,
    now,
  }: ParsedOf<"z/magnet/choose"> & { admin: User; now: Date },
): Promise<void> {
  requireOn(deps);
  const known = await filesOf(deps.db, id);
  checkFiles(chosen, known);
  const taken = subtitles ? await withSubtitles(deps.db, { id, chosen, known }) : alone(chosen);
  const bytes = taken.reduce((sum, { file }) => sum + known[file]!.bytes, 0);
  await requireRoom(deps.dataDir, { bytes, free: deps.free });
  await deps.db.transaction(async (tx) => {
    const [row] = await tx.select().from(magnets).where(eq(magnets.id, id)).for("update");
    if (!row) throw new Failure("not_found");
    if (row.state !== "choose") throw invalidField("id", "choice");
    const { kind, places } = await placesOf(tx, target);
    const indexes = checkEpisodes(chosen, { kind, places });
    await tx
      .update(magnetFiles)
      .set({ episode: null, toSeason: null, toNumber: null, encodingKey: null, key: null })
      .where(eq(magnetFiles.magnetId, id));
    for (const { file, season, episode, encodingKey } of taken) {
      const place = kind === "film" ? {} : { toSeason: season, toNumber: episode };
      await tx
        .update(magnetFiles)
        .set({ episode: indexes.get(nameOf({ season, episode }))!, ...place, encodingKey })
        .where(and(eq(magnetFiles.magnetId, id), eq(magnetFiles.index, file)));
    }
    const actor = actorOf(admin);
    await tx
      .update(magnets)
      .set({
        ...unclaimed,
        state: "waiting",
        problem: null,
        detail: null,
        notBefore: null,
        attempts: 0,
        target,
        bytes,
        doneBytes: 0,
        chosenUid: actor.uid,
        chosenName: actor.name,
        updatedAt: now,
      })
      .where(eq(magnets.id, id));
    await recordAudit(tx, {
      actor,
      action: "z/magnet/choose",
      target: { kind: "magnet", id },
      before: { state: row.state, target: row.target, files: null },
      after: {
        state: "waiting",
        target,
        files: taken.map(
          ({ file, season, episode }) =>
            `${kind === "film" ? episode : nameOf({ season, episode })}: ${known[file]!.path}`,
        ),
      },
      reason,
      now,
    });
  });
}

/** Each video file with the key of its encoding. */
const alone = (chosen: Chosen) => chosen.map((one) => ({ ...one, encodingKey: randomUUID() }));

/** The video files and their subtitle files, which share the episode and the encoding. */
async function withSubtitles(
  db: Db,
  { id, chosen, known }: { id: string; chosen: Chosen; known: readonly MagnetFileRow[] },
) {
  const [row] = await db.select({ name: magnets.name }).from(magnets).where(eq(magnets.id, id));
  const videos = new Map(alone(chosen).map((one) => [one.file, one]));
  const beside = subtitlesOf(known, { name: row?.name ?? "", videos: new Set(videos.keys()) });
  return [...videos.values(), ...[...beside].map(([file, video]) => ({ ...videos.get(video)!, file }))];
}

/** As in `S2E3`. */
const nameOf = ({ season, episode }: { season: number; episode: number }) => `S${season}E${episode}`;

function checkFiles(chosen: Chosen, known: readonly MagnetFileRow[]): void {
  const files = new Set<number>();
  const taken = new Set<string>();
  for (const [at, one] of chosen.entries()) {
    const { file } = one;
    if (known[file]?.kind !== "video") throw invalidField(`files.${at}.file`, "choice");
    if (files.has(file)) throw invalidField(`files.${at}.file`, "repeated");
    if (taken.has(nameOf(one))) throw invalidField(`files.${at}.episode`, "repeated");
    files.add(file);
    taken.add(nameOf(one));
  }
}

/**
 * A film has one episode; a series gets those that it does not have yet.
 * @returns the indexes that the episodes have or get, by their names
 */
function checkEpisodes(
  chosen: Chosen,
  { kind, places }: { kind: "film" | "series"; places: readonly Place[] },
): Map<string, number> {
  if (kind === "film") {
    const wrong = chosen.findIndex(({ episode }, at) => episode !== 1 || at > 0);
    if (wrong >= 0) throw invalidField(`files.${wrong}.episode`, "choice");
    return new Map(chosen.map((one) => [nameOf(one), 1]));
  }
  const names = new Set(places.map(({ season, number }) => nameOf({ season, episode: number })));
  const fresh = chosen
    .filter((one) => !names.has(nameOf(one)))
    .map(({ season, episode }, at) => ({ index: places.length + at + 1, season, number: episode }));
  const all = arranged([...places, ...fresh]);
  refuseManySeasons(all);
  if (all.length > mostEpisodes) throw invalidField("files", "too_big");
  return new Map(all.map(({ season, number, index }) => [nameOf({ season, episode: number }), index]));
}

async function placesOf(
  tx: Db,
  target: MagnetTarget,
): Promise<{ kind: "film" | "series"; places: readonly Place[] }> {
  if (target.kind === "new") return { kind: target.movieKind, places: [] };
  const [title] = await tx
    .select({ kind: movies.kind, status: movies.status })
    .from(movies)
    .where(eq(movies.id, target.movie))
    .for("update");
  if (!title || title.status === "deleted") throw invalidField("target.movie", "choice");
  const { episodes } = await readMovie(tx, { id: target.movie });
  return { kind: title.kind, places: episodes };
}

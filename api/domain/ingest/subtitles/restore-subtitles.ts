import { and, eq, or, sql } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { assets, episodes, subtitles } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { keepReplaced, readReplaced } from "../../service/files/replaced-files.ts";
import { putSubtitles, readTrack } from "./put-subtitles.ts";

type Deps = { db: Db; assetStore: Files };
type Row = typeof subtitles.$inferSelect;

/** Undo data of replaced or removed subtitles in the audit log. */
export type ReplacedSubtitles = KeptSubtitles & {
  /** Version of the text that replaced them; null = they were removed. */
  put: string | null;
};
export type KeptSubtitles = {
  kind: "subtitles";
  /** Where their text is kept, see `keepReplaced`. */
  token: string;
  asset: string;
  track: Pick<Row, "id" | "locale" | "kind" | "label" | "source" | "offsetMs"> & {
    /** Left out by servers from before it existed. */
    edited?: boolean;
  };
};

const fileOf = ({ id }: KeptSubtitles["track"]) => `${id}.vtt`;

/** Keeps a track that is about to be replaced or removed. @returns null if it has no text to keep */
export async function keepSubtitles(
  { db, assetStore }: Deps,
  { asset, track }: { asset: string; track: string },
): Promise<KeptSubtitles | null> {
  const [row] = await db
    .select()
    .from(subtitles)
    .where(and(eq(subtitles.assetId, asset), eq(subtitles.id, track)));
  if (!row) return null;
  const { id, locale, kind, label, source, edited, offsetMs } = row;
  const facts = { id, locale, kind, label, source, edited, offsetMs };
  const content = await readTrack(assetStore, row);
  const token = await keepReplaced(assetStore, [{ name: fileOf(facts), content }]);
  return token === null ? null : { kind: "subtitles", token, asset, track: facts };
}

/**
 * The asset that the tracks would come back to: the same one, or the one that an encoding has made of the episode since.
 * @returns null if it is gone, or if its track was changed by another action since
 */
export async function placeOfSubtitles(
  db: Db,
  { id, undo }: { id: string; undo: ReplacedSubtitles },
): Promise<string | null> {
  const successor = sql<string>`(select replaced_by from asset where id = ${undo.asset})`;
  const [found] = await db
    .select({ asset: assets.id, track: subtitles.id, version: subtitles.version })
    .from(episodes)
    .innerJoin(assets, eq(assets.id, episodes.assetId))
    .leftJoin(subtitles, and(eq(subtitles.assetId, assets.id), eq(subtitles.id, undo.track.id)))
    .where(
      and(
        eq(episodes.movieId, id),
        or(eq(assets.id, undo.asset), eq(assets.id, successor)),
        eq(assets.state, "ready"),
      ),
    );
  if (!found) return null;
  const isStillPut = undo.put === null ? found.track === null : found.version === undo.put;
  return isStillPut ? found.asset : null;
}

/** @returns what recognises a track's text; null if there is no such track */
export async function versionOf(
  db: Db,
  { asset, track }: { asset: string; track: string },
): Promise<string | null> {
  const [row] = await db
    .select({ version: subtitles.version })
    .from(subtitles)
    .where(and(eq(subtitles.assetId, asset), eq(subtitles.id, track)));
  return row?.version ?? null;
}

/**
 * Puts kept subtitles back, with their name and times. The movie is locked.
 * @param asset from `placeOfSubtitles`
 * @returns false if their text does not exist any more; then nothing has changed
 */
export async function restoreSubtitles(
  { db, assetStore }: Deps,
  { asset, undo }: { asset: string; undo: ReplacedSubtitles },
): Promise<boolean> {
  const { token, track } = undo;
  const bytes = await readReplaced(assetStore, { token, name: fileOf(track) });
  if (!bytes) return false;
  const text = new TextDecoder().decode(bytes);
  await putSubtitles({ db, assetStore }, { asset, tracks: [{ ...track, text }] });
  return true;
}

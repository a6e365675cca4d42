import { and, desc, eq, or } from "drizzle-orm";
import type { AdminVideo } from "../../../../contract/ingest/admin-sounds.ts";
import { codecNames } from "../../../../contract/ingest/values.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import {
  assets,
  encodings,
  episodes,
  movies,
  type AssetFacts,
  type SoundChoice,
} from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { episodeOf } from "../../catalogue/admin/episodes.ts";
import { writeMovie, type MovieWrite } from "../../catalogue/admin/write-movie.ts";
import { lastChange } from "../../service/audit/last-change.ts";
import { conflict, Failure, invalidField } from "../../kernel/failure.ts";
import { pick } from "../../kernel/localised.ts";
import { readAssetFacts } from "../../playback/media/read-facts.ts";
import { arrangeSounds } from "../../playback/media/sounds-in-master.ts";
import { languageName } from "../../playback/media/language-name.ts";

type Deps = { db: Db; assetStore: Files };
type AssetRow = typeof assets.$inferSelect;

/**
 * The sounds and renditions of an episode's video.
 * @throws Failure not_found
 */
export async function listSounds(
  deps: Deps,
  { id, index, locale }: ParsedOf<"z/sound/list"> & { locale: Locale },
): Promise<OutputOf<"z/sound/list">> {
  const [row] = await deps.db
    .select({ asset: assets, status: movies.status, original: movies.originalLanguage })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .leftJoin(assets, eq(assets.id, episodes.assetId))
    .where(and(eq(episodes.movieId, id), eq(episodes.index, index)));
  if (!row || row.status === "deleted") throw new Failure("not_found");
  const { asset, original } = row;
  if (asset?.state !== "ready") return { video: null };
  const facts = await factsOf(deps, asset);
  return {
    video: {
      asset: asset.id,
      file: await fileNameOf(deps.db, { id, index, asset: asset.id }),
      sounds: soundsOf(facts, { asset, original, locale }),
      renditions: [
        ...facts.renditions.map((rendition) => ({ ...rendition, codec: "h264" as const })),
        ...(asset.added ?? []),
      ].map(({ name, codec, width, height, bitrate }) => {
        return { name, codec: codecNames[codec], width, height, bitrate };
      }),
    },
  };
}

/**
 * Arranges the sounds of an episode's video. Playlists follow from it at their next request.
 * @throws Failure not_found · conflict, also where the video is another one by now · invalid for an unknown, missing or
 *   repeated sound, for a repeated name, and for none or several defaults
 */
export async function saveSounds(
  { db, assetStore }: Deps,
  { index, asset, sounds, ...write }: Omit<ParsedOf<"z/sound/save">, "id" | "revision"> & MovieWrite,
): Promise<{ revision: number }> {
  const wanted = sounds.map((sound) => inOrder({ ...sound, name: plainName(sound.name) }));
  const { revision } = await writeMovie(db, write, {
    action: "z/sound/save",
    sent: { sounds: wanted },
    theirs: (current) => {
      const held = current.episodes.find((one) => one.index === index)?.asset?.sounds;
      return { sounds: held?.map(inOrder) ?? null };
    },
    apply: async (tx, { before }) => {
      const held = episodeOf(before, index).asset;
      if (held?.id !== asset) {
        const { revision: now, id } = before;
        throw conflict({ revision: now, fields: [], ...(await lastChange(tx, { kind: "movie", id })) });
      }
      const [row] = await tx.select().from(assets).where(eq(assets.id, asset));
      checkSounds(wanted, (await factsOf({ db: tx, assetStore }, row!)).sounds);
      await tx.update(assets).set({ sounds: wanted }).where(eq(assets.id, asset));
    },
  });
  return { revision };
}

/**
 * Gives a new asset the sounds that an admin arranged for the one before it, if it has the same ones: it is the same
 * film in more renditions, or encoded anew.
 */
export async function keepSounds(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  const rows = await db
    .select({ id: assets.id, facts: assets.facts, sounds: assets.sounds })
    .from(assets)
    .where(or(eq(assets.id, from), eq(assets.id, to)));
  const before = rows.find(({ id }) => id === from);
  const after = rows.find(({ id }) => id === to);
  const kinds = (facts: AssetFacts | null | undefined) =>
    JSON.stringify(facts?.sounds.map(({ name, language }) => [name, language]));
  if (!before?.sounds || kinds(before.facts) !== kinds(after?.facts)) return;
  await db.update(assets).set({ sounds: before.sounds }).where(eq(assets.id, to));
}

/** Facts of assets from before facts were stored are read from their playlists. */
async function factsOf({ assetStore }: Deps, { id, facts }: AssetRow): Promise<AssetFacts> {
  return facts ?? readAssetFacts(assetStore, id);
}

function soundsOf(
  { sound, sounds, tracks = [] }: AssetFacts,
  { asset, original, locale }: { asset: AssetRow; original: string; locale: Locale },
): AdminVideo["sounds"] {
  const source = (track: number) => ({
    codec: tracks[track]?.codec ?? null,
    channels: tracks[track]?.channels ?? null,
  });
  if (sounds.length > 0)
    return arrangeSounds(sounds, asset.sounds).map(({ given, labels, language, ...choice }) => ({
      ...choice,
      name: given,
      ownLabel: pick(labels, locale) ?? sounds[choice.track]!.name,
      locale: language,
      ...source(choice.track),
    }));
  const only = tracks[0]?.language ?? original;
  const choice = { track: 0, name: null, isDefault: true, describes: false };
  return sound ? [{ ...choice, ownLabel: languageName(only), locale: only, ...source(0) }] : [];
}

async function fileNameOf(
  db: Db,
  { id, index, asset }: { id: string; index: number; asset: string },
): Promise<string | null> {
  const ofEpisode = and(eq(encodings.movieId, id), eq(encodings.episodeIndex, index));
  const [made] = await db
    .select({ name: encodings.fileName })
    .from(encodings)
    .where(and(ofEpisode, or(eq(encodings.assetId, asset), eq(encodings.previewId, asset))))
    .orderBy(desc(encodings.createdAt))
    .limit(1);
  return made?.name ?? null;
}

/** The database returns fields in its own order, and conflicts compare them as text. */
const inOrder = ({ track, name, isDefault, describes }: SoundChoice) => ({
  track,
  name,
  isDefault,
  describes,
});

/** A name is part of a playlist's attribute, which can hold neither quotes nor line breaks (RFC 8216, 4.2). */
function plainName(name: string | null): string | null {
  return name?.replace(/["\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim() || null;
}

function checkSounds(wanted: readonly SoundChoice[], own: AssetFacts["sounds"]): void {
  const tracks = new Set<number>();
  for (const [at, { track }] of wanted.entries()) {
    if (!own[track]) throw invalidField(`sounds.${at}.track`, "choice");
    if (tracks.has(track)) throw invalidField(`sounds.${at}.track`, "repeated");
    tracks.add(track);
  }
  if (tracks.size < own.length) throw invalidField("sounds", "required");
  const names = new Set<string>();
  for (const [at, { track, name }] of wanted.entries()) {
    const shown = name ?? own[track]!.name;
    if (names.has(shown)) throw invalidField(`sounds.${at}.name`, "repeated");
    names.add(shown);
  }
  const defaults = wanted.filter(({ isDefault }) => isDefault).length;
  if (defaults !== 1) throw invalidField("sounds", defaults === 0 ? "required" : "repeated");
}

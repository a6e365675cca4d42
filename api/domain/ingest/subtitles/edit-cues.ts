import { and, eq } from "drizzle-orm";
import type { EditedCue } from "../../../../contract/ingest/admin-cues.ts";
import { cuesPerPage } from "../../../../contract/ingest/values.ts";
import type { OutputOf, ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { assets, episodes, movies, subtitles } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import { episodeOf } from "../../catalogue/admin/episodes.ts";
import { writeMovie, type MovieWrite } from "../../catalogue/admin/write-movie.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { cleanCue, mostCues, readCues, writeCues, type Cue } from "../../playback/media/read-cues.ts";
import { nameInMaster, putSubtitles, readTrack } from "./put-subtitles.ts";
import { keepSubtitles, versionOf, type KeptSubtitles } from "./restore-subtitles.ts";
import { textOfEditor, textForEditor } from "./cue-text.ts";

type Deps = { db: Db; assetStore: Files };
type Track = typeof subtitles.$inferSelect;
type OfTrack = { index: number; subtitle: string; version: string | null } & MovieWrite;

/**
 * Lines of a subtitle track, by their times in its file: without the track's delay.
 * @throws Failure not_found
 */
export async function listCues(
  { db, assetStore }: Deps,
  { id, index, subtitle, from = 1, limit = cuesPerPage }: ParsedOf<"z/cue/list">,
): Promise<OutputOf<"z/cue/list">> {
  const [found] = await db
    .select({
      track: subtitles,
      durationS: assets.durationS,
      status: movies.status,
      revision: movies.revision,
    })
    .from(episodes)
    .innerJoin(movies, eq(movies.id, episodes.movieId))
    .innerJoin(assets, eq(assets.id, episodes.assetId))
    .innerJoin(subtitles, and(eq(subtitles.assetId, assets.id), eq(subtitles.id, subtitle)))
    .where(and(eq(episodes.movieId, id), eq(episodes.index, index)));
  if (!found || found.status === "deleted") throw new Failure("not_found");
  const { track, durationS, revision } = found;
  const cues = readCues(await readTrack(assetStore, track));
  const { version, locale, label, source, edited, offsetMs } = track;
  const items = cues.slice(from - 1, from - 1 + limit).map(({ fromS, toS, text }) => {
    return { fromMs: msOf(fromS), toMs: msOf(toS), text: textForEditor(text) };
  });
  return {
    revision,
    version,
    locale,
    label,
    source,
    edited,
    offsetMs,
    durationS,
    from,
    total: cues.length,
    items,
  };
}

/**
 * Replaces lines that follow each other. If lines are deleted, the track as it was is kept for the undo.
 * @throws Failure not_found · conflict if the track was changed since · invalid by field (`cues.<at>.<name>`), and for
 *   lines that do not exist, or if none would be left
 */
export async function saveCues(
  deps: Deps,
  { from, cues, ...write }: OfTrack & Pick<ParsedOf<"z/cue/save">, "from" | "cues">,
): Promise<OutputOf<"z/cue/save">> {
  return change(deps, write, {
    action: "z/cue/save",
    deletes: cues.includes(null),
    edit(all, durationS) {
      const first = from - 1;
      if (first + cues.length > all.length) throw invalidField("from", "too_big");
      const edited = cues.flatMap((cue, at) => {
        if (!cue) return [];
        return [{ at, cue: editedCue(all[first + at]!, { cue, at: `cues.${at}`, durationS }) }];
      });
      requireOrder(edited, { before: all[first - 1], after: all[first + cues.length] });
      const next = edited.map(({ cue }) => cue);
      return [...all.slice(0, first), ...next, ...all.slice(first + cues.length)];
    },
  });
}

/**
 * Adds a line where its time belongs: behind those that begin at the same time.
 * @throws Failure not_found · conflict if the track was changed since · invalid by field (`cue.<name>`)
 */
export async function addCue(
  deps: Deps,
  { cue, ...write }: OfTrack & { cue: EditedCue },
): Promise<OutputOf<"z/cue/add">> {
  let number = 0;
  const { revision, version } = await change(deps, write, {
    action: "z/cue/add",
    deletes: false,
    edit(all, durationS) {
      if (all.length + 1 >= mostCues) throw invalidField("cue", "too_big");
      const added = newCue(cue, { at: "cue", durationS });
      const later = all.findIndex(({ fromS }) => fromS > added.fromS);
      const place = later < 0 ? all.length : later;
      number = place + 1;
      return all.toSpliced(place, 0, added);
    },
  });
  return { revision, version, number };
}

/**
 * Says that a person has checked automatic subtitles: they lose their mark.
 * @throws Failure not_found · conflict · invalid for others
 */
export async function checkSubtitles(
  { db, assetStore }: Deps,
  { index, subtitle, ...write }: Omit<OfTrack, "version">,
): Promise<{ revision: number }> {
  const { revision } = await writeMovie(db, write, {
    action: "z/subtitle/check",
    apply: async (tx, { before }) => {
      const { asset } = episodeOf(before, index);
      const track = asset && (await trackIn(tx, { asset: asset.id, subtitle }));
      if (!track) throw new Failure("not_found");
      if (track.source !== "automatic") throw invalidField("subtitle", "choice");
      await tx
        .update(subtitles)
        .set({ source: "checked" })
        .where(and(eq(subtitles.assetId, asset.id), eq(subtitles.id, subtitle)));
      await nameInMaster({ db: tx, assetStore, asset: asset.id });
    },
  });
  return { revision };
}

type Change = {
  action: "z/cue/save" | "z/cue/add";
  deletes: boolean;
  edit: (cues: readonly Cue[], durationS: number | null) => Cue[];
};

async function change(
  { db, assetStore }: Deps,
  { index, subtitle, version, ...write }: OfTrack,
  { action, deletes, edit }: Change,
): Promise<OutputOf<"z/cue/save">> {
  // A change of another part of the movie meanwhile is no conflict; one of this track is.
  const began = { [`episode.${index}.subtitles.${subtitle}.file`]: version };
  const { revision, value, entry } = await writeMovie(
    db,
    { ...write, before: began },
    {
      action,
      whole: true,
      theirs: (current) => fileVersion(current, { index, subtitle }),
      apply: async (tx, { before }) => {
        const { asset } = episodeOf(before, index);
        const track = asset && (await trackIn(tx, { asset: asset.id, subtitle }));
        if (!track) throw new Failure("not_found");
        const own = await readTrack(assetStore, track);
        const cues = readCues(own);
        const next = edit(cues, asset.durationS);
        if (next.length === 0) throw invalidField("cues", "required");
        const text = writeCues(next);
        const at = { asset: asset.id, track: subtitle };
        if (text === writeCues(cues)) return { version: track.version ?? "", undo: null };
        const kept = deletes ? await keepSubtitles({ db: tx, assetStore }, at) : null;
        const { locale, label, kind, source, offsetMs } = track;
        const put = { locale, label, kind, source, offsetMs, text, edited: true };
        await putSubtitles({ db: tx, assetStore }, { asset: asset.id, tracks: [put] });
        const after = (await versionOf(tx, at)) ?? "";
        return { version: after, undo: kept && { ...kept, put: after } };
      },
      undo: ({ undo }: { undo: (KeptSubtitles & { put: string }) | null }) => undo,
    },
  );
  return { revision, version: value.version, entry };
}

function fileVersion(
  { episodes: all }: Parameters<typeof episodeOf>[0],
  { index, subtitle }: { index: number; subtitle: string },
): Record<string, unknown> {
  const track = all.find((episode) => episode.index === index)?.subtitles.find(({ id }) => id === subtitle);
  return { [`episode.${index}.subtitles.${subtitle}.file`]: track?.version ?? null };
}

async function trackIn(
  tx: Db,
  { asset, subtitle }: { asset: string; subtitle: string },
): Promise<Track | undefined> {
  const one = and(eq(subtitles.assetId, asset), eq(subtitles.id, subtitle));
  const [row] = await tx.select().from(subtitles).where(one);
  return row;
}

type At = { at: string; durationS: number | null };

/** The cue with what was changed of it: what the form showed and got back stays as it is in the file. */
function editedCue(was: Cue, { cue, at, durationS }: At & { cue: EditedCue }): Cue {
  const isSame =
    msOf(was.fromS) === cue.fromMs &&
    msOf(was.toS) === cue.toMs &&
    textOfEditor(textForEditor(was.text)) === textOfEditor(cue.text);
  return isSame ? was : { ...newCue(cue, { at, durationS }), place: was.place };
}

function newCue({ fromMs, toMs, text }: EditedCue, { at, durationS }: At): Cue {
  if (toMs <= fromMs) throw invalidField(`${at}.toMs`, "too_small");
  const endMs = durationS === null ? Infinity : Math.ceil(durationS * 1000);
  if (fromMs >= endMs) throw invalidField(`${at}.fromMs`, "too_big");
  if (toMs > endMs) throw invalidField(`${at}.toMs`, "too_big");
  const said = cleanCue(textOfEditor(text));
  if (said === "") throw invalidField(`${at}.text`, "required");
  return { fromS: fromMs / 1000, toS: toMs / 1000, text: said, place: "" };
}

function requireOrder(
  edited: readonly { at: number; cue: Cue }[],
  { before, after }: { before: Cue | undefined; after: Cue | undefined },
): void {
  let last = before?.fromS ?? 0;
  for (const { at, cue } of edited) {
    if (cue.fromS < last) throw invalidField(`cues.${at}.fromMs`, "too_small");
    last = cue.fromS;
  }
  const end = edited.at(-1);
  if (end && after && end.cue.fromS > after.fromS) throw invalidField(`cues.${end.at}.fromMs`, "too_big");
}

const msOf = (seconds: number) => Math.round(seconds * 1000);

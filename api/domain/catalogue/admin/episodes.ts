import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { AdminEpisode, AdminMovie } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { episodes } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { keepNumbers, lastSeason, nextNumber, placeEpisodes, refuseManySeasons } from "./place-episodes.ts";
import { readMovie } from "./read-movie.ts";
import { writeMovie, type MovieWrite } from "./write-movie.ts";

/** Of one series. */
export const mostEpisodes = 2_000;
const mostNumber = 9_999;

/**
 * Adds an episode, unless it says otherwise at the end of the last season that is not the specials.
 * @throws Failure not_found · conflict · invalid for a movie of kind `film`, which has one episode, for too many
 *   episodes or seasons, and for a number that another episode of the season has (`number`)
 */
export async function createEpisode(
  db: Db,
  {
    texts = {},
    season,
    number,
    ...write
  }: Omit<ParsedOf<"z/episode/create">, "id" | "revision"> & MovieWrite,
): Promise<{ revision: number; index: number }> {
  const { revision, value } = await writeMovie(db, write, {
    action: "z/episode/create",
    apply: async (tx, { before }) => {
      const index = before.episodes.length + 1;
      if (before.kind === "film" && index > 1) throw invalidField("id", "choice");
      if (index > mostEpisodes) throw invalidField("id", "too_big");
      if (before.kind === "film") {
        await tx.insert(episodes).values({ movieId: write.id, index, texts: textsOf(texts) });
        return index;
      }
      const place = { season: season ?? lastSeason(before), number: number ?? 0 };
      place.number = number ?? nextNumber(before, place.season);
      if (before.episodes.some((one) => one.season === place.season && one.number === place.number))
        throw invalidField("number", "repeated");
      if (place.number > mostNumber) throw invalidField("number", "too_big");
      refuseManySeasons([...before.seasons, place]);
      await tx.insert(episodes).values({ movieId: write.id, index, ...place, texts: textsOf(texts) });
      const places = await placeEpisodes(tx, await readMovie(tx, { id: write.id }), new Map());
      return places.get(index)!;
    },
  });
  return { revision, index: value };
}

type Save = Omit<ParsedOf<"z/episode/save">, "id" | "revision" | "before">;

/**
 * Saves an episode's season and number, texts, markers, chapters and access level; omitted fields stay.
 * @returns its index after that
 * @throws Failure not_found · conflict · invalid for half an intro, an intro that ends before it begins, times beyond
 *   the asset's end, and a number that another episode of the season has (`number`)
 */
export async function saveEpisode(
  db: Db,
  { index, ...input }: Save & MovieWrite,
): Promise<{ revision: number; index: number }> {
  const { id, season, number, texts, introFromS, introToS, creditsFromS, chapters, access, teaserS } = input;
  const { revision, value } = await writeMovie(db, input, {
    action: "z/episode/save",
    sent: fieldsOf({ season, number, introFromS, introToS, creditsFromS, chapters, access, teaserS, texts }),
    theirs: (current) => {
      const episode = episodeOf(current, index);
      return { ...fieldsOf(episode), asset: episode.asset?.id ?? null };
    },
    // Its number may belong to another episode by now.
    whole: true,
    apply: async (tx, { before }) => {
      const episode = episodeOf(before, index);
      const marks = {
        introFromS: introFromS === undefined ? episode.introFromS : introFromS,
        introToS: introToS === undefined ? episode.introToS : introToS,
        creditsFromS: creditsFromS === undefined ? episode.creditsFromS : creditsFromS,
        chapters: (chapters ?? episode.chapters).toSorted((a, b) => a.startS - b.startS),
      };
      checkMarks(marks, episode.asset?.durationS ?? null);
      const merged = { ...episode.texts, ...texts };
      await tx
        .update(episodes)
        .set({
          ...marks,
          texts: textsOf(merged),
          access,
          teaserS,
        })
        .where(and(eq(episodes.movieId, id), eq(episodes.index, index)));
      const isMoved =
        (season !== undefined && season !== episode.season) ||
        (number !== undefined && number !== episode.number);
      if (!isMoved) return index;
      if (before.kind === "film") throw invalidField(season === undefined ? "number" : "season", "choice");
      return (await placeEpisodes(tx, before, new Map([[index, { season, number }]]))).get(index)!;
    },
  });
  return { revision, index: value };
}

/**
 * Moves an episode to the place of another one of its season. Those between move by one, and the viewers' progress
 * moves along; the season keeps its numbers.
 * @throws Failure not_found · conflict · invalid for a position behind the last, and for one in another season
 */
export async function moveEpisode(
  db: Db,
  { index, to, ...write }: { index: number; to: number } & MovieWrite,
): Promise<{ revision: number }> {
  const { revision } = await writeMovie(db, write, {
    action: "z/episode/order",
    apply: async (tx, { before }) => {
      const { season } = episodeOf(before, index);
      const target = before.episodes.find((one) => one.index === to);
      if (!target) throw invalidField("to", "too_big");
      if (target.season !== season) throw invalidField("to", "choice");
      const list = before.episodes.filter((one) => one.season === season);
      const moved = list.filter((one) => one.index !== index);
      moved.splice(list.indexOf(target), 0, episodeOf(before, index));
      const wanted = moved.map((one, at) => [one.index, { number: list[at]!.number }] as const);
      await placeEpisodes(tx, before, new Map(wanted));
    },
  });
  return { revision };
}

/**
 * Deletes an episode; the indexes of later ones move up, and all keep their numbers. Its asset stays as an orphan, see
 * api/domain/ingest/orphans.
 * @throws Failure not_found · conflict
 */
export async function deleteEpisode(
  db: Db,
  { index, ...write }: { index: number } & MovieWrite,
): Promise<{ revision: number }> {
  const { revision } = await writeMovie(db, write, {
    action: "z/episode/delete",
    apply: async (tx, { before }) => {
      episodeOf(before, index);
      await removeEpisodes(tx, { id: write.id, indexes: [index] });
    },
  });
  return { revision };
}

/** Deletes episodes within a transaction that has locked the movie; the indexes of later ones move up. */
export async function removeEpisodes(
  tx: Db,
  { id, indexes }: { id: string; indexes: readonly number[] },
): Promise<void> {
  await keepNumbers(tx, id);
  for (const index of indexes.toSorted((a, b) => b - a)) {
    await tx.delete(episodes).where(and(eq(episodes.movieId, id), eq(episodes.index, index)));
    await renumber(tx, { id, among: gt(episodes.index, index), as: sql`${episodes.index} - 1` });
  }
  await placeEpisodes(tx, await readMovie(tx, { id }), new Map());
}

/** @throws Failure not_found */
export function episodeOf({ episodes: list }: AdminMovie, index: number): AdminEpisode {
  const episode = list.find((one) => one.index === index);
  if (!episode) throw new Failure("not_found");
  return episode;
}

/** An episode's fields by the names of the call; omitted fields are missing. */
function fieldsOf({ texts = {}, ...marks }: Omit<Save, "index">): Record<string, unknown> {
  const { season, number, introFromS, introToS, creditsFromS, chapters, access, teaserS } = marks;
  const plain = { season, number, introFromS, introToS, creditsFromS, chapters, access, teaserS };
  const fields: Record<string, unknown> = plain;
  for (const [locale, text] of Object.entries(texts)) {
    fields[`texts.${locale}.title`] = text?.title ?? "";
    fields[`texts.${locale}.description`] = text?.description ?? "";
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Replaces an episode's texts in some languages, within a transaction that has locked the movie. */
export async function changeTexts(
  tx: Db,
  { id, episode, texts }: { id: string; episode: AdminEpisode; texts: NonNullable<Save["texts"]> },
): Promise<void> {
  await tx
    .update(episodes)
    .set({ texts: textsOf({ ...episode.texts, ...texts }) })
    .where(and(eq(episodes.movieId, id), eq(episodes.index, episode.index)));
}

async function renumber(
  tx: Db,
  { id, among, as }: { id: string; among: ReturnType<typeof gt>; as: ReturnType<typeof sql> },
): Promise<void> {
  const mine = eq(episodes.movieId, id);
  await tx
    .update(episodes)
    .set({ index: sql`-(${as})` })
    .where(and(mine, among));
  await tx
    .update(episodes)
    .set({ index: sql`-${episodes.index}` })
    .where(and(mine, lt(episodes.index, 0)));
}

type Marks = Pick<AdminEpisode, "introFromS" | "introToS" | "creditsFromS" | "chapters">;

function checkMarks({ introFromS, introToS, creditsFromS, chapters }: Marks, endS: number | null): void {
  if (introFromS === null && introToS !== null) throw invalidField("introFromS", "required");
  if (introFromS !== null && introToS === null) throw invalidField("introToS", "required");
  if (introFromS !== null && introToS! <= introFromS) throw invalidField("introToS", "too_small");
  if (endS === null) return;
  if (introToS !== null && introToS > endS) throw invalidField("introToS", "too_big");
  if (creditsFromS !== null && creditsFromS > endS) throw invalidField("creditsFromS", "too_big");
  const late = chapters.findIndex(({ startS }) => startS > endS);
  if (late >= 0) throw invalidField(`chapters.${late}.startS`, "too_big");
}

/** Drops languages without any text. */
function textsOf(texts: NonNullable<Save["texts"]>): Record<string, { title: string; description?: string }> {
  const kept: Record<string, { title: string; description?: string }> = {};
  for (const [locale, text] of Object.entries(texts)) {
    if (!text || (text.title === "" && !text.description)) continue;
    kept[locale] = { title: text.title, ...(text.description && { description: text.description }) };
  }
  return kept;
}

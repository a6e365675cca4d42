import { and, between, eq, gt, lt, sql } from "drizzle-orm";
import type { AdminEpisode, AdminMovie } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { episodes } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { writeMovie, type MovieWrite } from "./write-movie.ts";

const mostEpisodes = 2_000;

/**
 * Adds an episode at a movie's end.
 * @throws Failure not_found · conflict · invalid for a movie of kind `film`, which has one episode, and for too many
 *   episodes
 */
export async function createEpisode(
  db: Db,
  { texts = {}, ...write }: Pick<ParsedOf<"z/episode/create">, "texts"> & MovieWrite,
): Promise<{ revision: number; index: number }> {
  const { revision, value } = await writeMovie(db, write, {
    action: "z/episode/create",
    apply: async (tx, { before }) => {
      const index = (before.episodes.at(-1)?.index ?? 0) + 1;
      if (before.kind === "film" && index > 1) throw invalidField("id", "choice");
      if (index > mostEpisodes) throw invalidField("id", "too_big");
      await tx.insert(episodes).values({ movieId: write.id, index, texts: textsOf(texts) });
      return index;
    },
  });
  return { revision, index: value };
}

type Save = Omit<ParsedOf<"z/episode/save">, "id" | "revision" | "before">;

/**
 * Saves an episode's texts, markers, chapters and access level; omitted fields stay.
 * @throws Failure not_found · conflict · invalid for half an intro, an intro that ends before it begins, and times
 *   beyond the asset's end
 */
export async function saveEpisode(
  db: Db,
  { index, ...input }: Save & MovieWrite,
): Promise<{ revision: number }> {
  const { id, texts, introFromS, introToS, creditsFromS, chapters, access, teaserS } = input;
  const { revision } = await writeMovie(db, input, {
    action: "z/episode/save",
    sent: fieldsOf({ introFromS, introToS, creditsFromS, chapters, access, teaserS, texts }),
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
    },
  });
  return { revision };
}

/**
 * Moves an episode. Those between move by one, and the viewers' progress moves along.
 * @throws Failure not_found · conflict · invalid for a position behind the last
 */
export async function moveEpisode(
  db: Db,
  { index, to, ...write }: { index: number; to: number } & MovieWrite,
): Promise<{ revision: number }> {
  const { revision } = await writeMovie(db, write, {
    action: "z/episode/order",
    apply: async (tx, { before }) => {
      episodeOf(before, index);
      if (!before.episodes.some((one) => one.index === to)) throw invalidField("to", "too_big");
      const step = to > index ? -1 : 1;
      // Negative numbers first: two episodes must never have the same number, even for a moment.
      await renumber(tx, {
        id: write.id,
        among: between(episodes.index, Math.min(index, to), Math.max(index, to)),
        as: sql`case when ${episodes.index} = ${index} then ${to}::int else ${episodes.index} + ${step}::int end`,
      });
    },
  });
  return { revision };
}

/**
 * Deletes an episode; later ones move up. Its asset stays as an orphan, see api/domain/ingest/orphans.
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
      await tx.delete(episodes).where(and(eq(episodes.movieId, write.id), eq(episodes.index, index)));
      await renumber(tx, { id: write.id, among: gt(episodes.index, index), as: sql`${episodes.index} - 1` });
    },
  });
  return { revision };
}

/** @throws Failure not_found */
export function episodeOf({ episodes: list }: AdminMovie, index: number): AdminEpisode {
  const episode = list.find((one) => one.index === index);
  if (!episode) throw new Failure("not_found");
  return episode;
}

/** An episode's fields by the names of the call; omitted fields are missing. */
function fieldsOf({ texts = {}, ...marks }: Omit<Save, "index">): Record<string, unknown> {
  const { introFromS, introToS, creditsFromS, chapters, access, teaserS } = marks;
  const fields: Record<string, unknown> = { introFromS, introToS, creditsFromS, chapters, access, teaserS };
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

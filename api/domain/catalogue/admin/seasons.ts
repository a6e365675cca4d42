import { and, eq } from "drizzle-orm";
import type { AdminMovie, AdminSeason } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { ParsedOf } from "../../../../contract/index.ts";
import type { Db } from "../../../db/client.ts";
import { seasons, type SeasonTexts } from "../../../db/schema.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { isUntouched } from "../../kernel/merge-fields.ts";
import { removeEpisodes } from "./episodes.ts";
import { placeEpisodes, refuseManySeasons } from "./place-episodes.ts";
import { writeMovie, type MovieWrite } from "./write-movie.ts";

type Save = Omit<ParsedOf<"z/season/save">, "id" | "revision" | "before">;

/**
 * Saves a season's number, texts and year; makes the season where there is none. Omitted fields stay.
 * @throws Failure not_found · conflict · invalid for a film (`id`), too many seasons (`season`), and a new number that
 *   another season has (`to`)
 */
export async function saveSeason(
  db: Db,
  { season, ...input }: Save & MovieWrite,
): Promise<{ revision: number }> {
  const { texts } = input;
  const { revision } = await writeMovie(db, input, {
    action: "z/season/save",
    sent: fieldsOf(input),
    // Words that there are not are empty, as in the form.
    theirs: (current) => ({
      ...fieldsOf({ texts: Object.fromEntries(Object.keys(texts ?? {}).map((locale) => [locale, null])) }),
      ...fieldsOf({ ...seasonIn(current, season), to: season }),
    }),
    apply: async (tx, { before }) => {
      if (before.kind === "film") throw invalidField("id", "choice");
      refuseManySeasons([...before.seasons, { season }]);
      const { to = season, ...facts } = touchedFields(input, seasonIn(before, season));
      const isTaken = to !== season && before.seasons.some((one) => one.season === to);
      if (isTaken) throw invalidField("to", "repeated");
      if (to !== season) {
        await tx.delete(seasons).where(and(eq(seasons.movieId, input.id), eq(seasons.season, season)));
        const mine = before.episodes.filter((one) => one.season === season);
        await placeEpisodes(tx, before, new Map(mine.map(({ index }) => [index, { season: to }])));
      }
      await changeSeason(tx, before, { season, to, ...facts });
    },
  });
  return { revision };
}

/** The fields that the form has changed; of a text, the other half keeps its present value. */
function touchedFields(
  { to, year, texts, before }: Omit<Save, "season"> & Pick<MovieWrite, "before">,
  had: AdminSeason,
): Omit<Save, "season"> {
  const words = Object.entries(texts ?? {}).map(([locale, text]) => {
    const now = had.texts[locale as "en"];
    const half = (part: "name" | "description") =>
      isUntouched(`texts.${locale}.${part}`, text?.[part] ?? "", before) ? now?.[part] : text?.[part];
    return [locale, { name: half("name") ?? "", description: half("description") ?? "" }];
  });
  return {
    ...(to !== undefined && !isUntouched("to", to, before) && { to }),
    ...(year !== undefined && !isUntouched("year", year, before) && { year }),
    texts: Object.fromEntries(words) as Save["texts"],
  };
}

/**
 * Deletes a season with its episodes. Their assets stay as orphans.
 * @returns how many episodes went with it
 * @throws Failure not_found · conflict
 */
export async function deleteSeason(
  db: Db,
  { season, ...write }: { season: number } & MovieWrite,
): Promise<{ revision: number; episodes: number }> {
  const { revision, value } = await writeMovie(db, write, {
    action: "z/season/delete",
    apply: async (tx, { before }) => {
      if (!before.seasons.some((one) => one.season === season)) throw new Failure("not_found");
      const indexes = before.episodes.filter((one) => one.season === season).map(({ index }) => index);
      await tx.delete(seasons).where(and(eq(seasons.movieId, write.id), eq(seasons.season, season)));
      await removeEpisodes(tx, { id: write.id, indexes });
      return indexes.length;
    },
  });
  return { revision, episodes: value };
}

/** Replaces a season's facts and its words in some languages, within a transaction that has locked the movie. */
export async function changeSeason(
  tx: Db,
  movie: Pick<AdminMovie, "id" | "seasons">,
  { season, to = season, texts, year }: Pick<Save, "season" | "to" | "texts" | "year">,
): Promise<void> {
  const had = seasonIn(movie, season);
  const facts = { texts: textsOf({ ...had.texts, ...texts }), year: year === undefined ? had.year : year };
  await tx
    .insert(seasons)
    .values({ movieId: movie.id, season: to, ...facts })
    .onConflictDoUpdate({ target: [seasons.movieId, seasons.season], set: facts });
}

function seasonIn({ seasons: list }: Pick<AdminMovie, "seasons">, season: number): AdminSeason {
  return list.find((one) => one.season === season) ?? { season, texts: {}, year: null };
}

/** A season's fields by the names of the call; omitted ones are missing. */
function fieldsOf({ texts = {}, year, to }: Pick<Save, "texts" | "year" | "to">): Record<string, unknown> {
  const fields: Record<string, unknown> = { year, to };
  for (const [locale, text] of Object.entries(texts)) {
    fields[`texts.${locale}.name`] = text?.name ?? "";
    fields[`texts.${locale}.description`] = text?.description ?? "";
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Drops empty words, and languages without any. */
function textsOf(texts: NonNullable<Save["texts"]>): SeasonTexts {
  const kept = Object.entries(texts).flatMap(([locale, text]) => {
    const words = {
      ...(text?.name && { name: text.name }),
      ...(text?.description && { description: text.description }),
    };
    return Object.keys(words).length > 0 ? [[locale, words] as const] : [];
  });
  return Object.fromEntries(kept);
}

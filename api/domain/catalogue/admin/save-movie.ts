import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { AdminMovie } from "../../../../contract/catalogue/admin-movie-models.ts";
import type { ParsedOf } from "../../../../contract/index.ts";
import { defaultLocale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { genreNames, movies, movieTexts } from "../../../db/schema.ts";
import { invalidField } from "../../kernel/failure.ts";
import { isUntouched } from "../../kernel/merge-fields.ts";
import { collectionNames } from "../collections.ts";
import { writeMovie, type MovieRow, type MovieWrite } from "./write-movie.ts";

type Input = Omit<ParsedOf<"z/movie/save">, "id" | "revision" | "reason" | "before">;

/**
 * Changes a movie's fields.
 * @throws Failure not_found · conflict · invalid for an unknown genre or collection, an end before the beginning, kind `film` with
 *   several episodes, a movie without a title, one that would be public without a video, and a premiere in the past
 */
export async function saveMovie(
  db: Db,
  { action = "z/movie/save", ...input }: Input & MovieWrite & { action?: string },
): Promise<{ revision: number }> {
  const { revision } = await writeMovie(db, input, {
    action,
    sent: sentFields(input),
    apply: (tx, at) =>
      changeFields(tx, { id: input.id, now: input.now, ...at, ...touchedFields(input, at.before) }),
  });
  return { revision };
}

/** The fields that the form has changed; of a text, the other half keeps its present value. */
function touchedFields({ before, texts, ...plain }: Input & MovieWrite, current: AdminMovie): Input {
  const changed = Object.entries(plain).filter(([field, value]) => !isUntouched(field, value, before));
  const words = Object.entries(texts ?? {}).map(([locale, text]) => {
    const now = current.texts[locale as keyof typeof current.texts];
    const half = (part: "title" | "description") =>
      isUntouched(`texts.${locale}.${part}`, text?.[part], before) ? now?.[part] : text?.[part];
    return [locale, text && { title: half("title") ?? text.title, description: half("description") ?? "" }];
  });
  return { ...Object.fromEntries(changed), ...(texts && { texts: Object.fromEntries(words) }) } as Input;
}

/**
 * The same within a transaction that has locked the movie, without revision and audit log.
 * @throws Failure invalid, as `saveMovie`
 */
export async function changeFields(
  tx: Db,
  input: Input & { row: MovieRow; before: AdminMovie; id: string; now: Date },
): Promise<void> {
  const { id, row, before, texts, genres, collections } = input;
  if (row.status === "trailer" && isMoreThanTexts(input)) throw invalidField("status", "choice");
  if (genres) await refuseUnknownGenres(tx, genres);
  if (collections) await refuseUnknownCollections(tx, collections);
  if (input.kind === "film" && before.episodes.length > 1) throw invalidField("kind", "choice");
  if (texts) await writeTexts(tx, { id, texts, before });
  const { kind, access, teaserS, year, rating, originalLanguage, tags, credits, hero, embeddable } = input;
  const { premiereOn, ageRatings } = input;
  if (premiereOn && premiereOn !== row.premiereOn && isPast(premiereOn, input.now))
    throw invalidField("premiereOn", "too_small");
  const schedule = scheduleOf(input, row);
  await tx
    .update(movies)
    .set({
      // Drizzle leaves out what is undefined.
      kind,
      access,
      teaserS,
      year,
      rating,
      ageRatings,
      originalLanguage,
      genres: genres && [...new Set(genres)],
      tags: tags && [...new Set(tags)],
      collections: collections && [...new Set(collections)],
      credits,
      hero,
      embeddable,
      premiereOn,
      ...schedule,
      // An UPDATE has to set something; the caller sets the time again.
      updatedAt: row.updatedAt,
    })
    .where(eq(movies.id, id));
  await refuseWithoutVideo(tx, row);
}

/** What a trailer is like follows from the title that it belongs to. */
function isMoreThanTexts({ kind, status, access, hero, publishAt, hideAt, premiereOn, collections }: Input) {
  const own = [kind, status, access, hero, publishAt, hideAt, premiereOn, collections];
  return own.some((value) => value !== undefined);
}

/** Whether a day is over everywhere on earth. */
export function isPast(day: string, now: Date): boolean {
  return Date.parse(day) + 36 * 3_600_000 <= now.getTime();
}

/** The database keeps a movie without a video from being public (`hold_without_video()`); this refuses the save. */
async function refuseWithoutVideo(tx: Db, before: MovieRow): Promise<void> {
  const [held] = await tx
    .select({ wasDue: sql<boolean>`${before.publishedAt.toISOString()}::timestamptz <= now()` })
    .from(movies)
    .where(and(eq(movies.id, before.id), eq(movies.status, "waiting"), sql`${movies.publishedAt} <= now()`));
  const wasHeld = before.status === "waiting" && held?.wasDue;
  if (held && !wasHeld) throw invalidField("status", "video");
}

/**
 * Publishes at once unless a time is given; a movie that was published before keeps its date. By the database's clock.
 */
function scheduleOf({ status, publishAt, hideAt }: Input, row: MovieRow): PgUpdateSetSource<typeof movies> {
  const publishing = (status ?? (row.status === "draft" ? "draft" : "published")) === "published";
  const from = publishAt ? new Date(publishAt) : null;
  const to = hideAt === undefined ? row.hideAt : hideAt === null ? null : new Date(hideAt);
  const begins = from ?? (publishAt === undefined ? row.publishedAt : null);
  if (to && begins && to <= begins && (hideAt !== undefined || publishAt !== undefined))
    throw invalidField("hideAt", "too_small");
  const atOnce = sql`case when ${movies.everPublished} or ${movies.status} = 'published' then least(${movies.publishedAt}, now()) else now() end`;
  const first = publishing && row.status === "draft" && !row.everPublished && publishAt === undefined;
  return {
    status,
    ...((publishing || row.status !== "draft") && { everPublished: true }),
    ...(from && { publishedAt: from }),
    ...(publishAt === null && { publishedAt: atOnce }),
    ...(first && {
      publishedAt: sql`case when ${movies.publishedAt} > now() then ${movies.publishedAt} else now() end`,
    }),
    ...(hideAt !== undefined && { hideAt: to }),
  };
}

async function writeTexts(
  tx: Db,
  { id, texts, before }: { id: string; texts: NonNullable<Input["texts"]>; before: AdminMovie },
): Promise<void> {
  const gone = Object.entries(texts).flatMap(([locale, text]) => (text === null ? [locale] : []));
  const kept = Object.entries(texts).flatMap(([locale, text]) =>
    text ? [{ movieId: id, locale, ...text }] : [],
  );
  const left = Object.keys(before.texts).filter((locale) => !gone.includes(locale));
  if (left.length === 0 && kept.length === 0)
    throw invalidField(`texts.${gone[0] ?? "en"}.title`, "required");
  if (gone.length > 0)
    await tx.delete(movieTexts).where(and(eq(movieTexts.movieId, id), inArray(movieTexts.locale, gone)));
  const changed = kept.filter(({ locale, title, description }) => {
    const old = before.texts[locale as keyof typeof before.texts];
    return old?.title !== title || old.description !== description;
  });
  if (changed.length === 0) return;
  await tx
    .insert(movieTexts)
    .values(changed)
    .onConflictDoUpdate({
      target: [movieTexts.movieId, movieTexts.locale],
      set: { title: sql`excluded.title`, description: sql`excluded.description` },
    });
}

async function refuseUnknownGenres(tx: Db, genres: string[]): Promise<void> {
  if (genres.length === 0) return;
  const known = await tx
    .selectDistinct({ genre: genreNames.genre })
    .from(genreNames)
    .where(inArray(genreNames.genre, genres));
  const ids = new Set(known.map(({ genre }) => genre));
  const wrong = genres.findIndex((genre) => !ids.has(genre));
  if (wrong >= 0) throw invalidField(`genres.${wrong}`, "choice");
}

async function refuseUnknownCollections(tx: Db, ids: string[]): Promise<void> {
  const known = new Set((await collectionNames(tx, { ids, locale: defaultLocale })).map(({ id }) => id));
  const wrong = ids.findIndex((id) => !known.has(id));
  if (wrong >= 0) throw invalidField(`collections.${wrong}`, "choice");
}

/** The sent fields, under the names of the audit log. */
function sentFields(input: Input): Record<string, unknown> {
  const { kind, status, access, teaserS, year, rating, originalLanguage, genres, tags, collections } = input;
  const { ageRatings, credits, hero, embeddable, publishAt, hideAt, premiereOn, texts = {} } = input;
  const plain = {
    kind,
    status,
    access,
    teaserS,
    year,
    rating,
    ageRatings,
    originalLanguage,
    genres,
    tags,
    collections,
    credits,
    hero,
    embeddable,
    publishAt,
    hideAt,
    premiereOn,
  };
  const sent = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  for (const [locale, text] of Object.entries(texts)) {
    sent[`texts.${locale}.title`] = text?.title ?? null;
    sent[`texts.${locale}.description`] = text?.description ?? null;
  }
  return sent;
}

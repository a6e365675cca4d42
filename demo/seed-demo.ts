import { and, eq, isNull, sql } from "drizzle-orm";
import { artworkRoles } from "../contract/catalogue/values.ts";
import type { Db } from "../api/db/client.ts";
import {
  assets,
  collections,
  episodes,
  genreNames,
  movies,
  movieTexts,
  seasons,
  users,
  type EpisodeStills,
} from "../api/db/schema.ts";
import type { IdentityProvider } from "../api/ports/identity.ts";
import { demoCollections } from "./catalogue/collections.ts";
import { DEMO_GENRES } from "./catalogue/genres.ts";
import { demoMovies } from "./catalogue/movies.ts";
import { demoAccounts } from "./demo-accounts.ts";
import type { DemoMovie } from "./demo-movie.ts";
import { stillIdOf } from "./episode-scene.ts";
import { seedPlans } from "./plans.ts";
import { extrasOf, markersOf } from "./extras/of-episode.ts";

const dayMs = 86_400_000;
/** Change this when a picture is drawn differently, so that no browser keeps the old one. */
const artworkVersion = "1";
const pictures = [...artworkRoles];

/** Adds the demo's accounts and catalogue; existing rows stay unchanged. */
export async function seedDemo(
  {
    db,
    identity,
    accounts = demoAccounts,
  }: { db: Db; identity: IdentityProvider; accounts?: typeof demoAccounts },
  now: Date,
): Promise<void> {
  for (const account of accounts) {
    const proven = await identity.signUp({ ...account, guestUid: null });
    if (!proven) continue;
    const { uid, email, name } = proven.state;
    const vipUntil = account.vip ? new Date(now.getTime() + 365 * dayMs) : null;
    const made = { uid, anonymous: false, email, name, admin: account.admin, vipUntil, demo: true };
    await db.insert(users).values(made).onConflictDoNothing();
  }
  await seedPlans(db, now);
  for (const [genre, names] of Object.entries(DEMO_GENRES)) {
    const rows = Object.entries(names).map(([locale, name]) => ({ genre, locale, name }));
    await db.insert(genreNames).values(rows).onConflictDoNothing();
  }
  for (const [id, { texts, movies: sequence }] of Object.entries(demoCollections))
    await db
      .insert(collections)
      .values({ id, texts, sequence: [...sequence] })
      .onConflictDoNothing();
  const newestFirst = [...demoMovies].sort((a, b) => b.year - a.year);
  for (const [place, title] of newestFirst.entries())
    await seedMovie(db, title, new Date(now.getTime() - place * dayMs));
}

async function seedMovie(db: Db, title: DemoMovie, publishedAt: Date): Promise<void> {
  const { id, kind, access, teaserS = 0, year, rating, originalLanguage, colour } = title;
  await db.transaction(async (tx) => {
    const [known] = await tx
      .select({ revision: movies.revision, missing: movies.missing, credits: movies.credits })
      .from(movies)
      .where(eq(movies.id, id));
    if (known) {
      if (known.revision === 0 && known.missing.length > 0) await bringTexts(tx, title);
      if (known.revision === 0 && known.credits.length === 0)
        await tx
          .update(movies)
          .set({ credits: [...title.credits] })
          .where(eq(movies.id, id));
      if (known.revision === 0) await bringSeasons(tx, title);
      await bringStills(tx, title);
      return bringMarkers(tx, title);
    }
    const hero = title.hero ?? null;
    const genres = [...title.genres];
    const credits = [...title.credits];
    const ageRatings = boards[rating] ?? [];
    const belongsTo = collectionsOf(id);
    const values = { id, kind, access, teaserS, year, rating, ageRatings, originalLanguage, colour };
    await tx.insert(movies).values({
      ...values,
      hero,
      genres,
      credits,
      collections: belongsTo,
      // What comes with the demo is no news.
      toldCollections: belongsTo,
      status: "published",
      artworkVersion,
      pictures,
      publishedAt,
    });
    await tx.insert(movieTexts).values(textRows(title));
    for (const episode of title.episodes) await insertEpisode(tx, title, episode);
    await insertSeasons(tx, title);
  });
}

function collectionsOf(movie: string): string[] {
  return Object.entries(demoCollections).flatMap(([id, { movies: inside }]) =>
    inside.includes(movie) ? [id] : [],
  );
}

async function insertEpisode(
  tx: Db,
  title: DemoMovie,
  episode: DemoMovie["episodes"][number],
): Promise<void> {
  const { id } = title;
  const { index, season, number, texts, access = null } = episode;
  const assetId = `${id}-${index}`;
  await tx.insert(assets).values({ id: assetId, state: "waiting" }).onConflictDoNothing();
  const markers = markersOf(extrasOf(id, index));
  const stills = stillsOf(title, index);
  // What comes with the demo is no news.
  const place = { movieId: id, index, season, number, toldAt: new Date() };
  await tx
    .insert(episodes)
    .values({ ...place, assetId, texts, access, stills, ...markers })
    .onConflictDoNothing();
}

async function insertSeasons(tx: Db, { id, seasons: list }: DemoMovie): Promise<void> {
  if (list.length === 0) return;
  await tx
    .insert(seasons)
    .values(list.map(({ season, year, texts }) => ({ movieId: id, season, year, texts: { ...texts } })))
    .onConflictDoNothing();
}

/** A series of an older catalogue, which no admin has changed, gets its seasons, and the episodes that came with them. */
async function bringSeasons(tx: Db, title: DemoMovie): Promise<void> {
  if (title.seasons.length === 0) return;
  for (const episode of title.episodes) {
    const { index, season = 1, number = index } = episode;
    await insertEpisode(tx, title, episode);
    await tx
      .update(episodes)
      .set({ season, number })
      .where(and(eq(episodes.movieId, title.id), eq(episodes.index, index)));
  }
  await insertSeasons(tx, title);
}

/** What boards would say of a movie for that age. */
const boards: Record<number, string[]> = {
  0: ["BR L", "DE FSK 0", "JP G", "KR ALL"],
  6: ["BR L", "DE FSK 6", "JP G", "KR ALL"],
  12: ["BR 12", "DE FSK 12", "JP PG12", "KR 12"],
  16: ["BR 16", "DE FSK 16", "JP R15+", "KR 15"],
};

const textRows = ({ id, texts }: DemoMovie) =>
  Object.entries(texts).map(([locale, text]) => ({ movieId: id, locale, ...text }));

/** A title of an older catalogue, which no admin has changed, gets the languages it lacks. */
async function bringTexts(tx: Db, title: DemoMovie): Promise<void> {
  await tx.insert(movieTexts).values(textRows(title)).onConflictDoNothing();
  for (const { index, texts } of title.episodes)
    await tx
      .update(episodes)
      .set({ texts })
      .where(and(eq(episodes.movieId, title.id), eq(episodes.index, index)));
}

function stillsOf({ kind, colour }: DemoMovie, index: number): EpisodeStills | null {
  if (kind === "film") return null;
  return { id: stillIdOf({ index }), frame: { version: artworkVersion, colour } };
}

/** Episodes of an older catalogue get their stills. */
async function bringStills(tx: Db, title: DemoMovie): Promise<void> {
  for (const { index } of title.kind === "series" ? title.episodes : [])
    await tx
      .update(episodes)
      .set({ stills: stillsOf(title, index) })
      .where(
        and(
          ...[eq(episodes.movieId, title.id), eq(episodes.index, index), isNull(episodes.stills)],
          eq(episodes.assetId, `${title.id}-${index}`),
        ),
      );
}

/** An older catalogue without markers gets them; later changes by an admin stay. */
async function bringMarkers(tx: Db, { id, episodes: list }: DemoMovie): Promise<void> {
  const unset = and(
    isNull(episodes.introFromS),
    isNull(episodes.creditsFromS),
    sql`${episodes.chapters} = '[]'::jsonb`,
  );
  for (const { index } of list) {
    const markers = markersOf(extrasOf(id, index));
    if (markers.creditsFromS === null && markers.chapters.length === 0) continue;
    await tx
      .update(episodes)
      .set(markers)
      .where(and(eq(episodes.movieId, id), eq(episodes.index, index), unset));
  }
}

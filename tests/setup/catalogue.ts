import { and, eq } from "drizzle-orm";
import type { Db } from "../../api/db/client.ts";
import { assets, episodes, genreNames, movies, movieTexts } from "../../api/db/schema.ts";

export type MovieSeed = Partial<typeof movies.$inferInsert> & {
  id: string;
  texts?: Record<string, { title: string; description?: string }>;
  /** How many episodes; the first `ready` of them are encoded (all by default). */
  episodes?: number;
  ready?: number;
};

/** A published movie with its texts, episodes and assets. */
export async function addMovie(db: Db, seed: MovieSeed): Promise<void> {
  const {
    texts = { en: { title: `Title of ${seed.id}` } },
    episodes: count = 1,
    ready = count,
    ...fields
  } = seed;
  await db.insert(movies).values({
    kind: count > 1 ? "series" : "film",
    access: "free",
    status: "published",
    year: 2020,
    rating: 6,
    originalLanguage: "en",
    colour: "#336699",
    artworkVersion: "1",
    genres: ["drama"],
    publishedAt: new Date("2026-01-01T00:00:00Z"),
    ...fields,
  });
  for (const [locale, { title, description = "" }] of Object.entries(texts)) {
    await db.insert(movieTexts).values({ movieId: seed.id, locale, title, description });
  }
  for (let index = 1; index <= count; index++) {
    const assetId = `${seed.id}-${index}`;
    await db
      .insert(assets)
      .values({ id: assetId, state: index <= ready ? "ready" : "waiting", durationS: 100, height: 360 });
    await db
      .insert(episodes)
      .values({ movieId: seed.id, index, assetId, texts: { en: { title: `Part ${index}` } } });
  }
}

/** Makes the video of a movie's first episode ready. */
export async function giveVideo(db: Db, id: string): Promise<void> {
  const [assetId, state] = [`${id}-1`, "ready" as const];
  await db
    .insert(assets)
    .values({ id: assetId, state, durationS: 100, height: 360 })
    .onConflictDoUpdate({ target: assets.id, set: { state } });
  await db
    .update(episodes)
    .set({ assetId })
    .where(and(eq(episodes.movieId, id), eq(episodes.index, 1)));
}

/** Names of one genre. */
export async function addGenre(db: Db, genre: string, names: Record<string, string>): Promise<void> {
  await db
    .insert(genreNames)
    .values(Object.entries(names).map(([locale, name]) => ({ genre, locale, name })));
}

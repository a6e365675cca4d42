import { and, eq, sql } from "drizzle-orm";
import { episodes, movies, users } from "../../../db/schema.ts";
import type { StoredFile } from "../../../ports/files.ts";
import { brandOf } from "../../service/brand/brand-of.ts";
import { brandFolder } from "../../service/brand/brand-pictures.ts";
import { createSettings } from "../../service/settings/settings-store.ts";
import { replacedFolder } from "../../service/files/replaced-files.ts";
import { stillIdOf } from "../../catalogue/still.ts";
import { heapsOf, type Finder, type Orphan } from "./orphan.ts";

const avatars = "_avatars";

/** Artwork of movies that no longer exist. */
export const orphanedPictures: Finder = async function* ({ db, artwork }, before) {
  const isOrphan = async (id: string) => {
    const [row] = await db.select({ id: movies.id }).from(movies).where(eq(movies.id, id));
    return !row;
  };
  for (const [id, heap] of await heapsOf(artwork.list())) {
    if (
      id === avatars ||
      id === replacedFolder ||
      id === brandFolder ||
      heap.changedAt >= before ||
      !(await isOrphan(id))
    )
      continue;
    yield orphanOf(id, heap, async () => {
      const now = (await heapsOf(artwork.list(id))).get(id);
      if (!now || now.changedAt >= before || !(await isOrphan(id))) return false;
      await artwork.removeFolder(id);
      return true;
    });
  }
};

/** Stills of episodes that no longer exist, of movies that do. */
export const orphanedStills: Finder = async function* ({ db, artwork }, before) {
  const isOrphan = async (movieId: string, still: string) => {
    const [movie] = await db.select({ id: movies.id }).from(movies).where(eq(movies.id, movieId));
    if (!movie) return false;
    const named = and(eq(episodes.movieId, movieId), sql`${episodes.stills}->>'id' = ${still}`);
    const [row] = await db.select({ index: episodes.index }).from(episodes).where(named);
    return !row;
  };
  for await (const { path, ...facts } of artwork.list()) {
    const [movieId, name] = path.split("/") as [string, string | undefined];
    const still = stillIdOf(name ?? "");
    if (still === null || facts.changedAt >= before || !(await isOrphan(movieId, still))) continue;
    // The name of an episode's stills is never given to another one.
    yield orphanOf(path, facts, async () => {
      if (!(await isOrphan(movieId, still))) return false;
      await artwork.remove(path);
      return true;
    });
  }
};

/** Pictures of a brand that no setting names any more, and icons of an earlier one. */
export const orphanedBrand: Finder = async function* ({ db, artwork }, before) {
  const isOrphan = async (name: string) => {
    const { values } = await createSettings({ db }).load(db);
    const { icons } = brandOf(values);
    const named = [values.brandWordmark?.file, values.brandIcon?.file].includes(name);
    return !named && (icons === null || !name.startsWith(`${icons}-`));
  };
  for await (const { path, ...facts } of artwork.list(brandFolder)) {
    const name = path.slice(brandFolder.length + 1);
    if (facts.changedAt >= before || !(await isOrphan(name))) continue;
    yield orphanOf(name, facts, async () => {
      // The same picture may have been sent again: its name is its content.
      const now = await artwork.facts(path);
      if (!now || now.changedAt >= before || !(await isOrphan(name))) return false;
      await artwork.remove(path);
      return true;
    });
  }
};

/** Avatars of users that no longer exist, left by an interrupted account deletion. */
export const orphanedAvatars: Finder = async function* ({ db, artwork }, before) {
  const isOrphan = async (name: string) => {
    const shown = eq(users.avatar, `/artwork/${avatars}/${name}?v=1`);
    const [row] = await db.select({ uid: users.uid }).from(users).where(shown);
    return !row;
  };
  for await (const { path, ...facts } of artwork.list(avatars)) {
    const name = path.slice(avatars.length + 1);
    if (facts.changedAt >= before || !(await isOrphan(name))) continue;
    // An avatar is never rewritten: a new one gets a new name.
    yield orphanOf(name, facts, async () => {
      if (!(await isOrphan(name))) return false;
      await artwork.remove(path);
      return true;
    });
  }
};

const orphanOf = (
  name: string,
  { bytes, changedAt }: Omit<StoredFile, "path">,
  remove: Orphan["remove"],
): Orphan => ({ kind: "picture", name, bytes, changedAt, remove });

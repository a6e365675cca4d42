import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { AdminMovie, ParsedOf } from "../../../../contract/index.ts";
import { longestName } from "../../../../contract/catalogue/values.ts";
import type { Locale } from "../../../../contract/locales.ts";
import type { Db } from "../../../db/client.ts";
import { episodes, movies, movieTmdb, type CollectionTexts } from "../../../db/schema.ts";
import type { Files } from "../../../ports/files.ts";
import type { OpenSource, SourceRole } from "../../../ports/movie-source.ts";
import type { Pictures } from "../../../ports/pictures.ts";
import { drawArtwork, putArtwork, type Drawn } from "../../catalogue/admin/draw-artwork.ts";
import { changeTexts, episodeOf } from "../../catalogue/admin/episodes.ts";
import { addCollection } from "../../catalogue/admin/add-collection.ts";
import { addGenre } from "../../catalogue/admin/add-genre.ts";
import { readMovie } from "../../catalogue/admin/read-movie.ts";
import { putSent } from "../../catalogue/admin/set-still.ts";
import { changeSeason } from "../../catalogue/admin/seasons.ts";
import { changeFields } from "../../catalogue/admin/save-movie.ts";
import { writeMovie, type MovieRow, type MovieWrite } from "../../catalogue/admin/write-movie.ts";
import { lookOf } from "../../catalogue/still.ts";
import { Failure, invalidField } from "../../kernel/failure.ts";
import { askTmdb, fetchPicture, type TmdbDeps } from "./ask-tmdb.ts";
import {
  artworkMark,
  digestOf,
  isPicture,
  isSame,
  readFacts,
  readLink,
  roleOf,
  stillMark,
  type Facts,
  type Link,
} from "./compare-tmdb.ts";
import {
  cleanTexts,
  collectionIdAt,
  currentValue,
  fieldsOf,
  mostGenres,
  stillOf,
  type Proposal,
} from "./propose-values.ts";

type Role = "poster" | "backdrop";
/** By field. */
type DrawnPictures = Map<string, Drawn>;
type Sent = { field: string; role: SourceRole; bytes: Buffer };
type Input = Omit<ParsedOf<"z/tmdb/fill">, "id" | "revision" | "reason"> & MovieWrite;

/**
 * Takes fields of a movie over from TMDB, in one transaction with its entry of the audit log: all of them or none.
 * Pictures pass the same checks as uploaded ones.
 * @throws Failure not_found · conflict · invalid for a field that TMDB has no value for (`fields.N`), for a genre that
 *   is not missing (`newGenres.N`) and for a picture (`poster`, `backdrop`, `episode.N.still`) that is none, too large
 *   or too small · pictures_busy · those of `askTmdb`
 */
export async function fillFromTmdb(
  deps: TmdbDeps & { db: Db; artwork: Files; pictures: Pictures },
  input: Input,
): Promise<{ revision: number }> {
  const { id, tmdb: number, kind, season, fields, newGenres = [], admin, now, reason, revision } = input;
  if (fields.length + newGenres.length === 0) throw invalidField("fields", "required");
  const entry = { tmdb: number, kind, season };
  const movie = await readMovie(deps.db, { id });
  const link = await readLink(deps.db, { id, ...entry });
  const { facts, collection, pictures } = await askTmdb(deps, async (tmdb) => {
    const read = await readFacts(deps.db, tmdb, { movie, link, entry });
    refuseUnknown({ fields, newGenres }, read.proposal);
    const collection = fields.includes("collections") ? await fetchCollection(tmdb, read) : null;
    return {
      facts: read,
      collection,
      pictures: await fetchPictures(tmdb, { fields, proposal: read.proposal }),
    };
  });
  const drawn = await drawAll(deps.pictures, pictures);
  const write = { id, revision, admin, now, reason };
  const written = await writeMovie(deps.db, write, {
    action: "z/tmdb/fill",
    apply: async (tx, { row, before }) => {
      const made = [];
      for (const name of newGenres)
        made.push(await addGenre(tx, { en: name, ...facts.genreWords.get(name) }, { admin, reason, now }));
      if (collection) await addCollection(tx, collection, { admin, reason, now });
      const taken = withGenres(before, { fields, facts, made });
      const { proposal } = taken.facts;
      await changeFields(tx, {
        id,
        row,
        before,
        now,
        ...changesOf(before, { fields: taken.fields, proposal }),
      });
      for (const [index, texts] of episodeTexts(fields, proposal))
        await changeTexts(tx, { id, episode: episodeOf(before, index), texts });
      const season = seasonFacts(fields, proposal);
      if (season) await changeSeason(tx, before, season);
      const version = await putPictures(tx, deps.artwork, { row, drawn });
      await putStills(tx, deps.artwork, { before, drawn });
      await remember(tx, { before, entry, ...taken, link, now, version, drawn });
    },
  });
  return { revision: written.revision };
}

function refuseUnknown(
  { fields, newGenres }: { fields: readonly string[]; newGenres: readonly string[] },
  proposal: Proposal,
): void {
  const found = fieldsOf(proposal);
  const wrong = fields.findIndex((field) => !found.has(field));
  if (wrong >= 0) throw invalidField(`fields.${wrong}`, "choice");
  const known = newGenres.findIndex((name) => !proposal.unknownGenres.includes(name));
  if (known >= 0) throw invalidField(`newGenres.${known}`, "choice");
}

/** The new genres are those of the movie too, whether or not its known ones were taken over. */
function withGenres(
  before: AdminMovie,
  { fields, facts, made }: { fields: readonly string[]; facts: Facts; made: readonly string[] },
): { fields: readonly string[]; facts: Facts } {
  if (made.length === 0) return { fields, facts };
  const others = fields.includes("genres") ? facts.proposal.genres : before.genres;
  const genres = [...new Set([...others, ...made])].slice(0, mostGenres);
  return {
    fields: [...new Set([...fields, "genres"])],
    facts: { ...facts, proposal: { ...facts.proposal, genres } },
  };
}

/** The collection that the movie belongs to there, as it is stored here if it is new. */
async function fetchCollection(tmdb: OpenSource, { found }: Facts) {
  const id = collectionIdAt(found);
  if (id === null) return null;
  const texts = cleanTexts(await tmdb.collection(found.collection!));
  const stored = Object.entries(texts).map(([locale, { title, description }]) => [
    locale,
    { name: title.slice(0, longestName), ...(description && { description }) },
  ]);
  return { id, texts: Object.fromEntries(stored) as CollectionTexts };
}

async function fetchPictures(
  tmdb: OpenSource,
  { fields, proposal }: { fields: readonly string[]; proposal: Proposal },
): Promise<Sent[]> {
  const wanted = [...fieldsOf(proposal)].flatMap(([field, name]) => {
    const role = fields.includes(field) ? roleOf(field) : null;
    return role ? [{ field, role, name: String(name) }] : [];
  });
  return Promise.all(
    wanted.map(async ({ field, role, name }) => ({
      field,
      role,
      bytes: await fetchPicture(tmdb, { field, name, role }),
    })),
  );
}

async function drawAll(pictures: Pictures, sent: Sent[]): Promise<DrawnPictures> {
  const drawn: DrawnPictures = new Map();
  for (const { field, role, bytes } of sent) {
    const one = await drawArtwork(pictures, { bytes, role }).catch((error: unknown) => {
      const [issue] = error instanceof Failure ? error.issues : [];
      throw issue ? invalidField(field, issue.reason) : error;
    });
    drawn.set(field, one);
  }
  return drawn;
}

/** The chosen fields as a save of the movie. */
function changesOf(
  before: AdminMovie,
  { fields, proposal }: { fields: readonly string[]; proposal: Proposal },
): Omit<ParsedOf<"z/movie/save">, "id" | "revision" | "reason" | "before"> {
  const chosen = new Set(fields);
  const texts = Object.entries(proposal.texts).flatMap(([locale, found]) => {
    const [title, description] = [
      chosen.has(`texts.${locale}.title`),
      chosen.has(`texts.${locale}.description`),
    ];
    if (!title && !description) return [];
    const had = before.texts[locale as Locale];
    const text = {
      // A description can't be without a title.
      title: title ? found.title : (had?.title ?? found.title),
      description: description ? found.description : (had?.description ?? ""),
    };
    return [[locale, text]];
  });
  const roles = (["director", "cast"] as const).filter((role) => chosen.has(`credits.${role}`));
  const others = before.credits.filter(({ role }) => !roles.some((one) => one === role));
  const { year, rating, ageRatings, originalLanguage, genres, collections, credits } = proposal;
  return {
    ...(chosen.has("year") && { year: year! }),
    ...(chosen.has("rating") && { rating: rating! }),
    ...(chosen.has("ageRatings") && { ageRatings }),
    ...(chosen.has("originalLanguage") && { originalLanguage: originalLanguage! }),
    ...(chosen.has("genres") && { genres }),
    ...(chosen.has("collections") && { collections }),
    ...(roles.length > 0 && {
      credits: [...roles.flatMap((role) => credits[role]), ...others].slice(0, 100),
    }),
    ...(texts.length > 0 && { texts: Object.fromEntries(texts) }),
  };
}

/** The chosen facts of the compared season; null where there are none. */
function seasonFacts(fields: readonly string[], { season }: Proposal) {
  if (!season) return null;
  const chosen = (part: string) => fields.includes(`season.${season.season}.${part}`);
  const texts = Object.entries(season.texts)
    .filter(([locale]) => chosen(locale))
    .map(([locale, { title, description }]) => [locale, { name: title, description }] as const);
  if (texts.length === 0 && !chosen("year")) return null;
  return {
    season: season.season,
    texts: Object.fromEntries(texts),
    ...(chosen("year") && { year: season.year }),
  };
}

/** The chosen texts of episodes, by index. */
function episodeTexts(fields: readonly string[], { episodes }: Proposal) {
  return [...episodes].flatMap(([index, texts]) => {
    const chosen = Object.entries(texts).filter(([locale]) => fields.includes(`episode.${index}.${locale}`));
    return chosen.length === 0 ? [] : [[index, Object.fromEntries(chosen)] as const];
  });
}

/** @returns the version of the movie's artwork afterwards */
async function putPictures(
  tx: Db,
  artwork: Files,
  { row, drawn }: { row: MovieRow; drawn: DrawnPictures },
): Promise<string> {
  const [poster, backdrop] = [drawn.get("poster"), drawn.get("backdrop")];
  if (!poster && !backdrop) return row.artworkVersion;
  const artworkVersion = randomBytes(6).toString("hex");
  // As with an upload, the movie's colour is the poster's.
  const colour = poster?.colour ?? (row.artworkVersion === "0" ? backdrop!.colour : row.colour);
  const roles = (["poster", "backdrop"] satisfies Role[]).filter((role) => drawn.has(role));
  const pictures = [...new Set([...row.pictures, ...roles])];
  await tx.update(movies).set({ colour, artworkVersion, pictures }).where(eq(movies.id, row.id));
  await putArtwork(artwork, row.id, [...(poster?.files ?? []), ...(backdrop?.files ?? [])]);
  return artworkVersion;
}

async function putStills(
  tx: Db,
  artwork: Files,
  { before, drawn }: { before: AdminMovie; drawn: DrawnPictures },
): Promise<void> {
  for (const [field, picture] of drawn) {
    const index = stillOf(field);
    if (index === null) continue;
    const place = and(eq(episodes.movieId, before.id), eq(episodes.index, episodeOf(before, index).index))!;
    await putSent(tx, artwork, { movieId: before.id, place, drawn: picture });
  }
}

/** Keeps what is as TMDB has it now, so that the next comparison knows what an admin has changed since. */
async function remember(
  tx: Db,
  input: {
    before: AdminMovie;
    entry: { tmdb: number; kind: Link["kind"] };
    facts: Facts;
    fields: readonly string[];
    link: Link | null;
    now: Date;
    /** Of the artwork, afterwards. */
    version: string;
    drawn: DrawnPictures;
  },
): Promise<void> {
  const { before, entry, facts, fields, link, now, version, drawn } = input;
  const filled: Record<string, string> = { ...link?.filled };
  // An admin has sent a picture since: which of the two is not known.
  if (filled[artworkMark] !== before.artwork.version)
    for (const role of ["poster", "backdrop"]) delete filled[role];
  for (const [field, found] of fieldsOf(facts.proposal)) {
    const still = stillOf(field) === null ? null : drawn.get(field);
    if (still) filled[field] = stillMark(String(found), lookOf(still).version);
    if (still !== null) continue;
    if (!fields.includes(field) && !isSame(currentValue(before, field), found)) continue;
    filled[field] = isPicture(field) ? String(found) : digestOf(found);
  }
  filled[artworkMark] = version;
  const { tmdb: tmdbId, kind } = entry;
  const known = { tmdbId, kind, season: facts.season, filledAt: now, filled };
  await tx
    .insert(movieTmdb)
    .values({ movieId: before.id, ...known })
    .onConflictDoUpdate({ target: movieTmdb.movieId, set: known });
}
